/* Reducers of C++: what they come to is what the serial elision comes to, whoever runs what. */
#include <cilk/cilk.h>
#include <cilk/opadd_reducer.h>
#include <cilk/ostream_reducer.h>
#include <cilk/reducer_list.h>
#include <cilk/reducer_max.h>
#include <cilk/reducer_opadd.h>
#include <cilk/reducer_string.h>

#include <cstdio>
#include <iostream>
#include <list>
#include <string>
#include <vector>

static cilk::reducer_opadd<long> total; /* of the whole program */

static void spin()
{
    for (volatile int i = 0; i < 200; i = i + 1)
        ;
}

/* A class as a reducer of OpenCilk's. */
static void no_words(void *view)
{
    new (view) std::vector<std::string>();
}
static void more_words(void *left, void *right)
{
    auto &l = *static_cast<std::vector<std::string> *>(left);
    auto &r = *static_cast<std::vector<std::string> *>(right);
    l.insert(l.end(), r.begin(), r.end());
    r.~vector();
}

static void zero(void *view)
{
    *static_cast<long *>(view) = 0;
}
static void plus(void *left, void *right)
{
    *static_cast<long *>(left) += *static_cast<long *>(right);
}

/* One of a program's own. */
struct Longest : cilk::monoid_base<std::string> {
    static void reduce(std::string *left, std::string *right)
    {
        if (right->size() > left->size())
            left->swap(*right);
    }
};

static void walk(int depth, int at, cilk::reducer<cilk::op_list_append<int>> &order)
{
    if (!depth) {
        spin();
        order->push_back(at);
        ++total;
        return;
    }
    cilk_spawn walk(depth - 1, 2 * at, order);
    walk(depth - 1, 2 * at + 1, order);
    cilk_sync;
}

/* The rest of the family: used without an arrow, from the front, with an index, one for each strand. */
static void family()
{
    cilk::reducer_list_append<int> back;
    cilk::reducer_list_prepend<int> front;
    cilk::reducer<cilk::op_list_prepend<int>> before;
    cilk::reducer_vector<int> numbers;
    cilk::reducer_max_index<int, int> largest;
    cilk::reducer_min_index<int, int> least(-1, 50);
    cilk::reducer_basic_string<char> text;
    cilk::reducer_string start("x");
    cilk::holder<std::string> own;
    {
        cilk::reducer_ostream out(std::cout);
        cilk_for (int i = 0; i < 100; i++) {
            back.push_back(i);
            front.push_front(i);
            before->push_front(i);
            numbers.push_back(i);
            largest.calc_max(i, i * 7 % 101);
            least.calc_min(i, i * 7 % 101);
            text += (char)('a' + i % 26);
            start.append(1, (char)('A' + i % 26));
            own() = "own";
            out.get_reference() << own->size() << std::hex << i << ';';
        }
        out << std::endl;
    }
    for (int i : back.get_value())
        std::printf("%d ", i);
    for (int i : front.get_value())
        std::printf("%d ", i);
    std::printf("%d %zu %zu %d %d %d %d %s %s\n", before.get_value() == front.get_value(),
                before->size(), numbers->size(), largest.get_index(), largest.get_value(),
                least.get_index(), least.get_value(), text.get_value().c_str(),
                start.get_value().c_str());
    std::fflush(stdout);
}

int main()
{
    for (int round = 0; round < 20; round++) {
        cilk::reducer<cilk::op_list_append<int>> order;
        cilk::opadd_reducer<long> sum = 5;
        cilk::reducer<cilk::op_add<int>> count(1);
        cilk::reducer_max<int> largest;
        cilk::reducer_string text;
        cilk::reducer<Longest> longest;
        cilk::reducer<cilk::op_max_index<int, int>> where;
        std::vector<std::string> cilk_reducer(no_words, more_words) words;
        long cilk_reducer(zero, plus) plain = 3;
        walk(8, 1, order);
        int expected = 256;
        bool in_order = true;
        for (int at : order.get_value())
            in_order = in_order && at == expected++;
        cilk_for (int i = 0; i < 500; i++) {
            if (i % 10 == 0)
                spin();
            sum += i;
            *count += 2;
            largest.calc_max(i * 7 % 499);
            text->push_back((char)('a' + i % 26));
            words.push_back(std::to_string(i));
            plain += i;
            where->calc_max(i, i * 11 % 503);
            if (longest->size() < (size_t)(i % 40))
                *longest = std::string((size_t)(i % 40), 'x');
        }
        bool words_in_order = words.size() == 500;
        for (size_t i = 0; i < words.size(); i++)
            words_in_order = words_in_order && words[i] == std::to_string(i);
        if (round == 0 || !in_order || !words_in_order)
            std::printf("%d %d %ld %d %d %zu %s %zu %ld %d\n", in_order, words_in_order, (long)sum,
                        (int)count.get_value(), (int)largest.get_value(), text->size(),
                        text->substr(20, 30).c_str(), longest->size(), plain, where.get_value().first);
    }
    std::printf("%ld\n", total.get_value());
    std::fflush(stdout);
    cilk::ostream_reducer<char> out(std::cout);
    cilk_for (int i = 0; i < 100; i++)
        out << i << ' ';
    out << std::endl;
    out.flush();
    family();
}
