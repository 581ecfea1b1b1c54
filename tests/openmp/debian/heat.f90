! Heat in a plate: a stencil with barriers, a reduction, and a linear solver by tasks.
program heat
  use omp_lib
  implicit none
  integer, parameter :: n = 120, steps = 40
  real(8) :: t(0:n + 1, 0:n + 1), next(0:n + 1, 0:n + 1), change
  integer :: i, j, s
  integer(8) :: cells
  t = 0
  t(0, :) = 100
  next = t
  do s = 1, steps
    change = 0
!$omp parallel do private(i) reduction(max : change) schedule(static)
    do j = 1, n
      do i = 1, n
        next(i, j) = 0.25d0 * (t(i - 1, j) + t(i + 1, j) + t(i, j - 1) + t(i, j + 1))
        change = max(change, abs(next(i, j) - t(i, j)))
      end do
    end do
!$omp end parallel do
!$omp parallel workshare
    t(1:n, 1:n) = next(1:n, 1:n)
!$omp end parallel workshare
  end do
  cells = 0
!$omp parallel
!$omp single
  do j = 1, n
!$omp task firstprivate(j) private(i) shared(cells)
    do i = 1, n
      if (t(i, j) > 1) then
!$omp atomic
        cells = cells + 1
      end if
    end do
!$omp end task
  end do
!$omp end single
!$omp end parallel
  print '(f12.8, f12.6, i8)', change, t(3, n / 2), cells
end program
