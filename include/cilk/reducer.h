/*
 * Reducers of C++, by the names of Cilk Plus (cilk::reducer<cilk::op_add<long>>, cilk::reducer_opadd<long>) and of OpenCilk
 * (cilk::opadd_reducer<long>). Every strand uses its own view; views are combined in serial order. In a program without the
 * runtime, as a serial elision, there is one view: the variable.
 *
 * A monoid is a class with a value_type, identity(view), which makes an empty view, and reduce(left, right), which adds the
 * right one to the left one. It has no state: each call is of a new one.
 */
#ifndef SPANWISE_CILK_REDUCER_H
#define SPANWISE_CILK_REDUCER_H

#include <cstddef>
#include <list>
#include <new>
#include <ostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

extern "C" {
__attribute__((__weak__, __visibility__("default"))) extern void *
__spanwise_view(void *, unsigned long, void (*)(void *), void (*)(void *, void *));
__attribute__((__weak__, __visibility__("default"))) extern void __spanwise_reducer(void *);
__attribute__((__weak__, __visibility__("default"))) extern void __spanwise_forget(void **);
}

namespace cilk
{

/* The base of monoids; those of programs override what they need. */
template <class T, class View = T> class monoid_base
{
  public:
    typedef T value_type;
    typedef View view_type;
    void identity(View *view) const
    {
        ::new (static_cast<void *>(view)) View();
    }
    void destroy(View *view) const
    {
        view->~View();
    }
    void reduce(View *, View *) const
    {
    }
};

/* A view class that has the operation: View(), reduce(View *right). */
template <class View, bool Align = false>
class monoid_with_view : public monoid_base<typename View::value_type, View>
{
  public:
    void reduce(View *left, View *right) const
    {
        left->reduce(right);
    }
};

template <class Monoid> class reducer
{
  public:
    typedef Monoid monoid_type;
    typedef typename Monoid::value_type value_type;
    typedef typename Monoid::view_type view_type;

    reducer()
    {
        Monoid().identity(&leftmost());
        begin();
    }
    template <class... A> explicit reducer(const A &...a)
    {
        ::new (static_cast<void *>(&leftmost())) view_type(a...);
        begin();
    }
    reducer(const reducer &) = delete;
    reducer &operator=(const reducer &) = delete;
    ~reducer()
    {
        void *key = &leftmost();
        if (__spanwise_forget)
            __spanwise_forget(&key);
        Monoid().destroy(&leftmost());
    }

    /* This strand's. */
    view_type &view()
    {
        return *static_cast<view_type *>(
            __spanwise_view ? __spanwise_view(&leftmost(), sizeof(view_type), identity, reduce)
                            : &leftmost());
    }
    const view_type &view() const
    {
        return const_cast<reducer *>(this)->view();
    }
    view_type &operator()()
    {
        return view();
    }
    view_type &operator*()
    {
        return view();
    }
    view_type *operator->()
    {
        return &view();
    }
    value_type &get_reference()
    {
        return view();
    }
    value_type get_value() const
    {
        return view();
    }
    void set_value(const value_type &value)
    {
        view() = value;
    }
    void move_in(value_type &value)
    {
        view() = std::move(value);
    }
    void move_out(value_type &value)
    {
        value = std::move(static_cast<value_type &>(view()));
    }

  private:
    alignas(64) unsigned char storage[sizeof(view_type)];

    view_type &leftmost()
    {
        return *reinterpret_cast<view_type *>(storage);
    }
    void begin()
    {
        if (__spanwise_reducer)
            __spanwise_reducer(&leftmost());
    }
    static void identity(void *view)
    {
        Monoid().identity(static_cast<view_type *>(view));
    }
    static void reduce(void *left, void *right)
    {
        Monoid monoid;
        monoid.reduce(static_cast<view_type *>(left), static_cast<view_type *>(right));
        monoid.destroy(static_cast<view_type *>(right));
    }
};

/* --- operations on numbers --- */

#define SPANWISE_ASSIGN(self, value, operation)             \
    template <class U> self &operator operation(const U &u) \
    {                                                       \
        value operation u;                                  \
        return *this;                                       \
    }
#define SPANWISE_ASSIGNMENTS(self, value) \
    SPANWISE_ASSIGN(self, value, +=)      \
    SPANWISE_ASSIGN(self, value, -=)      \
    SPANWISE_ASSIGN(self, value, *=)      \
    SPANWISE_ASSIGN(self, value, &=)      \
    SPANWISE_ASSIGN(self, value, |=)      \
    SPANWISE_ASSIGN(self, value, ^=)

/* A view that is used like its value; what combines two is left to Operation. */
template <class T, class Operation> class number_view
{
    T value_;

  public:
    typedef T value_type;
    number_view() : value_(Operation::identity())
    {
    }
    explicit number_view(const T &value) : value_(value)
    {
    }
    void reduce(number_view *right)
    {
        Operation::apply(value_, right->value_);
    }
    operator T &()
    {
        return value_;
    }
    operator const T &() const
    {
        return value_;
    }
    const T &get_value() const
    {
        return value_;
    }
    number_view &operator*()
    {
        return *this;
    }
    number_view &operator=(const T &value)
    {
        value_ = value;
        return *this;
    }
    SPANWISE_ASSIGNMENTS(number_view, value_)
    T &operator++()
    {
        return ++value_;
    }
    T operator++(int)
    {
        return value_++;
    }
    T &operator--()
    {
        return --value_;
    }
    T operator--(int)
    {
        return value_--;
    }
};

template <class T> struct add_operation {
    static T identity()
    {
        return T();
    }
    static void apply(T &left, const T &right)
    {
        left += right;
    }
};
template <class T> struct multiply_operation {
    static T identity()
    {
        return T(1);
    }
    static void apply(T &left, const T &right)
    {
        left *= right;
    }
};
template <class T> struct and_operation {
    static T identity()
    {
        return T(~T());
    }
    static void apply(T &left, const T &right)
    {
        left &= right;
    }
};
template <> struct and_operation<bool> {
    static bool identity()
    {
        return true;
    }
    static void apply(bool &left, bool right)
    {
        left = left && right;
    }
};
template <class T> struct or_operation : add_operation<T> {
    static void apply(T &left, const T &right)
    {
        left |= right;
    }
};
template <class T> struct xor_operation : add_operation<T> {
    static void apply(T &left, const T &right)
    {
        left ^= right;
    }
};

template <class T> using op_add = monoid_with_view<number_view<T, add_operation<T>>>;
template <class T> using op_mul = monoid_with_view<number_view<T, multiply_operation<T>>>;
template <class T> using op_and = monoid_with_view<number_view<T, and_operation<T>>>;
template <class T> using op_or = monoid_with_view<number_view<T, or_operation<T>>>;
template <class T> using op_xor = monoid_with_view<number_view<T, xor_operation<T>>>;

/* As above, and used without an asterisk: sum += x. */
template <class T, class Operation>
class number_reducer : public reducer<monoid_with_view<number_view<T, Operation>>>
{
    typedef reducer<monoid_with_view<number_view<T, Operation>>> base;

  public:
    number_reducer()
    {
    }
    number_reducer(const T &value) : base(value)
    {
    }
    number_reducer &operator=(const T &value)
    {
        this->view() = value;
        return *this;
    }
    operator T() const
    {
        return this->view();
    }
    number_reducer &operator*()
    {
        return *this;
    }
    SPANWISE_ASSIGNMENTS(number_reducer, this->view())
    number_reducer &operator++()
    {
        ++this->view();
        return *this;
    }
    T operator++(int)
    {
        return this->view()++;
    }
    number_reducer &operator--()
    {
        --this->view();
        return *this;
    }
    T operator--(int)
    {
        return this->view()--;
    }
};

#undef SPANWISE_ASSIGNMENTS
#undef SPANWISE_ASSIGN

template <class T> using reducer_opadd = number_reducer<T, add_operation<T>>;
template <class T> using reducer_opmul = number_reducer<T, multiply_operation<T>>;
template <class T> using reducer_opand = number_reducer<T, and_operation<T>>;
template <class T> using reducer_opor = number_reducer<T, or_operation<T>>;
template <class T> using reducer_opxor = number_reducer<T, xor_operation<T>>;
template <class T> using opadd_reducer = reducer_opadd<T>;
template <class T> using opmul_reducer = reducer_opmul<T>;
template <class T> using opand_reducer = reducer_opand<T>;
template <class T> using opor_reducer = reducer_opor<T>;
template <class T> using opxor_reducer = reducer_opxor<T>;

/* --- the least and the largest, and where it is --- */

template <class T, bool Largest> class extreme_view
{
    T value_;
    bool set_;

  public:
    typedef T value_type;
    extreme_view() : value_(), set_(false)
    {
    }
    explicit extreme_view(const T &value) : value_(value), set_(true)
    {
    }
    void reduce(extreme_view *right)
    {
        if (right->set_)
            calc(right->value_);
    }
    void calc(const T &value)
    {
        if (!set_ || (Largest ? value_ < value : value < value_))
            value_ = value;
        set_ = true;
    }
    void calc_max(const T &value)
    {
        calc(value);
    }
    void calc_min(const T &value)
    {
        calc(value);
    }
    bool is_set() const
    {
        return set_;
    }
    operator const T &() const
    {
        return value_;
    }
    operator T &()
    {
        return value_;
    }
    const T &get_value() const
    {
        return value_;
    }
    extreme_view &operator=(const T &value)
    {
        value_ = value;
        set_ = true;
        return *this;
    }
};

template <class Index, class T, bool Largest> class extreme_index_view
{
    std::pair<Index, T> value_;
    bool set_;

  public:
    typedef std::pair<Index, T> value_type;
    extreme_index_view() : value_(), set_(false)
    {
    }
    extreme_index_view(const Index &index, const T &value) : value_(index, value), set_(true)
    {
    }
    void reduce(extreme_index_view *right)
    {
        if (right->set_)
            calc(right->value_.first, right->value_.second);
    }
    void calc(const Index &index, const T &value)
    {
        if (!set_ || (Largest ? value_.second < value : value < value_.second))
            value_ = value_type(index, value);
        set_ = true;
    }
    void calc_max(const Index &index, const T &value)
    {
        calc(index, value);
    }
    void calc_min(const Index &index, const T &value)
    {
        calc(index, value);
    }
    bool is_set() const
    {
        return set_;
    }
    const Index &get_index() const
    {
        return value_.first;
    }
    operator value_type &()
    {
        return value_;
    }
    operator const value_type &() const
    {
        return value_;
    }
    extreme_index_view &operator=(const value_type &value)
    {
        value_ = value;
        set_ = true;
        return *this;
    }
};

template <class T, class = void> using op_max = monoid_with_view<extreme_view<T, true>>;
template <class T, class = void> using op_min = monoid_with_view<extreme_view<T, false>>;
template <class Index, class T>
using op_max_index = monoid_with_view<extreme_index_view<Index, T, true>>;
template <class Index, class T>
using op_min_index = monoid_with_view<extreme_index_view<Index, T, false>>;

template <class T, bool Largest>
class extreme_reducer : public reducer<monoid_with_view<extreme_view<T, Largest>>>
{
    typedef reducer<monoid_with_view<extreme_view<T, Largest>>> base;

  public:
    extreme_reducer()
    {
    }
    explicit extreme_reducer(const T &value) : base(value)
    {
    }
    void calc_max(const T &value)
    {
        this->view().calc(value);
    }
    void calc_min(const T &value)
    {
        this->view().calc(value);
    }
    bool is_set() const
    {
        return this->view().is_set();
    }
};
template <class T> using reducer_max = extreme_reducer<T, true>;
template <class T> using reducer_min = extreme_reducer<T, false>;

template <class Index, class T, bool Largest>
class extreme_index_reducer
    : public reducer<monoid_with_view<extreme_index_view<Index, T, Largest>>>
{
    typedef reducer<monoid_with_view<extreme_index_view<Index, T, Largest>>> base;

  public:
    extreme_index_reducer()
    {
    }
    extreme_index_reducer(const Index &index, const T &value) : base(index, value)
    {
    }
    void calc_max(const Index &index, const T &value)
    {
        this->view().calc(index, value);
    }
    void calc_min(const Index &index, const T &value)
    {
        this->view().calc(index, value);
    }
    bool is_set() const
    {
        return this->view().is_set();
    }
    const Index &get_index() const
    {
        return this->view().get_index();
    }
    const T &get_value() const
    {
        return static_cast<const std::pair<Index, T> &>(this->view()).second;
    }
};
template <class Index, class T> using reducer_max_index = extreme_index_reducer<Index, T, true>;
template <class Index, class T> using reducer_min_index = extreme_index_reducer<Index, T, false>;

/* --- sequences --- */

template <class Sequence> class append_view : public Sequence
{
  public:
    typedef Sequence value_type;
    append_view()
    {
    }
    explicit append_view(const Sequence &s) : Sequence(s)
    {
    }
    append_view &operator=(const Sequence &s)
    {
        Sequence::operator=(s);
        return *this;
    }
    const Sequence &get_value() const
    {
        return *this;
    }
    using Sequence::operator=;
    void add(const append_view &right)
    {
        this->insert(this->end(), right.begin(), right.end());
    }
    void reduce(append_view *right)
    {
        if (this->empty())
            this->swap(*right);
        else
            add(*right);
    }
};

/* What is added last comes first. */
template <class Sequence> class prepend_view : public append_view<Sequence>
{
  public:
    using append_view<Sequence>::append_view;
    using append_view<Sequence>::operator=;
    void reduce(prepend_view *right)
    {
        this->splice(this->begin(), *right);
    }
};

template <class T, class Allocator = std::allocator<T>>
using op_list_append = monoid_with_view<append_view<std::list<T, Allocator>>>;
template <class T, class Allocator = std::allocator<T>>
using op_list_prepend = monoid_with_view<prepend_view<std::list<T, Allocator>>>;
template <class T, class Allocator = std::allocator<T>>
using op_vector = monoid_with_view<append_view<std::vector<T, Allocator>>>;
template <class Char, class Traits = std::char_traits<Char>, class Allocator = std::allocator<Char>>
using op_basic_string = monoid_with_view<append_view<std::basic_string<Char, Traits, Allocator>>>;
using op_string = op_basic_string<char>;
using op_wstring = op_basic_string<wchar_t>;

/* As these, and used without an arrow. */
template <class Monoid> class sequence_reducer : public reducer<Monoid>
{
  public:
    using reducer<Monoid>::reducer;
    template <class T> void push_back(T &&value)
    {
        this->view().push_back(std::forward<T>(value));
    }
    template <class T> void push_front(T &&value)
    {
        this->view().push_front(std::forward<T>(value));
    }
    template <class... A> sequence_reducer &append(const A &...a)
    {
        this->view().append(a...);
        return *this;
    }
    template <class T> sequence_reducer &operator+=(const T &value)
    {
        this->view() += value;
        return *this;
    }
};
template <class T, class Allocator = std::allocator<T>>
using reducer_list_append = sequence_reducer<op_list_append<T, Allocator>>;
template <class T, class Allocator = std::allocator<T>>
using reducer_list_prepend = sequence_reducer<op_list_prepend<T, Allocator>>;
template <class T, class Allocator = std::allocator<T>>
using reducer_vector = sequence_reducer<op_vector<T, Allocator>>;
template <class Char, class Traits = std::char_traits<Char>, class Allocator = std::allocator<Char>>
using reducer_basic_string = sequence_reducer<op_basic_string<Char, Traits, Allocator>>;
using reducer_string = reducer_basic_string<char>;
using reducer_wstring = reducer_basic_string<wchar_t>;

/* --- streams --- */

/* What strands write to a stream, in serial order. */
template <class Char, class Traits>
class stream_view : public std::basic_ostringstream<Char, Traits>
{
  public:
    typedef std::basic_ostream<Char, Traits> value_type;
    void reduce(stream_view *right)
    {
        std::basic_string<Char, Traits> text = right->str(); /* whatever width is set here */
        this->write(text.data(), static_cast<std::streamsize>(text.size()));
    }
};

/* It is written when the reducer is destroyed, or flushed. */
template <class Char, class Traits = std::char_traits<Char>> class ostream_reducer
{
    typedef std::basic_ostream<Char, Traits> stream;
    stream &out;
    reducer<monoid_with_view<stream_view<Char, Traits>>> text;

  public:
    ostream_reducer(stream &o) : out(o)
    {
    }
    ~ostream_reducer()
    {
        flush();
    }
    /* With the format of the stream, not with that of a strand. */
    template <class T> ostream_reducer &operator<<(const T &value)
    {
        text->copyfmt(out);
        *text << value;
        return *this;
    }
    ostream_reducer &operator<<(stream &(*manipulator)(stream &))
    {
        *text << manipulator;
        return *this;
    }
    void flush()
    {
        out << text->str();
        text->str(std::basic_string<Char, Traits>());
        out.flush();
    }
    stream &get_reference()
    {
        return *text;
    }
    ostream_reducer &operator*()
    {
        return *this;
    }
    ostream_reducer *operator->()
    {
        return this;
    }
};
typedef ostream_reducer<char> reducer_ostream;
typedef ostream_reducer<wchar_t> reducer_wostream;

/* --- holders --- */

/* A variable of each strand; nothing is combined. */
template <class T> class holder : public reducer<monoid_base<T>>
{
  public:
    using reducer<monoid_base<T>>::reducer;
};

} // namespace cilk

#endif
