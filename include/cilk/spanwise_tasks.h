/*
 * What `spanwise c++` puts in front of a file with Cilk keywords; not for programs to include. The rewriter
 * (compile/rewrite/emit_cxx.c) turns a spawn into a call of __spanwise_spawn(): see there. The names of functions
 * that begin with __spanwise_task, _body and _range are known to the assembly filter and to the profiler.
 *
 * What a spawned call is given is evaluated before the spawn, by the parent's worker: a parameter passed by value is
 * copied then, a temporary lives until the call has returned. To know which is passed by value, the types of the
 * callee's parameters are taken from its name (__spanwise_sig). Where that names several functions, or a template, or a
 * function object with several operators (), they are taken from the arguments: copies of small trivial ones if
 * the function would take a copy, else references.
 */
#ifndef SPANWISE_CILK_SPANWISE_TASKS_H
#define SPANWISE_CILK_SPANWISE_TASKS_H
#pragma GCC system_header
#include <cilk/spanwise_names.h>

#include <exception>
#include <new>

#define SPANWISE_INLINE inline __attribute__((__always_inline__, __artificial__))

/* The first argument of all lambdas of the rewriter's: its name, __sw_..., tells them from the program's. */
struct __spanwise_ours {
};

/* --- types --- */

template <class _T> struct __spanwise_bare_ {
    using type = _T;
};
template <class _T> struct __spanwise_bare_<_T &> {
    using type = _T;
};
template <class _T> struct __spanwise_bare_<_T &&> {
    using type = _T;
};
template <class _T> using __spanwise_bare = typename __spanwise_bare_<_T>::type;

template <bool _B> struct __spanwise_bool {
    static constexpr bool value = _B;
};
template <class _T, class _U> struct __spanwise_same : __spanwise_bool<false> {
};
template <class _T> struct __spanwise_same<_T, _T> : __spanwise_bool<true> {
};

template <bool _B, class _T, class _F> struct __spanwise_if_ {
    using type = _T;
};
template <class _T, class _F> struct __spanwise_if_<false, _T, _F> {
    using type = _F;
};
template <bool _B, class _T, class _F>
using __spanwise_if = typename __spanwise_if_<_B, _T, _F>::type;

template <class _T> _T &&__spanwise_val() noexcept;

template <class _T> _T __spanwise_decayed(const _T &);
template <class _T> _T __spanwise_decayed(const volatile _T &);
template <class _T> struct __spanwise_uncv {
    using type = _T;
};
template <class _T> struct __spanwise_uncv<const _T> : __spanwise_uncv<_T> {
};
template <class _T> struct __spanwise_uncv<volatile _T> : __spanwise_uncv<_T> {
};
template <class _T> struct __spanwise_uncv<const volatile _T> : __spanwise_uncv<_T> {
};

/* What `auto` makes of it. */
template <class _T> struct __spanwise_auto_ : __spanwise_uncv<__spanwise_bare<_T>> {
};
template <class _T> using __spanwise_auto = typename __spanwise_auto_<_T>::type;

template <class _T> struct __spanwise_is_reference : __spanwise_bool<false> {
};
template <class _T> struct __spanwise_is_reference<_T &> : __spanwise_bool<true> {
};

template <bool... _B>
struct __spanwise_all : __spanwise_same<__spanwise_all<_B...>, __spanwise_all<(_B || true)...>> {
};

/* --- what a callee takes --- */

template <class... _P> struct __spanwise_sig {
};
struct __spanwise_unknown {
};

template <class _D, class _R, class... _P> __spanwise_sig<_P...> __spanwise_function(_R (*)(_P...));
template <class _D, class _R, class _C, class... _P>
__spanwise_sig<_P...> __spanwise_method(_R (_C::*)(_P...));
template <class _D, class _R, class _C, class... _P>
__spanwise_sig<_P...> __spanwise_method(_R (_C::*)(_P...) const);
template <class _D, class _R, class _C, class... _P>
__spanwise_sig<_P...> __spanwise_method(_R (_C::*)(_P...) &);
template <class _D, class _R, class _C, class... _P>
__spanwise_sig<_P...> __spanwise_method(_R (_C::*)(_P...) const &);
template <class _D, class _R, class... _P> __spanwise_sig<_P...> __spanwise_method(_R (*)(_P...));
#if __cplusplus >= 201703L
template <class _D, class _R, class... _P>
__spanwise_sig<_P...> __spanwise_function(_R (*)(_P...) noexcept);
template <class _D, class _R, class _C, class... _P>
__spanwise_sig<_P...> __spanwise_method(_R (_C::*)(_P...) noexcept);
template <class _D, class _R, class _C, class... _P>
__spanwise_sig<_P...> __spanwise_method(_R (_C::*)(_P...) const noexcept);
template <class _D, class _R, class... _P>
__spanwise_sig<_P...> __spanwise_method(_R (*)(_P...) noexcept);
#endif
/* An object is called: a generic one does not say what it takes, and is not something else of its name. */
template <class _D, class _F>
auto __spanwise_called(int) -> decltype(__spanwise_method<_D>(&_F::operator()));
template <class _D, class _F> __spanwise_unknown __spanwise_called(long);
template <class _D, class _F>
auto __spanwise_function(const _F &) -> decltype(__spanwise_called<_D, _F>(0));
template <class _D, class _T, class _C>
auto __spanwise_method(_T _C::*) -> decltype(__spanwise_function<_D>(__spanwise_val<_T &>()));

/* A class, as something that depends on D: it is no error to ask it for what it has not got. */
template <class _T, class _D> struct __spanwise_class {
    using type = _T;
};

/* A probe is a generic lambda whose result says it; where that makes no sense, the second one may; else it is not known. */
template <class _L> auto __spanwise_probe(const _L &__l, int) -> decltype(__l(0));
template <class _L> __spanwise_unknown __spanwise_probe(const _L &, long);
template <class _L, class _F>
auto __spanwise_probe(const _L &__l, const _F &, int) -> decltype(__l(0));
template <class _L, class _F>
auto __spanwise_probe(const _L &, const _F &__f, long) -> decltype(__spanwise_probe(__f, 0));

/* In place of what the arguments numbered I... are for: only the type of the object, the first of the arguments, says that.
 * L is given a pointer to it. */
template <class _L, unsigned... _I> struct __spanwise_by_object {
};
struct __spanwise_object_itself {
    template <class _O> auto operator()(_O *__p) const -> decltype(__spanwise_function<_O>(*__p));
};
template <class _L, class _O>
auto __spanwise_ask(int)
    -> decltype(__spanwise_val<const _L &>()(static_cast<__spanwise_bare<_O> *>(nullptr)));
template <class _L, class _O> __spanwise_unknown __spanwise_ask(long);

/* The parameters that arguments numbered I... are for, of those that are known. */
template <unsigned _I, class... _P> struct __spanwise_at {
};
template <unsigned _I, class _T, class... _P>
struct __spanwise_at<_I, _T, _P...> : __spanwise_at<_I - 1, _P...> {
};
template <class _T, class... _P> struct __spanwise_at<0, _T, _P...> {
    using type = _T;
};
template <class _S, unsigned... _I> struct __spanwise_pick_ {
    using type = __spanwise_unknown;
};
template <class... _P, unsigned... _I> struct __spanwise_pick_<__spanwise_sig<_P...>, _I...> {
    using type = __spanwise_sig<typename __spanwise_at<_I, _P...>::type...>;
};
template <class _S> struct __spanwise_is_known : __spanwise_bool<false> {
};
template <class... _P> struct __spanwise_is_known<__spanwise_sig<_P...>> : __spanwise_bool<true> {
};
template <class _S, unsigned... _I>
using __spanwise_pick = typename __spanwise_pick_<_S, _I...>::type;

#ifdef __spanwise_tasks__
/* --- frames --- */

extern "C" {
__attribute__((__weak__, __visibility__("default"))) extern void *
__spanwise_outcome(__spanwise_frame *, unsigned long, void (*)(void *), void (*)(void *, void *));
}

struct __spanwise_cxx_frame : __spanwise_frame {
    void *
        __exception; /* a std::exception_ptr: of the children that have ended so; only if `state` says so */

    /* What is allocated has no size, but makes the compiler use the frame pointer. */
    SPANWISE_INLINE __spanwise_cxx_frame(void *__frame_pointer, void *__allocated)
    {
        state = -1UL;
        fp = (unsigned long)__frame_pointer;
        __asm__ __volatile__("" : : "r"(__allocated));
    }
    __spanwise_cxx_frame(const __spanwise_cxx_frame &) = delete;

    SPANWISE_INLINE void __wait()
    {
        if (__builtin_expect(state != -1UL, 0))
            __spanwise_wait(&state);
    }

#ifdef __EXCEPTIONS
    static_assert(sizeof(std::exception_ptr) == sizeof(void *), "a frame keeps one in a pointer");

    static constexpr unsigned long __thrown = 2; /* SW_FRAME_THROWN of agent/cilk/sched/frame.h */

    SPANWISE_INLINE bool __has_thrown() const
    {
        return !(state & __thrown);
    }

    /* A thief may change the state at the same time. */
    void __take(std::exception_ptr &&__other) noexcept
    {
        if (__has_thrown())
            return;
        ::new (&__exception) std::exception_ptr(static_cast<std::exception_ptr &&>(__other));
        __atomic_fetch_and(&state, ~__thrown, 0);
    }

    /* By the address of a member: the compiler would keep that of the frame in a register for its sake. */
    static std::exception_ptr __give(unsigned long *state) noexcept
    {
        void *&__exception = *reinterpret_cast<void **>(state + 1);
        __atomic_fetch_or(state, __thrown, 0);
        std::exception_ptr &__kept = reinterpret_cast<std::exception_ptr &>(__exception);
        std::exception_ptr __given = static_cast<std::exception_ptr &&>(__kept);
        __kept.~exception_ptr();
        return __given;
    }

    /* Of two children that end by an exception, the serially first counts. These are the callbacks of a reducer, whose
     * views look like frames. */
    static void __make_view(void *__view)
    {
        static_cast<__spanwise_cxx_frame *>(__view)->state = -1UL;
    }

    static void __reduce_views(void *__left, void *__right)
    {
        __spanwise_cxx_frame *__r = static_cast<__spanwise_cxx_frame *>(__right);
        if (__r->__has_thrown())
            static_cast<__spanwise_cxx_frame *>(__left)->__take(__give(&__r->state));
    }

    /* A child has ended by the exception that is being handled. */
    __attribute__((__noinline__, __cold__)) void __keep() noexcept
    {
        void *__view = __spanwise_outcome
                           ? __spanwise_outcome(this, sizeof *this, __make_view, __reduce_views)
                           : this;
        static_cast<__spanwise_cxx_frame *>(__view)->__take(std::current_exception());
    }

    __attribute__((__noinline__, __cold__, __noreturn__)) static void
    __rethrow(unsigned long *state)
    {
        std::rethrow_exception(__give(state));
    }

    /* After a wait. */
    SPANWISE_INLINE void __check()
    {
        if (__builtin_expect(__has_thrown(), 0))
            __rethrow(&state);
    }
#else
    SPANWISE_INLINE void __check()
    {
    }
#endif

    /* Its state is not what it began with. */
    SPANWISE_INLINE void __sync()
    {
        __spanwise_wait(&state);
        __check();
    }

    /* What was pushed around the call of a task (agent/cilk/sched/frame.h) is still on the stack if the arguments
     * have thrown, which an odd frame pointer says. */
    SPANWISE_INLINE void __drop()
    {
        if (!(fp & 1))
            return;
        fp &= ~1UL;
#ifdef __aarch64__
        __asm__ __volatile__(".ifdef .Lspanwise_filtered\n\tmov sp, %0\n\t.endif"
                             :
                             : "r"(sp)
                             : "memory");
#else
        __asm__ __volatile__(".ifdef .Lspanwise_filtered\n\t{movq %0, %%rsp|mov rsp, %0}\n\t.endif"
                             :
                             : "r"(sp)
                             : "memory");
#endif
    }

    /* The function itself ends by an exception: those of its children come before it. In line: only the function that
     * has the frame can wait. */
    SPANWISE_INLINE void __fail()
    {
        __drop();
        if (__builtin_expect(state != -1UL, 0))
            __sync();
    }

    SPANWISE_INLINE ~__spanwise_cxx_frame() noexcept(false)
    {
        if (__spanwise_leave(this))
            __check();
    }
};

static_assert(sizeof(__spanwise_cxx_frame) == sizeof(__spanwise_frame) + sizeof(void *),
              "give() knows where the exception is");

/* Before the variables that were declared before it are destroyed, children are waited for. */
struct __spanwise_guard {
    __spanwise_cxx_frame &__frame;
    SPANWISE_INLINE ~__spanwise_guard()
    {
        __frame.__wait();
    }
};

#endif

struct __spanwise_cxx_scope {
    SPANWISE_INLINE ~__spanwise_cxx_scope()
    {
        __spanwise_scope_end(nullptr);
    }
};

#ifdef __spanwise_tasks__
/* --- results --- */

/* The variable of `T x = cilk_spawn f()`, which the child makes. */
template <class _T, bool = __is_trivially_constructible(_T) && __has_trivial_destructor(_T)>
struct __spanwise_slot {
    union {
        _T value;
    };
    __spanwise_cxx_frame &__frame;
    bool __made = false;
    SPANWISE_INLINE explicit __spanwise_slot(__spanwise_cxx_frame &__f) : __frame(__f)
    {
    }
    SPANWISE_INLINE ~__spanwise_slot()
    {
        __frame.__wait();
        if (__made)
            value.~_T();
    }
    static constexpr bool __takes = false;
    template <class _R> void __take(_R &&)
    {
    }
};
template <class _T> struct __spanwise_slot<_T, true> {
    typename __spanwise_uncv<_T>::type value;
    SPANWISE_INLINE explicit __spanwise_slot(__spanwise_cxx_frame &)
    {
    }
    SPANWISE_INLINE ~__spanwise_slot()
    {
    }
    /* The child need not make it in its place, and keep that in a register. */
    static constexpr bool __takes = true;
    bool __made;
    template <class _R> SPANWISE_INLINE void __take(_R &&__result)
    {
        ::new ((void *)__builtin_addressof(value)) _T(static_cast<_R &&>(__result));
    }
};

/*
 * The reference of `T &x = cilk_spawn f()`, which the child binds. It is a member, and x a structured binding, which stands
 * for the member: where x is used, it is read. D is its type, R that of the call. What must be kept for it (a result by
 * value, or converted) is of type Kept; void: nothing.
 */
template <class _D> struct __spanwise_bound {
    _D value;
    SPANWISE_INLINE explicit __spanwise_bound(_D __p) : value(static_cast<_D>(__p))
    {
    }
};

/* The type of `auto &x` and the like, of which L is a lambda's parameter, where R is that of the call; not value: there is none,
 * and all but that is as if it were `auto &&`. */
template <class _T> struct __spanwise_deduced : __spanwise_bool<true> {
    using type = _T;
};
template <class _R> struct __spanwise_not_deduced : __spanwise_bool<false> {
    using type = _R &&;
};
template <class _R, class _L>
auto __spanwise_deduce(const _L &__l, int)
    -> __spanwise_deduced<decltype(__l(__spanwise_val<_R>()))>;
template <class _R, class _L> __spanwise_not_deduced<_R> __spanwise_deduce(const _L &, long);

template <class _D, class _R, class _T = __spanwise_bare<_D>, class _F = __spanwise_bare<_R>>
struct __spanwise_kept {
    static __spanwise_bool<true> __test(_T *);
    static __spanwise_bool<false> __test(...);
    static constexpr bool __fits = decltype(__test(static_cast<_F *>(nullptr)))::value;
    static constexpr bool __must =
        __spanwise_is_reference<_D>::value &&
        !__spanwise_same<_T, const _T>::value; /* be bound to a variable */
    static_assert(__fits || __must || !__is_class(_F),
                  "a reference to the result of cilk_spawn that has to be converted; declare a "
                  "variable, or a reference to the type that the function returns");
    using type = __spanwise_if<__must || (__fits && !__spanwise_same<_R, _F>::value), void,
                               __spanwise_if<__fits, _R, typename __spanwise_uncv<_T>::type>>;
};

template <class _D, class _R, class _Kept = typename __spanwise_kept<_D, _R>::type>
struct __spanwise_reference {
    using _Made = _Kept;
    union {
        __spanwise_bound<_D> __bound;
    };
    __spanwise_slot<_Kept> __slot;
    SPANWISE_INLINE explicit __spanwise_reference(__spanwise_cxx_frame &__f) : __slot(__f)
    {
    }
    SPANWISE_INLINE void *__place()
    {
        return (void *)__builtin_addressof(__slot.value);
    }
    SPANWISE_INLINE void __bind()
    {
        __slot.__made = true;
        ::new ((void *)__builtin_addressof(__bound))
            __spanwise_bound<_D>(static_cast<_Kept &&>(__slot.value));
    }
};
template <class _D, class _R> struct __spanwise_reference<_D, _R, void> {
    using _Made = __spanwise_bound<_D>;
    union {
        __spanwise_bound<_D> __bound;
    };
    SPANWISE_INLINE explicit __spanwise_reference(__spanwise_cxx_frame &)
    {
    }
    SPANWISE_INLINE void *__place()
    {
        return (void *)__builtin_addressof(__bound);
    }
    SPANWISE_INLINE void __bind()
    {
    }
};

/* As MIT Cilk has it: no update is lost where several children update the same variable. */
template <class _T, class _F> SPANWISE_INLINE void __spanwise_update(_T &__target, _F &&__f)
{
    static_assert(
        sizeof(_T) <= 8 && __is_trivially_copyable(_T),
        "a variable that cilk_spawn updates must be a number or a pointer of at most 8 bytes; "
        "assign to another one and update after the sync");
    _T __old, __now;
    __atomic_load(&__target, &__old, 0);
    do {
        __now = __old;
        __f(__now);
    } while (!__atomic_compare_exchange(&__target, &__old, &__now, 0, 0, 0));
}

/* --- arguments --- */

/* A copy of what the parent has in a variable; the callee sees a variable, too. */
template <class _T> struct __spanwise_copy {
    typename __spanwise_uncv<_T>::type value;
};

/* __spanwise_copy is made of what it copies. */
template <class _P> struct __spanwise_in_ {
    using type = _P;
};
template <class _T> struct __spanwise_in_<__spanwise_copy<_T>> {
    using type = typename __spanwise_uncv<_T>::type;
};
template <class _P> using __spanwise_in = typename __spanwise_in_<_P>::type;

template <class _P> struct __spanwise_pass {
    template <class _T> static SPANWISE_INLINE _P &&__out(_T &__p)
    {
        return static_cast<_P &&>(__p);
    }
    static SPANWISE_INLINE _P __in(_P __p)
    {
        return static_cast<_P>(__p);
    }
};
template <class _T> struct __spanwise_pass<__spanwise_copy<_T>> {
    static SPANWISE_INLINE _T &__out(__spanwise_copy<_T> &__p)
    {
        return __p.value;
    }
    static SPANWISE_INLINE _T &__out(typename __spanwise_uncv<_T>::type &__p)
    {
        return __p;
    }
    static SPANWISE_INLINE __spanwise_copy<_T> __in(const _T &__p)
    {
        return {__p};
    }
};

template <class... _T> struct __spanwise_types {
};

template <class _Call, class... _A>
auto __spanwise_test_call(int)
    -> decltype(__spanwise_val<const _Call &>()(__spanwise_ours(), __spanwise_val<_A>()...),
                __spanwise_bool<true>());
template <class _Call, class... _A> __spanwise_bool<false> __spanwise_test_call(long);

/* Would a copy of it do? Only a variable can change before it is read. */
template <class _T, unsigned long _Size = sizeof(_T)>
__spanwise_bool<__is_trivially_copyable(_T) && _Size <= 64> __spanwise_is_small(int);
template <class _T> __spanwise_bool<false> __spanwise_is_small(long);
template <class _A> struct __spanwise_may_copy : __spanwise_bool<false> {
};
template <class _T> struct __spanwise_may_copy<_T &> : decltype(__spanwise_is_small<_T>(0)) {
};
template <class _T, unsigned long _N>
struct __spanwise_may_copy<_T (&)[_N]> : __spanwise_bool<false> {
};
template <class _T> struct __spanwise_may_copy<_T (&)[]> : __spanwise_bool<false> {
};
template <class _R, class... _P>
struct __spanwise_may_copy<_R (&)(_P...)> : __spanwise_bool<false> {
};

/* How arguments of types A... are held if the callee does not say. */
template <bool _May, class _Call, class _Before, class _A, class... _After>
struct __spanwise_hold_one {
    using type = _A &&;
};
template <class _Call, class... _B, class _T, class... _After>
struct __spanwise_hold_one<true, _Call, __spanwise_types<_B...>, _T &, _After...> {
    using type = __spanwise_if<
        decltype(__spanwise_test_call<_Call, _B..., typename __spanwise_uncv<_T>::type, _After...>(
            0))::value,
        __spanwise_copy<_T>, _T &>;
};
template <class _Call, class _Before, class _Done, class... _A> struct __spanwise_hold;
template <class _Call, class _Before, class... _D>
struct __spanwise_hold<_Call, _Before, __spanwise_types<_D...>> {
    using type = __spanwise_sig<_D...>;
};
template <class _Call, class... _B, class... _D, class _A, class... _After>
struct __spanwise_hold<_Call, __spanwise_types<_B...>, __spanwise_types<_D...>, _A, _After...>
    : __spanwise_hold<_Call, __spanwise_types<_B..., _A>,
                      __spanwise_types<_D..., typename __spanwise_hold_one<
                                                  __spanwise_may_copy<_A>::value, _Call,
                                                  __spanwise_types<_B...>, _A, _After...>::type>,
                      _After...> {
};

/* The list of arguments, as types. */
struct __spanwise_list {
    template <class... _A> __spanwise_types<_A...> operator()(_A &&...) const
    {
        return {};
    }
};

/* The object in front of them only: what is in braces has a type only as a parameter. */
template <class... _P> struct __spanwise_list_object {
    template <class _O> __spanwise_types<_O> operator()(_O &&, __spanwise_in<_P>...) const
    {
        return {};
    }
};

/* Does it go into a register, wherever it comes from? */
template <class _P>
struct __spanwise_direct : __spanwise_bool<!__is_class(_P) && !__is_union(_P) && sizeof(_P) <= 8> {
};
template <class _T> struct __spanwise_direct<_T &> : __spanwise_bool<true> {
};
template <class _T> struct __spanwise_direct<const _T &> : __spanwise_bool<false> {
};
template <class _T> struct __spanwise_direct<_T &&> : __spanwise_bool<false> {
};
template <class _T>
struct __spanwise_direct<__spanwise_copy<_T>> : __spanwise_bool<sizeof(_T) <= 8> {
};

template <class _Call, class _S> struct __spanwise_is_direct;
template <class _Call, class... _P>
struct __spanwise_is_direct<_Call, __spanwise_sig<_P...>>
    : __spanwise_bool<sizeof...(_P) <= 3 && sizeof(_Call) <= 16 &&
                      __spanwise_all<__spanwise_direct<_P>::value...>::value> {
};

/* --- tasks --- */

#define SPANWISE_TASK __attribute__((__noipa__, __optimize__("omit-frame-pointer")))

#ifdef __EXCEPTIONS
#define SPANWISE_TRY try
#define SPANWISE_CATCH(...) \
    catch (...)             \
    {                       \
        __VA_ARGS__;        \
    }
#else
#define SPANWISE_TRY
#define SPANWISE_CATCH(...)
#endif

#ifdef __EXCEPTIONS
/* A spawned call has ended by the exception that is being handled. */
__attribute__((__noinline__, __cold__)) inline void
__spanwise_keep(__spanwise_frame *__frame) noexcept
{
    static_cast<__spanwise_cxx_frame *>(__frame)->__keep();
}
#endif

/* What the task needs behind the call waits in memory: a register to keep it in would have to be saved. */
template <class _Call, class... _P>
SPANWISE_TASK __spanwise_frame *__spanwise_task_direct(__spanwise_frame *__f, _Call __call,
                                                       _P... __p)
{
    __spanwise_frame *volatile __frame = __f;
    __asm__ __volatile__("" : : "r"(&__call) : "memory");
    __spanwise_push(__f);
    SPANWISE_TRY
    {
        __call(__spanwise_ours(), __spanwise_pass<_P>::__out(__p)...);
    }
    SPANWISE_CATCH(__spanwise_spawn_end(); __spanwise_keep(__frame))
    return __spanwise_popped(__frame);
}

/* Arguments that do not go into registers are evaluated in the task itself, before it pushes the frame. */
template <class _Call, class _Args> struct __spanwise_whole {
    _Call __call;
    _Args __args;
};

/* The object that is called, or of whose class the method is, comes first; it is never copied, but for a pointer to
 * a function. */
template <class _O> struct __spanwise_object {
    using type = _O &&;
};
template <class _R, class... _P> struct __spanwise_object<_R (*&)(_P...)> {
    using type = __spanwise_copy<_R (*)(_P...)>;
};

template <class _Sig, class _List> struct __spanwise_of_object;
template <class... _P, class _O, class... _A>
struct __spanwise_of_object<__spanwise_sig<_P...>, __spanwise_types<_O, _A...>> {
    using type = __spanwise_sig<typename __spanwise_object<_O>::type, _P...>;
};

template <bool _Object, class _Call, class _A> struct __spanwise_held;
template <class _Call, class... _A>
struct __spanwise_held<false, _Call, __spanwise_types<_A...>>
    : __spanwise_hold<_Call, __spanwise_types<>, __spanwise_types<>, _A...> {
};
template <class _Call, class _O, class... _A>
struct __spanwise_held<true, _Call, __spanwise_types<_O, _A...>>
    : __spanwise_hold<_Call, __spanwise_types<_O>,
                      __spanwise_types<typename __spanwise_object<_O>::type>, _A...> {
};

struct __spanwise_begin {
    __spanwise_frame *__frame;
    bool *__pushed;
    SPANWISE_INLINE void operator()() const
    {
        *__pushed = true;
        __spanwise_push(__frame);
    }
};

/* The parameters are known; of those of a method, but for its object; or none. */
template <class _Call, class... _P> struct __spanwise_run {
    __spanwise_begin begin;
    const _Call *__call;
    SPANWISE_INLINE void operator()(__spanwise_in<_P>... __p) const
    {
        begin();
        (*__call)(__spanwise_ours(), __spanwise_pass<_P>::__out(__p)...);
    }
};
template <class _Call, class... _P> struct __spanwise_run_object {
    __spanwise_begin begin;
    const _Call *__call;
    template <class _O> SPANWISE_INLINE void operator()(_O &&__o, __spanwise_in<_P>... __p) const
    {
        begin();
        (*__call)(__spanwise_ours(), static_cast<_O &&>(__o), __spanwise_pass<_P>::__out(__p)...);
    }
};
template <class _Call, bool _Object> struct __spanwise_run_unknown {
    __spanwise_begin begin;
    const _Call *__call;
    template <class... _A> SPANWISE_INLINE void operator()(_A &&...__a) const
    {
        using _Types = typename __spanwise_held<_Object, _Call, __spanwise_types<_A...>>::type;
        __run(static_cast<_Types *>(nullptr), static_cast<_A &&>(__a)...);
    }

  private:
    template <class... _P>
    SPANWISE_INLINE void __run(__spanwise_sig<_P...> *, __spanwise_in<_P>... __p) const
    {
        __spanwise_run<_Call, _P...>{begin, __call}(static_cast<__spanwise_in<_P> &&>(__p)...);
    }
};

template <class _Call, class _Run, class _Args>
SPANWISE_TASK __spanwise_frame *__spanwise_task_whole(__spanwise_frame *__f, _Run *,
                                                      const __spanwise_whole<_Call, _Args> *__given)
{
    __spanwise_frame *volatile __frame = __f;
    __spanwise_whole<_Call, _Args> __whole = *__given;
    bool __pushed = false;
    SPANWISE_TRY
    {
        __whole.__args(_Run{{__f, &__pushed}, &__whole.__call});
    }
    SPANWISE_CATCH(if (!__pushed) {
        __frame->fp |= 1;
        throw;
    } __spanwise_spawn_end();
                   __spanwise_keep(__frame))
    return __spanwise_popped(__frame);
}

template <class _Call, class... _P> struct __spanwise_run_direct {
    __spanwise_cxx_frame *__frame;
    const _Call *__call;
    SPANWISE_INLINE void operator()(__spanwise_in<_P>... __p) const
    {
        __spanwise_task_direct<_Call, _P...>(__frame, *__call, __spanwise_pass<_P>::__in(__p)...);
    }
};

template <class _Call, class _Args, class... _P, class _Run>
SPANWISE_INLINE void __spanwise_spawn_by(__spanwise_bool<true>, __spanwise_cxx_frame &__frame,
                                         __spanwise_sig<_P...> *, _Run *, const _Call &__call,
                                         const _Args &__args)
{
    __args(__spanwise_run_direct<_Call, _P...>{&__frame, &__call});
}

template <class _Call, class _Args, class _Types, class _Run>
SPANWISE_INLINE void __spanwise_spawn_by(__spanwise_bool<false>, __spanwise_cxx_frame &__frame,
                                         _Types *, _Run *__run, const _Call &__call,
                                         const _Args &__args)
{
    const __spanwise_whole<_Call, _Args> __whole = {__call, __args};
    __spanwise_task_whole(&__frame, __run, &__whole);
}

/* Types: how all arguments are held; Run: what takes them in the task. */
template <class _Args>
using __spanwise_listed = decltype(__spanwise_val<const _Args &>()(__spanwise_list()));
template <bool _Object, class _Sig, class _Rival, class _Call, class _Args> struct __spanwise_how {
    using _Types = typename __spanwise_held<_Object, _Call, __spanwise_listed<_Args>>::type;
    using _Run = __spanwise_run_unknown<_Call, _Object>;
};
template <class... _P, class _Call, class _Args>
struct __spanwise_how<false, __spanwise_sig<_P...>, void, _Call, _Args> {
    using _Types = __spanwise_sig<_P...>;
    using _Run = __spanwise_run<_Call, _P...>;
};
template <class... _P, class _Call, class _Args>
struct __spanwise_how<true, __spanwise_sig<_P...>, void, _Call, _Args> {
    using _List = decltype(__spanwise_val<const _Args &>()(__spanwise_list_object<_P...>()));
    using _Types = typename __spanwise_of_object<__spanwise_sig<_P...>, _List>::type;
    using _Run = __spanwise_run_object<_Call, _P...>;
};

/* Some argument is a pack: the parameters of as many as there are. */
template <class _Sig> struct __spanwise_spread {
};
template <class _Done, class _Sig, class _List> struct __spanwise_first {
    using type = __spanwise_unknown;
};
template <class... _D, class _T, class... _P, class _A, class... _After>
struct __spanwise_first<__spanwise_sig<_D...>, __spanwise_sig<_T, _P...>,
                        __spanwise_types<_A, _After...>>
    : __spanwise_first<__spanwise_sig<_D..., _T>, __spanwise_sig<_P...>,
                       __spanwise_types<_After...>> {
};
template <class... _D, class... _P>
struct __spanwise_first<__spanwise_sig<_D...>, __spanwise_sig<_P...>, __spanwise_types<>> {
    using type = __spanwise_sig<_D...>;
};
template <bool _Object, class _List> struct __spanwise_given {
    using type = _List;
};
template <class _O, class... _A> struct __spanwise_given<true, __spanwise_types<_O, _A...>> {
    using type = __spanwise_types<_A...>;
};
template <bool _Object, class _Sig, class _Call, class _Args>
struct __spanwise_how<_Object, __spanwise_spread<_Sig>, void, _Call, _Args>
    : __spanwise_how<_Object,
                     typename __spanwise_first<
                         __spanwise_sig<>, _Sig,
                         typename __spanwise_given<_Object, __spanwise_listed<_Args>>::type>::type,
                     void, _Call, _Args> {
};

template <class _L, class _List> struct __spanwise_asked;
template <class _L, class _O, class... _A>
struct __spanwise_asked<_L, __spanwise_types<_O, _A...>> {
    using type = decltype(__spanwise_ask<_L, _O>(0));
};
template <class _L, unsigned... _I, class _Call, class _Args>
struct __spanwise_how<true, __spanwise_by_object<_L, _I...>, void, _Call, _Args>
    : __spanwise_how<
          true,
          __spanwise_pick<typename __spanwise_asked<_L, __spanwise_listed<_Args>>::type, _I...>,
          void, _Call, _Args> {
};

/*
 * A function that the namespaces of the arguments have as well may be the one that is called. Then only what both would have to take as
 * it is counts of what the name says: parameters by value that have the type of their argument.
 */
template <class _Rival, class _List> struct __spanwise_has_rival;
template <class _Rival, class... _A>
struct __spanwise_has_rival<_Rival, __spanwise_types<_A...>>
    : __spanwise_uncv<
          __spanwise_bare<decltype(*_Rival::__sw_test(0, __spanwise_val<_A>()...))>>::type {
};
template <class _P, class _A>
using __spanwise_taken = __spanwise_bool<__spanwise_same<_P, __spanwise_auto<_A>>::value>;
template <class _Sig, class _Held, class _List> struct __spanwise_doubted {
    using type = _Held; /* defaults: not as many */
};
template <class... _P, class... _H, class... _A>
struct __spanwise_doubted<__spanwise_sig<_P...>, __spanwise_sig<_H...>, __spanwise_types<_A...>> {
    using type = __spanwise_sig<__spanwise_if<__spanwise_taken<_P, _A>::value, _P, _H>...>;
};
template <class _Call, class _Sig> struct __spanwise_run_of;
template <class _Call, class... _P> struct __spanwise_run_of<_Call, __spanwise_sig<_P...>> {
    using type = __spanwise_run<_Call, _P...>;
};
template <class _Sig, class _Call, class _Args> struct __spanwise_how_doubted {
    using _List = __spanwise_listed<_Args>;
    using _Types =
        typename __spanwise_doubted<_Sig, typename __spanwise_held<false, _Call, _List>::type,
                                    _List>::type;
    using _Run = typename __spanwise_run_of<_Call, _Types>::type;
};
template <class... _P, class _Rival, class _Call, class _Args>
struct __spanwise_how<false, __spanwise_sig<_P...>, _Rival, _Call, _Args>
    : __spanwise_if<__spanwise_has_rival<_Rival, __spanwise_listed<_Args>>::value,
                    __spanwise_how_doubted<__spanwise_sig<_P...>, _Call, _Args>,
                    __spanwise_how<false, __spanwise_sig<_P...>, void, _Call, _Args>> {
};

/*
 * Spawns `call`, a lambda that takes the arguments, makes the spawned call and stores its result. `args` is one that
 * calls what it is given with the arguments as the program has them.
 */
template <class _Sig, bool _Object, class _Rival, class _Call, class _Args>
SPANWISE_INLINE void __spanwise_spawn(__spanwise_cxx_frame &__frame, const _Call &__call,
                                      const _Args &__args)
{
    using _How = __spanwise_how<_Object, _Sig, _Rival, _Call, _Args>;
    using _Direct = __spanwise_bool<__spanwise_is_direct<_Call, typename _How::_Types>::value>;
    __spanwise_spawn_by(_Direct(), __frame, static_cast<typename _How::_Types *>(nullptr),
                        static_cast<typename _How::_Run *>(nullptr), __call, __args);
}

#endif

/* --- loops --- */

template <class _I>
auto __spanwise_test_count(int)
    -> decltype(__spanwise_val<const _I &>() + 1L, __spanwise_bool<true>());
template <class _I> __spanwise_bool<false> __spanwise_test_count(long);
template <class _I>
using __spanwise_counts =
    __spanwise_bool<!__is_class(_I) || decltype(__spanwise_test_count<_I>(0))::value>;

/* How far it is from one to the other, and the value n steps on: of integers and pointers, or of iterators. */
template <bool _IsClass, bool> struct __spanwise_count {
    template <class _I, class _L>
    static SPANWISE_INLINE unsigned long __trips(const _I &__i, const _L &__limit, bool __holds,
                                                 long __step, int __test)
    {
        using _C = __spanwise_auto<decltype(true ? __i : __limit)>;
        return __spanwise_trips(__holds, (unsigned long)(_C)__i, (unsigned long)(_C)__limit,
                                __unit((_I *)nullptr), __step, __test,
                                ~0UL >> (64 - 8 * sizeof(_I)));
    }
    template <class _I> static SPANWISE_INLINE _I __on(_I __i, unsigned long __n, long __step)
    {
        return (_I)(__i + (long)(__n * (unsigned long)__step));
    }

  private:
    template <class _T> static constexpr unsigned long __unit(_T **)
    {
        return sizeof(_T);
    }
    static constexpr unsigned long __unit(void *)
    {
        return 1;
    }
};
template <> struct __spanwise_count<true, false> { /* has been said */
    template <class _I, class _L>
    static unsigned long __trips(const _I &, const _L &, bool, long, int);
    template <class _I> static _I __on(const _I &, unsigned long, long);
};
template <> struct __spanwise_count<true, true> {
    template <class _I, class _L>
    static SPANWISE_INLINE unsigned long __trips(const _I &__i, const _L &__limit, bool __holds,
                                                 long __step, int __test)
    {
        return __spanwise_trips(__holds, 0, __holds ? (unsigned long)(__limit - __i) : 0, 1, __step,
                                __test, ~0UL);
    }
    template <class _I>
    static SPANWISE_INLINE _I __on(const _I &__i, unsigned long __n, long __step)
    {
        return __i + (long)(__n * (unsigned long)__step);
    }
};

template <class _I, class _L>
SPANWISE_INLINE unsigned long __spanwise_count_trips(const _I &__i, const _L &__limit, bool __holds,
                                                     long __step, int __test)
{
    return __spanwise_count<__is_class(_I), __spanwise_counts<_I>::value>::__trips(
        __i, __limit, __holds, __step, __test);
}

template <class _I>
SPANWISE_INLINE _I __spanwise_count_on(const _I &__i, unsigned long __n, long __step)
{
    return __spanwise_count<__is_class(_I), __spanwise_counts<_I>::value>::__on(__i, __n, __step);
}

/* Where a range begins and ends: an array, what has its own begin and end, or those of its namespace. */
struct __spanwise_ends {
    template <class _T, unsigned long _N> static SPANWISE_INLINE _T *__first(_T (&__r)[_N], int)
    {
        return __r;
    }
    template <class _T, unsigned long _N> static SPANWISE_INLINE _T *__last(_T (&__r)[_N], int)
    {
        return __r + _N;
    }
    template <class _R> static SPANWISE_INLINE auto __first(_R &__r, int) -> decltype(__r.begin())
    {
        return __r.begin();
    }
    template <class _R> static SPANWISE_INLINE auto __last(_R &__r, int) -> decltype(__r.end())
    {
        return __r.end();
    }
    template <class _R> static SPANWISE_INLINE auto __first(_R &__r, long) -> decltype(begin(__r))
    {
        return begin(__r);
    }
    template <class _R> static SPANWISE_INLINE auto __last(_R &__r, long) -> decltype(end(__r))
    {
        return end(__r);
    }
};

/* `iterate(from, n)` runs n iterations; `divide` and `sync` have the sleds of their kinds. */
template <class _Iterate, class _Divide, class _Sync> struct __spanwise_loop_parts {
    _Iterate __iterate;
    _Divide __divide;
    _Sync __sync;
    unsigned long __grain;
};

template <class _Iterate, class _Divide, class _Sync>
SPANWISE_INLINE __spanwise_loop_parts<_Iterate, _Divide, _Sync>
__spanwise_parts(const _Iterate &__iterate, const _Divide &__divide, const _Sync &__sync,
                 unsigned long __grain)
{
    return {__iterate, __divide, __sync, __grain};
}

template <class _Iterate, class _Divide, class _Sync>
__attribute__((__noinline__)) void
__spanwise_body(const __spanwise_loop_parts<_Iterate, _Divide, _Sync> *__loop, unsigned long __from,
                unsigned long __n)
{
    __loop->__iterate(__from, __n);
}

#ifdef __spanwise_tasks__
template <class _Loop>
__attribute__((__noinline__)) void __spanwise_range(const _Loop *__loop, unsigned long __from,
                                                    unsigned long __to);

template <class _Iterate, class _Divide, class _Sync>
SPANWISE_TASK __spanwise_frame *
__spanwise_task_range(__spanwise_frame *__f,
                      const __spanwise_loop_parts<_Iterate, _Divide, _Sync> *__loop,
                      unsigned long __from, unsigned long __to)
{
    __spanwise_frame *volatile __frame = __f;
    __spanwise_push(__f);
    SPANWISE_TRY
    {
        __loop->__divide([&](__spanwise_ours __sw_0) __attribute__((__always_inline__)) {
            __spanwise_range(__loop, __from, __to);
        });
    }
    SPANWISE_CATCH(__spanwise_spawn_end(); __spanwise_keep(__frame))
    return __spanwise_popped(__frame);
}

template <class _Loop>
__attribute__((__noinline__)) void __spanwise_range(const _Loop *__loop, unsigned long __from,
                                                    unsigned long __to)
{
    __spanwise_cxx_frame __frame(__builtin_frame_address(0), __builtin_alloca(0));
    SPANWISE_TRY
    {
        while (__to - __from > __loop->__grain) {
            unsigned long __middle = __from + (__to - __from) / 2;
            __spanwise_task_range(&__frame, __loop, __from, __middle);
            __from = __middle;
        }
        __spanwise_body(__loop, __from, __to - __from);
    }
    SPANWISE_CATCH(__frame.__fail(); throw)
    __loop->__sync(__spanwise_ours());
}
#endif

/* Under the profiler, in serial order: it says how far to go and reports the tasks in between. A function of its own: what
 * it keeps on the stack from one chunk to the next is no variable that threads share. */
template <class _Loop>
__attribute__((__noinline__)) void __spanwise_walk(const _Loop *__loop,
                                                   const struct __spanwise_hooks *__hooks,
                                                   unsigned long __count, const void *__site)
{
    struct __spanwise_loop state;
    unsigned long __at = 0, __next = __hooks->loop_begin(&state, __count, __loop->__grain, __site);
    while (__next) {
        __spanwise_body(__loop, __at, __next);
        __at += __next;
        __next = __hooks->loop_next(&state, __site);
    }
}

template <class _Loop>
SPANWISE_INLINE void __spanwise_loop_run(_Loop __loop, unsigned long __count, const void *__site)
{
    const struct __spanwise_hooks *__hooks = ::__spanwise_hooks;
#ifdef __spanwise_tasks__
    if (!__builtin_expect(__hooks != nullptr, 0) || __hooks->parallel) {
        __loop.__grain = __spanwise_grain(__count, __loop.__grain);
        if (__count)
            __spanwise_range(&__loop, 0, __count);
        return;
    }
#endif
    if (__hooks) {
        __spanwise_walk(&__loop, __hooks, __count, __site);
        return;
    }
    if (__count)
        __spanwise_body(&__loop, 0, __count);
}

#include <cilk/spanwise_names.h>

#endif
