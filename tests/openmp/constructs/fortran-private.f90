! threadprivate common blocks and module variables, copyin, allocatable private arrays.
module kept
  implicit none
  integer :: own = 5
  integer, allocatable, save :: grown(:)
!$omp threadprivate(own, grown)
end module

program private_data
  use omp_lib
  use kept
  implicit none
  integer :: i, n, t, wrong
  integer :: in_common
  real(8) :: values(50)
  common /block/ in_common, values
!$omp threadprivate(/block/)
  integer, allocatable :: a(:)
  n = omp_get_max_threads()
  print '(i0, a)', n, ' threads'
  wrong = 0
!$omp parallel private(t) reduction(+ : wrong)
  t = omp_get_thread_num()
  if (own /= 5) wrong = wrong + 1
  own = 100 + t
  in_common = t
  values = t
  allocate (grown(t + 1))
  grown = t
!$omp end parallel
!$omp parallel private(t) reduction(+ : wrong)
  t = omp_get_thread_num()
!$omp barrier
  if (own /= 100 + t) wrong = wrong + 1
  if (in_common /= t) wrong = wrong + 1
  if (values(50) /= t) wrong = wrong + 1
  if (size(grown) /= t + 1 .or. grown(t + 1) /= t) wrong = wrong + 1
  deallocate (grown)
!$omp end parallel
  own = 3
  in_common = 4
  values(1) = 6
!$omp parallel copyin(own, /block/) reduction(+ : wrong)
  if (own /= 3 .or. in_common /= 4 .or. values(1) /= 6) wrong = wrong + 1
!$omp end parallel
  allocate (a(10))
  a = [(i, i = 1, 10)]
!$omp parallel firstprivate(a) reduction(+ : wrong)
  a = a + omp_get_thread_num()
!$omp barrier
  if (a(10) /= 10 + omp_get_thread_num()) wrong = wrong + 1
!$omp end parallel
  if (a(10) /= 10) wrong = wrong + 1
  if (wrong /= 0) print '(i0, a)', wrong, ' differ'
  if (wrong == 0) print '(a)', 'ok'
end program
