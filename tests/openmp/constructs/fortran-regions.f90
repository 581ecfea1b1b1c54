! parallel, single, critical, master, sections, workshare, barrier, flush, reductions.
program regions
  use omp_lib
  implicit none
  integer :: n, count, total, i, last, a(20), b(20), copied
  integer :: table(10, 10)
  real(8) :: r
  complex(8) :: c
  logical :: all_true, any_true, bad
  integer(8) :: big
  bad = .false.
  n = omp_get_max_threads()
  print '(i0, a)', n, ' threads'
  count = 0
  total = 0
!$omp parallel reduction(+ : count, total) default(shared)
  count = count + 1
  total = total + omp_get_thread_num()
!$omp end parallel
  call same('count', count, n)
  call same('total', total, n * (n - 1) / 2)
  count = 0
!$omp parallel num_threads(3) if (n > 0) proc_bind(close)
!$omp critical
  count = count + 1
!$omp end critical
!$omp barrier
!$omp flush
!$omp critical (named)
  count = count + 10
!$omp end critical (named)
!$omp master
  if (omp_get_thread_num() /= 0) bad = .true.
!$omp end master
!$omp end parallel
  call same('criticals', count, 33)
  r = 0.5d0
  c = (0d0, 0d0)
  all_true = .true.
  any_true = .false.
  big = 1
  last = -1
!$omp parallel reduction(+ : r, c) reduction(.and. : all_true) reduction(.or. : any_true) &
!$omp & reduction(max : last) reduction(ieor : big)
  r = r + omp_get_thread_num()
  c = c + (1d0, 2d0)
  all_true = all_true .and. omp_get_thread_num() >= 0
  any_true = any_true .or. omp_get_thread_num() == 0
  last = max(last, omp_get_thread_num())
  big = ieor(big, int(omp_get_thread_num(), 8))
!$omp end parallel
  call same('real', int(r * 2), n * (n - 1) + 1)
  call same('complex', int(aimag(c)), 2 * n)
  call same('max', last, n - 1)
  if (.not. all_true .or. .not. any_true) bad = .true.
  a = 0
!$omp parallel do reduction(+ : a)
  do i = 1, 1000
    a(mod(i, 20) + 1) = a(mod(i, 20) + 1) + 1
  end do
!$omp end parallel do
  call same('array', sum(a), 1000)
  call same('array element', a(7), 50)
!$omp parallel workshare
  b = a * 2
  where (b > 50) b = b + 1
  table = 3
  total = sum(table)
!$omp end parallel workshare
  call same('workshare', sum(b), 2020)
  call same('workshare sum', total, 300)
!$omp parallel
!$omp workshare
  forall (i = 1:20) a(i) = i
!$omp end workshare
!$omp end parallel
  call same('forall', sum(a), 210)
  a = 0
!$omp parallel sections lastprivate(last)
!$omp section
  a(1) = a(1) + 1
  last = 1
!$omp section
  a(2) = a(2) + 1
  last = 2
!$omp section
  a(3) = a(3) + 1
  last = 3
!$omp end parallel sections
  call same('sections', sum(a), 3)
  call same('last section', last, 3)
  count = 0
!$omp parallel private(copied)
  copied = -1
!$omp single
  copied = 17
!$omp atomic
  count = count + 1
!$omp end single copyprivate(copied)
  if (copied /= 17) bad = .true.
!$omp single
!$omp atomic
  count = count + 1
!$omp end single nowait
!$omp end parallel
  call same('singles', count, 2)
  if (bad) print '(a)', 'something differs'
  if (.not. bad) print '(a)', 'ok'
contains
  subroutine same(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(a, a, i0, a, i0)', what, ' is ', got, ', not ', want
      bad = .true.
    end if
  end subroutine
end program
