! do with all schedules, ordered, doacross, collapse, of default and 8-byte integers.
program loops
  use omp_lib
  implicit none
  integer, parameter :: count = 300
  integer :: times(count), i, j, next, last
  integer(8) :: k, first, final
  logical :: bad
  bad = .false.
  times = 0
  first = 1
  final = count
!$omp parallel
!$omp do schedule(static)
  do i = 1, count
    times(i) = times(i) + 1
  end do
!$omp end do
!$omp do schedule(static, 5)
  do i = count, 1, -1
    times(i) = times(i) + 1
  end do
!$omp end do
!$omp do schedule(dynamic, 3)
  do i = 1, count
    times(i) = times(i) + 1
  end do
!$omp end do
!$omp do schedule(guided)
  do i = 1, count
    times(i) = times(i) + 1
  end do
!$omp end do
!$omp do schedule(runtime)
  do i = 1, count
    times(i) = times(i) + 1
  end do
!$omp end do
!$omp do schedule(dynamic)
  do k = first, final
    times(k) = times(k) + 1
  end do
!$omp end do
!$omp do schedule(guided, 4)
  do k = final, first, -1_8
    times(k) = times(k) + 1
  end do
!$omp end do nowait
!$omp barrier
!$omp do collapse(2) schedule(dynamic)
  do i = 1, 30
    do j = 1, 10
      times((i - 1) * 10 + j) = times((i - 1) * 10 + j) + 1
    end do
  end do
!$omp end do
!$omp end parallel
  if (any(times /= 8)) call differs('times')
  next = 1
!$omp parallel do ordered schedule(dynamic, 2)
  do i = 1, 100
!$omp ordered
    if (next /= i) call differs('order')
    next = next + 1
!$omp end ordered
  end do
!$omp end parallel do
  if (next /= 101) call differs('ordered')
  times(1:3) = 1
!$omp parallel do ordered(1) schedule(dynamic, 20)
  do i = 4, count
!$omp ordered depend(sink: i - 3)
    times(i) = times(i - 3) + 1
!$omp ordered depend(source)
  end do
!$omp end parallel do
  if (times(count) /= 100) call differs('doacross')
  last = 0
!$omp parallel do lastprivate(last) schedule(static, 7)
  do i = 1, count
    last = i
  end do
!$omp end parallel do
  if (last /= count) call differs('lastprivate')
  last = 0
!$omp parallel do simd reduction(+ : last)
  do i = 1, count
    last = last + i
  end do
!$omp end parallel do simd
  if (last /= 45150) call differs('simd')
!$omp parallel do
  do i = 5, 4
    call differs('an empty loop')
  end do
!$omp end parallel do
  if (.not. bad) print '(a)', 'ok'
contains
  subroutine differs(what)
    character(*), intent(in) :: what
    print '(a, a)', what, ' differs'
    bad = .true.
  end subroutine
end program
