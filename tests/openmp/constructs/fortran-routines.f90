! The routines of omp_lib, of default and 8-byte integers.
program routines
  use omp_lib
  implicit none
  integer :: n, chunk, levels, ids(1024), places, i
  integer(8) :: chunk8, ids8(1024), four, zero, one
  integer(omp_sched_kind) :: kind
  integer(omp_lock_kind) :: lock
  integer(omp_nest_lock_kind) :: nest
  integer(omp_allocator_handle_kind) :: handle
  type(omp_alloctrait) :: traits(1)
  integer :: count
  logical :: bad
  logical(8) :: yes8, no8
  character(64) :: text
  real(8) :: before
  traits(1) = omp_alloctrait(omp_atk_alignment, 64)
  bad = .false.
  yes8 = .true.
  no8 = .false.
  four = 4
  zero = 0
  one = 1
  n = omp_get_max_threads()
  print '(i0, a)', n, ' threads'
  call check(omp_get_num_threads() == 1 .and. omp_get_thread_num() == 0, 'outside')
  call check(.not. omp_in_parallel() .and. .not. omp_in_final(), 'in parallel')
  call check(omp_get_num_procs() >= 1, 'procs')
  call omp_set_num_threads(3)
  call check(omp_get_max_threads() == 3, 'num_threads')
  call omp_set_num_threads(four)
  call check(omp_get_max_threads() == 4, 'num_threads of 8 bytes')
  call omp_set_num_threads(n)
  call omp_set_dynamic(.true.)
  call check(omp_get_dynamic(), 'dynamic')
  call omp_set_dynamic(no8)
  call check(.not. omp_get_dynamic(), 'dynamic of 8 bytes')
  call omp_set_schedule(omp_sched_dynamic, 6)
  call omp_get_schedule(kind, chunk)
  call check(kind == omp_sched_dynamic .and. chunk == 6, 'schedule')
  call omp_set_schedule(omp_sched_guided, four)
  call omp_get_schedule(kind, chunk8)
  call check(kind == omp_sched_guided .and. chunk8 == 4, 'schedule of 8 bytes')
  levels = omp_get_max_active_levels()
  call omp_set_max_active_levels(5)
  call check(omp_get_max_active_levels() == 5, 'levels')
  call omp_set_max_active_levels(four)
  call check(omp_get_max_active_levels() == 4, 'levels of 8 bytes')
  call omp_set_nested(yes8)
  call check(omp_get_nested(), 'nested')
  call omp_set_nested(.false.)
  call check(.not. omp_get_nested(), 'not nested')
  call omp_set_max_active_levels(levels)
  call check(omp_get_thread_limit() > 0, 'limit')
  call check(omp_get_supported_active_levels() > 0, 'supported levels')
  call check(omp_get_level() == 0 .and. omp_get_active_level() == 0, 'level')
  call check(omp_get_ancestor_thread_num(0) == 0, 'ancestor')
  call check(omp_get_ancestor_thread_num(one) == -1, 'ancestor of 8 bytes')
  call check(omp_get_team_size(0) == 1 .and. omp_get_team_size(one) == -1, 'team size')
  call check(.not. omp_get_cancellation(), 'cancellation')
  call check(omp_get_max_task_priority() == 0, 'priority')
  call check(omp_get_num_teams() == 1 .and. omp_get_team_num() == 0, 'teams')
  call check(omp_get_num_devices() == 0 .and. omp_is_initial_device(), 'devices')
  call check(omp_get_default_device() == 0 .and. omp_get_initial_device() == 0, 'device')
  call check(omp_get_device_num() == 0, 'device number')
  call omp_set_default_device(0)
  call omp_set_default_device(zero)
  call check(omp_get_proc_bind() >= 0, 'bind')
  places = omp_get_num_places()
  do i = 0, places - 1
    call omp_get_place_proc_ids(i, ids)
    call omp_get_place_proc_ids(int(i, 8), ids8)
    call check(omp_get_place_num_procs(i) == omp_get_place_num_procs(int(i, 8)), 'place')
  end do
  call check(omp_get_place_num() < max(places, 1), 'place number')
  call check(omp_get_partition_num_places() <= places, 'partition')
  call omp_get_partition_place_nums(ids)
  call omp_get_partition_place_nums(ids8)
  call omp_set_affinity_format('%n of %N')
  call check(omp_get_affinity_format(text) == 8 .and. text == '%n of %N', 'format')
  call check(omp_capture_affinity(text, '%N/%n') == 3 .and. text == '1/0', 'capture')
  call check(omp_get_default_allocator() == omp_default_mem_alloc, 'allocator')
  call omp_set_default_allocator(omp_default_mem_alloc)
  handle = omp_init_allocator(omp_default_mem_space, 1, traits)
  call check(handle /= omp_null_allocator, 'an allocator')
  call omp_destroy_allocator(handle)
  handle = omp_init_allocator(omp_default_mem_space, one, traits)
  call omp_destroy_allocator(handle)
  call check(omp_pause_resource(omp_pause_soft, 0) == 0, 'pause')
  i = omp_pause_resource_all(omp_pause_soft)
  call omp_set_num_teams(2)
  call omp_set_num_teams(four)
  call check(omp_get_max_teams() == 4, 'max teams')
  call omp_set_num_teams(0)
  call omp_set_teams_thread_limit(7)
  call omp_set_teams_thread_limit(four)
  call check(omp_get_teams_thread_limit() == 4, 'teams thread limit')
  before = omp_get_wtime()
  call check(omp_get_wtick() > 0 .and. before > 0, 'time')
  call omp_init_lock(lock)
  call omp_init_nest_lock(nest)
  count = 0
!$omp parallel
  call omp_set_lock(lock)
  count = count + 1
  call omp_unset_lock(lock)
  call omp_set_nest_lock(nest)
  if (omp_test_nest_lock(nest) /= 2) call check(.false., 'nest lock')
  call omp_unset_nest_lock(nest)
  call omp_unset_nest_lock(nest)
  do while (.not. omp_test_lock(lock))
  end do
  count = count + 1
  call omp_unset_lock(lock)
!$omp end parallel
  call check(count == 2 * n, 'locks')
  call omp_destroy_lock(lock)
  call omp_destroy_nest_lock(nest)
  call check(omp_get_wtime() >= before, 'time goes on')
  if (.not. bad) print '(a)', 'ok'
contains
  subroutine check(good, what)
    logical, intent(in) :: good
    character(*), intent(in) :: what
    if (.not. good) then
      print '(a, a)', what, ' differs'
      bad = .true.
    end if
  end subroutine
end program
