! What is printed is the runtime's own.
program display
  use omp_lib
  implicit none
  logical(8) :: verbose
  verbose = .true.
!$omp parallel
  if (omp_get_num_threads() < 1) stop 1 ! a profile wants a region
!$omp end parallel
  call omp_display_env(.false.)
  call omp_display_env(verbose)
  call omp_display_affinity('%n of %N')
  print '(a)', 'ok'
end program
