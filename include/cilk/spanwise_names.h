/*
 * The names that spanwise_tasks.h and the headers that it includes use, and that are not reserved: a program may have made macros of them, by
 * options such as -Dvalue=100. That header begins and ends with this one: it takes such macros away, and gives them back. The test cc.forms-cxx
 * defines all of them.
 */
#pragma GCC system_header
#ifndef SPANWISE_NAMES_TAKEN
#define SPANWISE_NAMES_TAKEN
#pragma push_macro("begin")
#undef begin
#pragma push_macro("current_exception")
#undef current_exception
#pragma push_macro("end")
#undef end
#pragma push_macro("exception")
#undef exception
#pragma push_macro("exception_ptr")
#undef exception_ptr
#pragma push_macro("fp")
#undef fp
#pragma push_macro("loop_begin")
#undef loop_begin
#pragma push_macro("loop_next")
#undef loop_next
#pragma push_macro("parallel")
#undef parallel
#pragma push_macro("rethrow_exception")
#undef rethrow_exception
#pragma push_macro("sp")
#undef sp
#pragma push_macro("state")
#undef state
#pragma push_macro("std")
#undef std
#pragma push_macro("type")
#undef type
#pragma push_macro("value")
#undef value
#else
#undef SPANWISE_NAMES_TAKEN
#pragma pop_macro("begin")
#pragma pop_macro("current_exception")
#pragma pop_macro("end")
#pragma pop_macro("exception")
#pragma pop_macro("exception_ptr")
#pragma pop_macro("fp")
#pragma pop_macro("loop_begin")
#pragma pop_macro("loop_next")
#pragma pop_macro("parallel")
#pragma pop_macro("rethrow_exception")
#pragma pop_macro("sp")
#pragma pop_macro("state")
#pragma pop_macro("std")
#pragma pop_macro("type")
#pragma pop_macro("value")
#endif
