! Fortran, OpenMP: a critical section in a procedure that the loop calls.
module bins
  implicit none
  integer :: counts(1000) = 0
contains
  subroutine add_to_bin(x)
    integer, intent(in) :: x
    integer :: k, bin
    bin = 1 + mod(abs(x), 1000)
    !$omp critical (adding)
    do k = 1, 200
      counts(bin) = ieor(counts(bin) * 5 + k, bin)
    end do
    !$omp end critical (adding)
  end subroutine add_to_bin
end module bins

program main
  use bins
  implicit none
  integer :: i, x, k
  !$omp parallel do private(x, k)
  do i = 1, 1500000
    x = i
    do k = 1, 60
      x = ieor(x * 1664525 + 1013904223, ishft(x, -7))
    end do
    call add_to_bin(x)
  end do
  print '(l1)', sum(counts) /= 0
end program main
