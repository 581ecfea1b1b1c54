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

template <class T> struct __spanwise_bare_ {
    using type = T;
};
template <class T> struct __spanwise_bare_<T &> {
    using type = T;
};
template <class T> struct __spanwise_bare_<T &&> {
    using type = T;
};
template <class T> using __spanwise_bare = typename __spanwise_bare_<T>::type;

template <bool B> struct __spanwise_bool {
    static constexpr bool value = B;
};
template <class T, class U> struct __spanwise_same : __spanwise_bool<false> {
};
template <class T> struct __spanwise_same<T, T> : __spanwise_bool<true> {
};

template <bool B, class T, class F> struct __spanwise_if_ {
    using type = T;
};
template <class T, class F> struct __spanwise_if_<false, T, F> {
    using type = F;
};
template <bool B, class T, class F> using __spanwise_if = typename __spanwise_if_<B, T, F>::type;

template <class T> T &&__spanwise_val() noexcept;

template <class T> T __spanwise_decayed(const T &);
template <class T> T __spanwise_decayed(const volatile T &);
template <class T> struct __spanwise_uncv {
    using type = T;
};
template <class T> struct __spanwise_uncv<const T> : __spanwise_uncv<T> {
};
template <class T> struct __spanwise_uncv<volatile T> : __spanwise_uncv<T> {
};
template <class T> struct __spanwise_uncv<const volatile T> : __spanwise_uncv<T> {
};

/* What `auto` makes of it. */
template <class T> struct __spanwise_auto_ : __spanwise_uncv<__spanwise_bare<T>> {
};
template <class T> using __spanwise_auto = typename __spanwise_auto_<T>::type;

template <class T> struct __spanwise_is_reference : __spanwise_bool<false> {
};
template <class T> struct __spanwise_is_reference<T &> : __spanwise_bool<true> {
};

template <bool... B>
struct __spanwise_all : __spanwise_same<__spanwise_all<B...>, __spanwise_all<(B || true)...>> {
};

/* --- what a callee takes --- */

template <class... P> struct __spanwise_sig {
};
struct __spanwise_unknown {
};

template <class D, class R, class... P> __spanwise_sig<P...> __spanwise_function(R (*)(P...));
template <class D, class R, class C, class... P>
__spanwise_sig<P...> __spanwise_method(R (C::*)(P...));
template <class D, class R, class C, class... P>
__spanwise_sig<P...> __spanwise_method(R (C::*)(P...) const);
template <class D, class R, class C, class... P>
__spanwise_sig<P...> __spanwise_method(R (C::*)(P...) &);
template <class D, class R, class C, class... P>
__spanwise_sig<P...> __spanwise_method(R (C::*)(P...) const &);
template <class D, class R, class... P> __spanwise_sig<P...> __spanwise_method(R (*)(P...));
#if __cplusplus >= 201703L
template <class D, class R, class... P>
__spanwise_sig<P...> __spanwise_function(R (*)(P...) noexcept);
template <class D, class R, class C, class... P>
__spanwise_sig<P...> __spanwise_method(R (C::*)(P...) noexcept);
template <class D, class R, class C, class... P>
__spanwise_sig<P...> __spanwise_method(R (C::*)(P...) const noexcept);
template <class D, class R, class... P>
__spanwise_sig<P...> __spanwise_method(R (*)(P...) noexcept);
#endif
/* An object is called: a generic one does not say what it takes, and is not something else of its name. */
template <class D, class F>
auto __spanwise_called(int) -> decltype(__spanwise_method<D>(&F::operator()));
template <class D, class F> __spanwise_unknown __spanwise_called(long);
template <class D, class F>
auto __spanwise_function(const F &) -> decltype(__spanwise_called<D, F>(0));
template <class D, class T, class C>
auto __spanwise_method(T C::*) -> decltype(__spanwise_function<D>(__spanwise_val<T &>()));

/* A class, as something that depends on D: it is no error to ask it for what it has not got. */
template <class T, class D> struct __spanwise_class {
    using type = T;
};

/* A probe is a generic lambda whose result says it; where that makes no sense, the second one may; else it is not known. */
template <class L> auto __spanwise_probe(const L &l, int) -> decltype(l(0));
template <class L> __spanwise_unknown __spanwise_probe(const L &, long);
template <class L, class F> auto __spanwise_probe(const L &l, const F &, int) -> decltype(l(0));
template <class L, class F>
auto __spanwise_probe(const L &, const F &f, long) -> decltype(__spanwise_probe(f, 0));

/* In place of what the arguments numbered I... are for: only the type of the object, the first of the arguments, says that.
 * L is given a pointer to it. */
template <class L, unsigned... I> struct __spanwise_by_object {
};
struct __spanwise_object_itself {
    template <class O> auto operator()(O *p) const -> decltype(__spanwise_function<O>(*p));
};
template <class L, class O>
auto __spanwise_ask(int)
    -> decltype(__spanwise_val<const L &>()(static_cast<__spanwise_bare<O> *>(nullptr)));
template <class L, class O> __spanwise_unknown __spanwise_ask(long);

/* The parameters that arguments numbered I... are for, of those that are known. */
template <unsigned I, class... P> struct __spanwise_at {
};
template <unsigned I, class T, class... P>
struct __spanwise_at<I, T, P...> : __spanwise_at<I - 1, P...> {
};
template <class T, class... P> struct __spanwise_at<0, T, P...> {
    using type = T;
};
template <class S, unsigned... I> struct __spanwise_pick_ {
    using type = __spanwise_unknown;
};
template <class... P, unsigned... I> struct __spanwise_pick_<__spanwise_sig<P...>, I...> {
    using type = __spanwise_sig<typename __spanwise_at<I, P...>::type...>;
};
template <class S> struct __spanwise_is_known : __spanwise_bool<false> {
};
template <class... P> struct __spanwise_is_known<__spanwise_sig<P...>> : __spanwise_bool<true> {
};
template <class S, unsigned... I> using __spanwise_pick = typename __spanwise_pick_<S, I...>::type;

#ifdef __spanwise_tasks__
/* --- frames --- */

extern "C" {
__attribute__((__weak__, __visibility__("default"))) extern void *
__spanwise_outcome(__spanwise_frame *, unsigned long, void (*)(void *), void (*)(void *, void *));
}

struct __spanwise_cxx_frame : __spanwise_frame {
    void *
        exception; /* a std::exception_ptr: of the children that have ended so; only if `state` says so */

    /* What is allocated has no size, but makes the compiler use the frame pointer. */
    SPANWISE_INLINE __spanwise_cxx_frame(void *frame_pointer, void *allocated)
    {
        state = -1UL;
        fp = (unsigned long)frame_pointer;
        __asm__ __volatile__("" : : "r"(allocated));
    }
    __spanwise_cxx_frame(const __spanwise_cxx_frame &) = delete;

    SPANWISE_INLINE void wait()
    {
        if (__builtin_expect(state != -1UL, 0))
            __spanwise_wait(&state);
    }

#ifdef __EXCEPTIONS
    static_assert(sizeof(std::exception_ptr) == sizeof(void *), "a frame keeps one in a pointer");

    static constexpr unsigned long thrown = 2; /* SW_FRAME_THROWN of agent/cilk/sched/frame.h */

    SPANWISE_INLINE bool has_thrown() const
    {
        return !(state & thrown);
    }

    /* A thief may change the state at the same time. */
    void take(std::exception_ptr &&other) noexcept
    {
        if (has_thrown())
            return;
        ::new (&exception) std::exception_ptr(static_cast<std::exception_ptr &&>(other));
        __atomic_fetch_and(&state, ~thrown, 0);
    }

    /* By the address of a member: the compiler would keep that of the frame in a register for its sake. */
    static std::exception_ptr give(unsigned long *state) noexcept
    {
        void *&exception = *reinterpret_cast<void **>(state + 1);
        __atomic_fetch_or(state, thrown, 0);
        std::exception_ptr &kept = reinterpret_cast<std::exception_ptr &>(exception);
        std::exception_ptr given = static_cast<std::exception_ptr &&>(kept);
        kept.~exception_ptr();
        return given;
    }

    /* Of two children that end by an exception, the serially first counts. These are the callbacks of a reducer, whose
     * views look like frames. */
    static void make_view(void *view)
    {
        static_cast<__spanwise_cxx_frame *>(view)->state = -1UL;
    }

    static void reduce_views(void *left, void *right)
    {
        __spanwise_cxx_frame *r = static_cast<__spanwise_cxx_frame *>(right);
        if (r->has_thrown())
            static_cast<__spanwise_cxx_frame *>(left)->take(give(&r->state));
    }

    /* A child has ended by the exception that is being handled. */
    __attribute__((__noinline__, __cold__)) void keep() noexcept
    {
        void *view = __spanwise_outcome
                         ? __spanwise_outcome(this, sizeof *this, make_view, reduce_views)
                         : this;
        static_cast<__spanwise_cxx_frame *>(view)->take(std::current_exception());
    }

    __attribute__((__noinline__, __cold__, __noreturn__)) static void rethrow(unsigned long *state)
    {
        std::rethrow_exception(give(state));
    }

    /* After a wait. */
    SPANWISE_INLINE void check()
    {
        if (__builtin_expect(has_thrown(), 0))
            rethrow(&state);
    }
#else
    SPANWISE_INLINE void check()
    {
    }
#endif

    /* Its state is not what it began with. */
    SPANWISE_INLINE void sync()
    {
        __spanwise_wait(&state);
        check();
    }

    /* What was pushed around the call of a task (agent/cilk/sched/frame.h) is still on the stack if the arguments
     * have thrown, which an odd frame pointer says. */
    SPANWISE_INLINE void drop()
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
    SPANWISE_INLINE void fail()
    {
        drop();
        if (__builtin_expect(state != -1UL, 0))
            sync();
    }

    SPANWISE_INLINE ~__spanwise_cxx_frame() noexcept(false)
    {
        if (__spanwise_leave(this))
            check();
    }
};

static_assert(sizeof(__spanwise_cxx_frame) == sizeof(__spanwise_frame) + sizeof(void *),
              "give() knows where the exception is");

/* Before the variables that were declared before it are destroyed, children are waited for. */
struct __spanwise_guard {
    __spanwise_cxx_frame &frame;
    SPANWISE_INLINE ~__spanwise_guard()
    {
        frame.wait();
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
template <class T, bool = __is_trivially_constructible(T) && __has_trivial_destructor(T)>
struct __spanwise_slot {
    union {
        T value;
    };
    __spanwise_cxx_frame &frame;
    bool made = false;
    SPANWISE_INLINE explicit __spanwise_slot(__spanwise_cxx_frame &f) : frame(f)
    {
    }
    SPANWISE_INLINE ~__spanwise_slot()
    {
        frame.wait();
        if (made)
            value.~T();
    }
    static constexpr bool takes = false;
    template <class R> void take(R &&)
    {
    }
};
template <class T> struct __spanwise_slot<T, true> {
    typename __spanwise_uncv<T>::type value;
    SPANWISE_INLINE explicit __spanwise_slot(__spanwise_cxx_frame &)
    {
    }
    SPANWISE_INLINE ~__spanwise_slot()
    {
    }
    /* The child need not make it in its place, and keep that in a register. */
    static constexpr bool takes = true;
    bool made;
    template <class R> SPANWISE_INLINE void take(R &&result)
    {
        ::new ((void *)__builtin_addressof(value)) T(static_cast<R &&>(result));
    }
};

/*
 * The reference of `T &x = cilk_spawn f()`, which the child binds. It is a member, and x a structured binding, which stands
 * for the member: where x is used, it is read. D is its type, R that of the call. What must be kept for it (a result by
 * value, or converted) is of type Kept; void: nothing.
 */
template <class D> struct __spanwise_bound {
    D value;
    SPANWISE_INLINE explicit __spanwise_bound(D p) : value(static_cast<D>(p))
    {
    }
};

/* The type of `auto &x` and the like, of which L is a lambda's parameter, where R is that of the call; not value: there is none,
 * and all but that is as if it were `auto &&`. */
template <class T> struct __spanwise_deduced : __spanwise_bool<true> {
    using type = T;
};
template <class R> struct __spanwise_not_deduced : __spanwise_bool<false> {
    using type = R &&;
};
template <class R, class L>
auto __spanwise_deduce(const L &l, int) -> __spanwise_deduced<decltype(l(__spanwise_val<R>()))>;
template <class R, class L> __spanwise_not_deduced<R> __spanwise_deduce(const L &, long);

template <class D, class R, class T = __spanwise_bare<D>, class F = __spanwise_bare<R>>
struct __spanwise_kept {
    static __spanwise_bool<true> test(T *);
    static __spanwise_bool<false> test(...);
    static constexpr bool fits = decltype(test(static_cast<F *>(nullptr)))::value;
    static constexpr bool must = __spanwise_is_reference<D>::value &&
                                 !__spanwise_same<T, const T>::value; /* be bound to a variable */
    static_assert(fits || must || !__is_class(F),
                  "a reference to the result of cilk_spawn that has to be converted; declare a "
                  "variable, or a reference to the type that the function returns");
    using type = __spanwise_if<must || (fits && !__spanwise_same<R, F>::value), void,
                               __spanwise_if<fits, R, typename __spanwise_uncv<T>::type>>;
};

template <class D, class R, class Kept = typename __spanwise_kept<D, R>::type>
struct __spanwise_reference {
    using Made = Kept;
    union {
        __spanwise_bound<D> bound;
    };
    __spanwise_slot<Kept> slot;
    SPANWISE_INLINE explicit __spanwise_reference(__spanwise_cxx_frame &f) : slot(f)
    {
    }
    SPANWISE_INLINE void *place()
    {
        return (void *)__builtin_addressof(slot.value);
    }
    SPANWISE_INLINE void bind()
    {
        slot.made = true;
        ::new ((void *)__builtin_addressof(bound))
            __spanwise_bound<D>(static_cast<Kept &&>(slot.value));
    }
};
template <class D, class R> struct __spanwise_reference<D, R, void> {
    using Made = __spanwise_bound<D>;
    union {
        __spanwise_bound<D> bound;
    };
    SPANWISE_INLINE explicit __spanwise_reference(__spanwise_cxx_frame &)
    {
    }
    SPANWISE_INLINE void *place()
    {
        return (void *)__builtin_addressof(bound);
    }
    SPANWISE_INLINE void bind()
    {
    }
};

/* As MIT Cilk has it: no update is lost where several children update the same variable. */
template <class T, class F> SPANWISE_INLINE void __spanwise_update(T &target, F &&f)
{
    static_assert(
        sizeof(T) <= 8 && __is_trivially_copyable(T),
        "a variable that cilk_spawn updates must be a number or a pointer of at most 8 bytes; "
        "assign to another one and update after the sync");
    T old, now;
    __atomic_load(&target, &old, 0);
    do {
        now = old;
        f(now);
    } while (!__atomic_compare_exchange(&target, &old, &now, 0, 0, 0));
}

/* --- arguments --- */

/* A copy of what the parent has in a variable; the callee sees a variable, too. */
template <class T> struct __spanwise_copy {
    typename __spanwise_uncv<T>::type value;
};

/* __spanwise_copy is made of what it copies. */
template <class P> struct __spanwise_in_ {
    using type = P;
};
template <class T> struct __spanwise_in_<__spanwise_copy<T>> {
    using type = typename __spanwise_uncv<T>::type;
};
template <class P> using __spanwise_in = typename __spanwise_in_<P>::type;

template <class P> struct __spanwise_pass {
    template <class T> static SPANWISE_INLINE P &&out(T &p)
    {
        return static_cast<P &&>(p);
    }
    static SPANWISE_INLINE P in(P p)
    {
        return static_cast<P>(p);
    }
};
template <class T> struct __spanwise_pass<__spanwise_copy<T>> {
    static SPANWISE_INLINE T &out(__spanwise_copy<T> &p)
    {
        return p.value;
    }
    static SPANWISE_INLINE T &out(typename __spanwise_uncv<T>::type &p)
    {
        return p;
    }
    static SPANWISE_INLINE __spanwise_copy<T> in(const T &p)
    {
        return {p};
    }
};

template <class... T> struct __spanwise_types {
};

template <class Call, class... A>
auto __spanwise_test_call(int)
    -> decltype(__spanwise_val<const Call &>()(__spanwise_ours(), __spanwise_val<A>()...),
                __spanwise_bool<true>());
template <class Call, class... A> __spanwise_bool<false> __spanwise_test_call(long);

/* Would a copy of it do? Only a variable can change before it is read. */
template <class T, unsigned long Size = sizeof(T)>
__spanwise_bool<__is_trivially_copyable(T) && Size <= 64> __spanwise_is_small(int);
template <class T> __spanwise_bool<false> __spanwise_is_small(long);
template <class A> struct __spanwise_may_copy : __spanwise_bool<false> {
};
template <class T> struct __spanwise_may_copy<T &> : decltype(__spanwise_is_small<T>(0)) {
};
template <class T, unsigned long N> struct __spanwise_may_copy<T (&)[N]> : __spanwise_bool<false> {
};
template <class T> struct __spanwise_may_copy<T (&)[]> : __spanwise_bool<false> {
};
template <class R, class... P> struct __spanwise_may_copy<R (&)(P...)> : __spanwise_bool<false> {
};

/* How arguments of types A... are held if the callee does not say. */
template <bool May, class Call, class Before, class A, class... After> struct __spanwise_hold_one {
    using type = A &&;
};
template <class Call, class... B, class T, class... After>
struct __spanwise_hold_one<true, Call, __spanwise_types<B...>, T &, After...> {
    using type =
        __spanwise_if<decltype(__spanwise_test_call<Call, B..., typename __spanwise_uncv<T>::type,
                                                    After...>(0))::value,
                      __spanwise_copy<T>, T &>;
};
template <class Call, class Before, class Done, class... A> struct __spanwise_hold;
template <class Call, class Before, class... D>
struct __spanwise_hold<Call, Before, __spanwise_types<D...>> {
    using type = __spanwise_sig<D...>;
};
template <class Call, class... B, class... D, class A, class... After>
struct __spanwise_hold<Call, __spanwise_types<B...>, __spanwise_types<D...>, A, After...>
    : __spanwise_hold<Call, __spanwise_types<B..., A>,
                      __spanwise_types<D..., typename __spanwise_hold_one<
                                                 __spanwise_may_copy<A>::value, Call,
                                                 __spanwise_types<B...>, A, After...>::type>,
                      After...> {
};

/* The list of arguments, as types. */
struct __spanwise_list {
    template <class... A> __spanwise_types<A...> operator()(A &&...) const
    {
        return {};
    }
};

/* The object in front of them only: what is in braces has a type only as a parameter. */
template <class... P> struct __spanwise_list_object {
    template <class O> __spanwise_types<O> operator()(O &&, __spanwise_in<P>...) const
    {
        return {};
    }
};

/* Does it go into a register, wherever it comes from? */
template <class P>
struct __spanwise_direct : __spanwise_bool<!__is_class(P) && !__is_union(P) && sizeof(P) <= 8> {
};
template <class T> struct __spanwise_direct<T &> : __spanwise_bool<true> {
};
template <class T> struct __spanwise_direct<const T &> : __spanwise_bool<false> {
};
template <class T> struct __spanwise_direct<T &&> : __spanwise_bool<false> {
};
template <class T> struct __spanwise_direct<__spanwise_copy<T>> : __spanwise_bool<sizeof(T) <= 8> {
};

template <class Call, class S> struct __spanwise_is_direct;
template <class Call, class... P>
struct __spanwise_is_direct<Call, __spanwise_sig<P...>>
    : __spanwise_bool<sizeof...(P) <= 3 && sizeof(Call) <= 16 &&
                      __spanwise_all<__spanwise_direct<P>::value...>::value> {
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
__spanwise_keep(__spanwise_frame *frame) noexcept
{
    static_cast<__spanwise_cxx_frame *>(frame)->keep();
}
#endif

/* What the task needs behind the call waits in memory: a register to keep it in would have to be saved. */
template <class Call, class... P>
SPANWISE_TASK __spanwise_frame *__spanwise_task_direct(__spanwise_frame *f, Call call, P... p)
{
    __spanwise_frame *volatile frame = f;
    __asm__ __volatile__("" : : "r"(&call) : "memory");
    __spanwise_push(f);
    SPANWISE_TRY
    {
        call(__spanwise_ours(), __spanwise_pass<P>::out(p)...);
    }
    SPANWISE_CATCH(__spanwise_spawn_end(); __spanwise_keep(frame))
    return __spanwise_popped(frame);
}

/* Arguments that do not go into registers are evaluated in the task itself, before it pushes the frame. */
template <class Call, class Args> struct __spanwise_whole {
    Call call;
    Args args;
};

/* The object that is called, or of whose class the method is, comes first; it is never copied, but for a pointer to
 * a function. */
template <class O> struct __spanwise_object {
    using type = O &&;
};
template <class R, class... P> struct __spanwise_object<R (*&)(P...)> {
    using type = __spanwise_copy<R (*)(P...)>;
};

template <class Sig, class List> struct __spanwise_of_object;
template <class... P, class O, class... A>
struct __spanwise_of_object<__spanwise_sig<P...>, __spanwise_types<O, A...>> {
    using type = __spanwise_sig<typename __spanwise_object<O>::type, P...>;
};

template <bool Object, class Call, class A> struct __spanwise_held;
template <class Call, class... A>
struct __spanwise_held<false, Call, __spanwise_types<A...>>
    : __spanwise_hold<Call, __spanwise_types<>, __spanwise_types<>, A...> {
};
template <class Call, class O, class... A>
struct __spanwise_held<true, Call, __spanwise_types<O, A...>>
    : __spanwise_hold<Call, __spanwise_types<O>,
                      __spanwise_types<typename __spanwise_object<O>::type>, A...> {
};

struct __spanwise_begin {
    __spanwise_frame *frame;
    bool *pushed;
    SPANWISE_INLINE void operator()() const
    {
        *pushed = true;
        __spanwise_push(frame);
    }
};

/* The parameters are known; of those of a method, but for its object; or none. */
template <class Call, class... P> struct __spanwise_run {
    __spanwise_begin begin;
    const Call *call;
    SPANWISE_INLINE void operator()(__spanwise_in<P>... p) const
    {
        begin();
        (*call)(__spanwise_ours(), __spanwise_pass<P>::out(p)...);
    }
};
template <class Call, class... P> struct __spanwise_run_object {
    __spanwise_begin begin;
    const Call *call;
    template <class O> SPANWISE_INLINE void operator()(O &&o, __spanwise_in<P>... p) const
    {
        begin();
        (*call)(__spanwise_ours(), static_cast<O &&>(o), __spanwise_pass<P>::out(p)...);
    }
};
template <class Call, bool Object> struct __spanwise_run_unknown {
    __spanwise_begin begin;
    const Call *call;
    template <class... A> SPANWISE_INLINE void operator()(A &&...a) const
    {
        using Types = typename __spanwise_held<Object, Call, __spanwise_types<A...>>::type;
        run(static_cast<Types *>(nullptr), static_cast<A &&>(a)...);
    }

  private:
    template <class... P>
    SPANWISE_INLINE void run(__spanwise_sig<P...> *, __spanwise_in<P>... p) const
    {
        __spanwise_run<Call, P...>{begin, call}(static_cast<__spanwise_in<P> &&>(p)...);
    }
};

template <class Call, class Run, class Args>
SPANWISE_TASK __spanwise_frame *__spanwise_task_whole(__spanwise_frame *f, Run *,
                                                      const __spanwise_whole<Call, Args> *given)
{
    __spanwise_frame *volatile frame = f;
    __spanwise_whole<Call, Args> whole = *given;
    bool pushed = false;
    SPANWISE_TRY
    {
        whole.args(Run{{f, &pushed}, &whole.call});
    }
    SPANWISE_CATCH(if (!pushed) {
        frame->fp |= 1;
        throw;
    } __spanwise_spawn_end();
                   __spanwise_keep(frame))
    return __spanwise_popped(frame);
}

template <class Call, class... P> struct __spanwise_run_direct {
    __spanwise_cxx_frame *frame;
    const Call *call;
    SPANWISE_INLINE void operator()(__spanwise_in<P>... p) const
    {
        __spanwise_task_direct<Call, P...>(frame, *call, __spanwise_pass<P>::in(p)...);
    }
};

template <class Call, class Args, class... P, class Run>
SPANWISE_INLINE void __spanwise_spawn_by(__spanwise_bool<true>, __spanwise_cxx_frame &frame,
                                         __spanwise_sig<P...> *, Run *, const Call &call,
                                         const Args &args)
{
    args(__spanwise_run_direct<Call, P...>{&frame, &call});
}

template <class Call, class Args, class Types, class Run>
SPANWISE_INLINE void __spanwise_spawn_by(__spanwise_bool<false>, __spanwise_cxx_frame &frame,
                                         Types *, Run *run, const Call &call, const Args &args)
{
    const __spanwise_whole<Call, Args> whole = {call, args};
    __spanwise_task_whole(&frame, run, &whole);
}

/* Types: how all arguments are held; Run: what takes them in the task. */
template <class Args>
using __spanwise_listed = decltype(__spanwise_val<const Args &>()(__spanwise_list()));
template <bool Object, class Sig, class Rival, class Call, class Args> struct __spanwise_how {
    using Types = typename __spanwise_held<Object, Call, __spanwise_listed<Args>>::type;
    using Run = __spanwise_run_unknown<Call, Object>;
};
template <class... P, class Call, class Args>
struct __spanwise_how<false, __spanwise_sig<P...>, void, Call, Args> {
    using Types = __spanwise_sig<P...>;
    using Run = __spanwise_run<Call, P...>;
};
template <class... P, class Call, class Args>
struct __spanwise_how<true, __spanwise_sig<P...>, void, Call, Args> {
    using List = decltype(__spanwise_val<const Args &>()(__spanwise_list_object<P...>()));
    using Types = typename __spanwise_of_object<__spanwise_sig<P...>, List>::type;
    using Run = __spanwise_run_object<Call, P...>;
};

/* Some argument is a pack: the parameters of as many as there are. */
template <class Sig> struct __spanwise_spread {
};
template <class Done, class Sig, class List> struct __spanwise_first {
    using type = __spanwise_unknown;
};
template <class... D, class T, class... P, class A, class... After>
struct __spanwise_first<__spanwise_sig<D...>, __spanwise_sig<T, P...>,
                        __spanwise_types<A, After...>>
    : __spanwise_first<__spanwise_sig<D..., T>, __spanwise_sig<P...>, __spanwise_types<After...>> {
};
template <class... D, class... P>
struct __spanwise_first<__spanwise_sig<D...>, __spanwise_sig<P...>, __spanwise_types<>> {
    using type = __spanwise_sig<D...>;
};
template <bool Object, class List> struct __spanwise_given {
    using type = List;
};
template <class O, class... A> struct __spanwise_given<true, __spanwise_types<O, A...>> {
    using type = __spanwise_types<A...>;
};
template <bool Object, class Sig, class Call, class Args>
struct __spanwise_how<Object, __spanwise_spread<Sig>, void, Call, Args>
    : __spanwise_how<Object,
                     typename __spanwise_first<
                         __spanwise_sig<>, Sig,
                         typename __spanwise_given<Object, __spanwise_listed<Args>>::type>::type,
                     void, Call, Args> {
};

template <class L, class List> struct __spanwise_asked;
template <class L, class O, class... A> struct __spanwise_asked<L, __spanwise_types<O, A...>> {
    using type = decltype(__spanwise_ask<L, O>(0));
};
template <class L, unsigned... I, class Call, class Args>
struct __spanwise_how<true, __spanwise_by_object<L, I...>, void, Call, Args>
    : __spanwise_how<
          true, __spanwise_pick<typename __spanwise_asked<L, __spanwise_listed<Args>>::type, I...>,
          void, Call, Args> {
};

/*
 * A function that the namespaces of the arguments have as well may be the one that is called. Then only what both would have to take as
 * it is counts of what the name says: parameters by value that have the type of their argument.
 */
template <class Rival, class List> struct __spanwise_has_rival;
template <class Rival, class... A>
struct __spanwise_has_rival<Rival, __spanwise_types<A...>>
    : __spanwise_uncv<
          __spanwise_bare<decltype(*Rival::__sw_test(0, __spanwise_val<A>()...))>>::type {
};
template <class P, class A>
using __spanwise_taken = __spanwise_bool<__spanwise_same<P, __spanwise_auto<A>>::value>;
template <class Sig, class Held, class List> struct __spanwise_doubted {
    using type = Held; /* defaults: not as many */
};
template <class... P, class... H, class... A>
struct __spanwise_doubted<__spanwise_sig<P...>, __spanwise_sig<H...>, __spanwise_types<A...>> {
    using type = __spanwise_sig<__spanwise_if<__spanwise_taken<P, A>::value, P, H>...>;
};
template <class Call, class Sig> struct __spanwise_run_of;
template <class Call, class... P> struct __spanwise_run_of<Call, __spanwise_sig<P...>> {
    using type = __spanwise_run<Call, P...>;
};
template <class Sig, class Call, class Args> struct __spanwise_how_doubted {
    using List = __spanwise_listed<Args>;
    using Types =
        typename __spanwise_doubted<Sig, typename __spanwise_held<false, Call, List>::type,
                                    List>::type;
    using Run = typename __spanwise_run_of<Call, Types>::type;
};
template <class... P, class Rival, class Call, class Args>
struct __spanwise_how<false, __spanwise_sig<P...>, Rival, Call, Args>
    : __spanwise_if<__spanwise_has_rival<Rival, __spanwise_listed<Args>>::value,
                    __spanwise_how_doubted<__spanwise_sig<P...>, Call, Args>,
                    __spanwise_how<false, __spanwise_sig<P...>, void, Call, Args>> {
};

/*
 * Spawns `call`, a lambda that takes the arguments, makes the spawned call and stores its result. `args` is one that
 * calls what it is given with the arguments as the program has them.
 */
template <class Sig, bool Object, class Rival, class Call, class Args>
SPANWISE_INLINE void __spanwise_spawn(__spanwise_cxx_frame &frame, const Call &call,
                                      const Args &args)
{
    using How = __spanwise_how<Object, Sig, Rival, Call, Args>;
    using Direct = __spanwise_bool<__spanwise_is_direct<Call, typename How::Types>::value>;
    __spanwise_spawn_by(Direct(), frame, static_cast<typename How::Types *>(nullptr),
                        static_cast<typename How::Run *>(nullptr), call, args);
}

#endif

/* --- loops --- */

template <class I>
auto __spanwise_test_count(int)
    -> decltype(__spanwise_val<const I &>() + 1L, __spanwise_bool<true>());
template <class I> __spanwise_bool<false> __spanwise_test_count(long);
template <class I>
using __spanwise_counts =
    __spanwise_bool<!__is_class(I) || decltype(__spanwise_test_count<I>(0))::value>;

/* How far it is from one to the other, and the value n steps on: of integers and pointers, or of iterators. */
template <bool IsClass, bool> struct __spanwise_count {
    template <class I, class L>
    static SPANWISE_INLINE unsigned long trips(const I &i, const L &limit, bool holds, long step,
                                               int test)
    {
        using C = __spanwise_auto<decltype(true ? i : limit)>;
        return __spanwise_trips(holds, (unsigned long)(C)i, (unsigned long)(C)limit,
                                unit((I *)nullptr), step, test, ~0UL >> (64 - 8 * sizeof(I)));
    }
    template <class I> static SPANWISE_INLINE I on(I i, unsigned long n, long step)
    {
        return (I)(i + (long)(n * (unsigned long)step));
    }

  private:
    template <class T> static constexpr unsigned long unit(T **)
    {
        return sizeof(T);
    }
    static constexpr unsigned long unit(void *)
    {
        return 1;
    }
};
template <> struct __spanwise_count<true, false> { /* has been said */
    template <class I, class L> static unsigned long trips(const I &, const L &, bool, long, int);
    template <class I> static I on(const I &, unsigned long, long);
};
template <> struct __spanwise_count<true, true> {
    template <class I, class L>
    static SPANWISE_INLINE unsigned long trips(const I &i, const L &limit, bool holds, long step,
                                               int test)
    {
        return __spanwise_trips(holds, 0, holds ? (unsigned long)(limit - i) : 0, 1, step, test,
                                ~0UL);
    }
    template <class I> static SPANWISE_INLINE I on(const I &i, unsigned long n, long step)
    {
        return i + (long)(n * (unsigned long)step);
    }
};

template <class I, class L>
SPANWISE_INLINE unsigned long __spanwise_count_trips(const I &i, const L &limit, bool holds,
                                                     long step, int test)
{
    return __spanwise_count<__is_class(I), __spanwise_counts<I>::value>::trips(i, limit, holds,
                                                                               step, test);
}

template <class I> SPANWISE_INLINE I __spanwise_count_on(const I &i, unsigned long n, long step)
{
    return __spanwise_count<__is_class(I), __spanwise_counts<I>::value>::on(i, n, step);
}

/* Where a range begins and ends: an array, what has its own begin and end, or those of its namespace. */
struct __spanwise_ends {
    template <class T, unsigned long N> static SPANWISE_INLINE T *first(T (&r)[N], int)
    {
        return r;
    }
    template <class T, unsigned long N> static SPANWISE_INLINE T *last(T (&r)[N], int)
    {
        return r + N;
    }
    template <class R> static SPANWISE_INLINE auto first(R &r, int) -> decltype(r.begin())
    {
        return r.begin();
    }
    template <class R> static SPANWISE_INLINE auto last(R &r, int) -> decltype(r.end())
    {
        return r.end();
    }
    template <class R> static SPANWISE_INLINE auto first(R &r, long) -> decltype(begin(r))
    {
        return begin(r);
    }
    template <class R> static SPANWISE_INLINE auto last(R &r, long) -> decltype(end(r))
    {
        return end(r);
    }
};

/* `iterate(from, n)` runs n iterations; `divide` and `sync` have the sleds of their kinds. */
template <class Iterate, class Divide, class Sync> struct __spanwise_loop_parts {
    Iterate iterate;
    Divide divide;
    Sync sync;
    unsigned long grain;
};

template <class Iterate, class Divide, class Sync>
SPANWISE_INLINE __spanwise_loop_parts<Iterate, Divide, Sync>
__spanwise_parts(const Iterate &iterate, const Divide &divide, const Sync &sync,
                 unsigned long grain)
{
    return {iterate, divide, sync, grain};
}

template <class Iterate, class Divide, class Sync>
__attribute__((__noinline__)) void
__spanwise_body(const __spanwise_loop_parts<Iterate, Divide, Sync> *loop, unsigned long from,
                unsigned long n)
{
    loop->iterate(from, n);
}

#ifdef __spanwise_tasks__
template <class Loop>
__attribute__((__noinline__)) void __spanwise_range(const Loop *loop, unsigned long from,
                                                    unsigned long to);

template <class Iterate, class Divide, class Sync>
SPANWISE_TASK __spanwise_frame *
__spanwise_task_range(__spanwise_frame *f, const __spanwise_loop_parts<Iterate, Divide, Sync> *loop,
                      unsigned long from, unsigned long to)
{
    __spanwise_frame *volatile frame = f;
    __spanwise_push(f);
    SPANWISE_TRY
    {
        loop->divide([&](__spanwise_ours __sw_0)
                         __attribute__((__always_inline__)) { __spanwise_range(loop, from, to); });
    }
    SPANWISE_CATCH(__spanwise_spawn_end(); __spanwise_keep(frame))
    return __spanwise_popped(frame);
}

template <class Loop>
__attribute__((__noinline__)) void __spanwise_range(const Loop *loop, unsigned long from,
                                                    unsigned long to)
{
    __spanwise_cxx_frame frame(__builtin_frame_address(0), __builtin_alloca(0));
    SPANWISE_TRY
    {
        while (to - from > loop->grain) {
            unsigned long middle = from + (to - from) / 2;
            __spanwise_task_range(&frame, loop, from, middle);
            from = middle;
        }
        __spanwise_body(loop, from, to - from);
    }
    SPANWISE_CATCH(frame.fail(); throw)
    loop->sync(__spanwise_ours());
}
#endif

/* Under the profiler, in serial order: it says how far to go and reports the tasks in between. A function of its own: what
 * it keeps on the stack from one chunk to the next is no variable that threads share. */
template <class Loop>
__attribute__((__noinline__)) void __spanwise_walk(const Loop *loop,
                                                   const struct __spanwise_hooks *hooks,
                                                   unsigned long count, const void *site)
{
    struct __spanwise_loop state;
    unsigned long at = 0, next = hooks->loop_begin(&state, count, loop->grain, site);
    while (next) {
        __spanwise_body(loop, at, next);
        at += next;
        next = hooks->loop_next(&state, site);
    }
}

template <class Loop>
SPANWISE_INLINE void __spanwise_loop_run(Loop loop, unsigned long count, const void *site)
{
    const struct __spanwise_hooks *hooks = ::__spanwise_hooks;
#ifdef __spanwise_tasks__
    if (!__builtin_expect(hooks != nullptr, 0) || hooks->parallel) {
        loop.grain = __spanwise_grain(count, loop.grain);
        if (count)
            __spanwise_range(&loop, 0, count);
        return;
    }
#endif
    if (hooks) {
        __spanwise_walk(&loop, hooks, count, site);
        return;
    }
    if (count)
        __spanwise_body(&loop, 0, count);
}

#include <cilk/spanwise_names.h>

#endif
