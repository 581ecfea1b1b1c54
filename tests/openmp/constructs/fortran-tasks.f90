! task, taskwait, depend, taskgroup, taskloop, task reductions, cancel.
module recursion
contains
  recursive function fib(n) result(f)
    integer, intent(in) :: n
    integer :: f, a, b
    if (n < 2) then
      f = n
    else
!$omp task shared(a) firstprivate(n)
      a = fib(n - 1)
!$omp end task
!$omp task shared(b) firstprivate(n) if (n > 6) final(n < 4)
      b = fib(n - 2)
!$omp end task
!$omp taskwait
      f = a + b
    end if
  end function
end module

program tasks
  use omp_lib
  use recursion
  implicit none
  integer :: f, i, x, total, times(200), order(50)
  integer(8) :: k
  integer(omp_event_handle_kind) :: event
  character(30) :: text
  logical :: bad
  bad = .false.
  f = 0
!$omp parallel
!$omp single
  f = fib(14)
!$omp end single
!$omp end parallel
  if (f /= 377) call differs('fib')
  x = 0
!$omp parallel
!$omp single
  do i = 1, 50
!$omp task depend(inout : x) firstprivate(i) shared(order)
    x = x + 1
    order(i) = x
!$omp end task
  end do
!$omp end single
!$omp end parallel
  if (any(order /= [(i, i = 1, 50)])) call differs('depend')
  times = 0
  total = 0
  text = 'a text that is copied'
!$omp parallel
!$omp single
!$omp taskgroup
  do i = 1, 100
!$omp task firstprivate(text) priority(1)
    if (text /= 'a text that is copied') call differs('text')
!$omp taskyield
!$omp atomic
    total = total + 1
!$omp end task
  end do
!$omp end taskgroup
  if (total /= 100) call differs('taskgroup')
!$omp taskloop grainsize(7)
  do i = 1, 200
    times(i) = times(i) + 1
  end do
!$omp end taskloop
!$omp taskloop num_tasks(4) nogroup
  do k = 200_8, 1_8, -1_8
!$omp atomic
    times(k) = times(k) + 1
  end do
!$omp end taskloop
!$omp taskwait
!$omp end single
!$omp end parallel
  if (any(times /= 2)) call differs('taskloop')
  total = 0
!$omp parallel
!$omp single
!$omp taskgroup task_reduction(+ : total)
  do i = 1, 100
!$omp task in_reduction(+ : total)
    total = total + i
!$omp end task
  end do
!$omp end taskgroup
!$omp end single
!$omp end parallel
  if (total /= 5050) call differs('task_reduction')
  total = 0
!$omp parallel
!$omp single
!$omp task detach(event) shared(total)
  total = total + 1
  call omp_fulfill_event(event)
!$omp end task
!$omp taskwait
  if (total /= 1) call differs('detach')
!$omp end single
!$omp end parallel
  total = 0
!$omp parallel
!$omp do
  do i = 1, 100
!$omp cancel do if (i < 0)
!$omp cancellation point do
!$omp atomic
    total = total + 1
  end do
!$omp end do
!$omp end parallel
  if (total /= 100) call differs('cancel')
  if (.not. bad) print '(a)', 'ok'
contains
  subroutine differs(what)
    character(*), intent(in) :: what
    print '(a, a)', what, ' differs'
    bad = .true.
  end subroutine
end program
