! Fortran, OpenMP: the rows of a triangle, shared out equally, in a procedure that a program has inside of it.
program main
  implicit none
  integer, parameter :: n = 20000
  real(8) :: a(n), total
  integer :: i
  do i = 1, n
    a(i) = mod(i, 97)
  end do
  call add_rows(total)
  print '(l1)', total > 0
contains
  subroutine add_rows(total)
    real(8), intent(out) :: total
    integer :: i, j
    total = 0
    !$omp parallel do reduction(+:total) schedule(static) private(j)
    do i = 1, n
      do j = 1, i
        total = total + abs(a(i) - a(j)) * 0.5d0
      end do
    end do
  end subroutine add_rows
end program main
