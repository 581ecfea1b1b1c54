! Names are those of the source, in regions too, whatever the compiler calls its functions.
module m
contains
  subroutine sweep(n, a)
    integer :: n, i
    real(8) :: a(n)
    !$omp parallel do schedule(dynamic, 10)
    do i = 1, n
      a(i) = a(i) + work(mod(i, 50))
    end do
  end subroutine
  function work(k) result(s)
    integer :: k, j
    real(8) :: s
    s = 0
    do j = 1, k * 100
      s = s + 1d0 / j
    end do
  end function
end module
subroutine jacobi(n, a)
  use m
  integer :: n, i
  real(8) :: a(n)
  !$omp parallel do
  do i = 1, n
    a(i) = a(i) * 2 + work(i / 8)
  end do
end subroutine
program heat
  use m
  real(8) :: a(400)
  a = 1
  call jacobi(400, a)
  call sweep(400, a)
  !$omp parallel
  !$omp critical
  a(1) = a(1) + work(30)
  !$omp end critical
  !$omp end parallel
  print *, sum(a)
end program
