! Fortran, OpenMP: a matrix is put together by one thread, with the library's functions.
module grid
  implicit none
contains
  subroutine assemble(a, n)
    integer, intent(in) :: n
    real(8), intent(out) :: a(n, n)
    integer :: i, j
    do j = 1, n
      do i = 1, n
        a(i, j) = sin(real(i, 8) * 0.3d0) * exp(-real(j, 8) / n)
      end do
    end do
  end subroutine assemble

  function smooth(a, n) result(total)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n, n)
    real(8) :: total
    integer :: j
    total = 0
    !$omp parallel do reduction(+:total)
    do j = 2, n - 1
      total = total + sum(a(:, j - 1) + a(:, j) + a(:, j + 1))
    end do
  end function smooth
end module grid

program main
  use grid
  implicit none
  integer, parameter :: n = 3000
  real(8), allocatable :: a(:, :)
  real(8) :: total
  integer :: r
  allocate (a(n, n))
  total = 0
  do r = 1, 3
    call assemble(a, n)
    total = total + smooth(a, n) + smooth(a, n)
  end do
  print '(l1)', total > -1d30
end program main
