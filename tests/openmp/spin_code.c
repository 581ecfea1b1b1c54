/* Which loops of x86-64 are spins, what they wait for, and which way their branch goes: by code that compilers make. */
#include "agent/openmp/guard/spin_code.h"
#include "tests/check.h"

#include <string.h>

#define CODE(...) (const uint8_t[]){__VA_ARGS__}, sizeof((uint8_t[]){__VA_ARGS__})
enum { AT = 0x1000 };

static bool is_flush(uint64_t pc, const struct sw_insn *call)
{
    (void)pc;
    return call->target == 0x5000;
}

/* The last instruction is the branch back, of 2 bytes. */
static bool is_spin(const uint8_t *code, size_t bytes)
{
    return sw_spin_is_loop(code, AT, AT + bytes - 2, is_flush);
}

static struct sw_spin_polls polls_of(const uint8_t *code, size_t bytes,
                                     const struct sw_spin_registers *r)
{
    struct sw_spin_polls p;
    sw_spin_find_polls(code, AT, AT + bytes - 2, is_flush, r, &p);
    return p;
}

/* 1: lock orq $0,(%rsp); mov (%rdx,%rax,4),%ecx; test %ecx,%ecx; je 1b */
#define FLUSH_LOOP \
    CODE(0xf0, 0x48, 0x83, 0x0c, 0x24, 0x00, 0x8b, 0x0c, 0x82, 0x85, 0xc9, 0x74, 0xf3)
/* 1: cmpl $1,(%rax,%rdi,4); je 1b */
#define COMPARE_LOOP CODE(0x83, 0x3c, 0xb8, 0x01, 0x74, 0xfa)
/* 1: mov 0x100(%rip),%eax; cmp %r8d,%eax; jl 1b */
#define GLOBAL_LOOP  CODE(0x8b, 0x05, 0x00, 0x01, 0x00, 0x00, 0x44, 0x39, 0xc0, 0x7c, 0xf5)
/* 1: pause; movzbl 8(%rbx),%eax; test %al,%al; je 1b */
#define PAUSE_LOOP   CODE(0xf3, 0x90, 0x0f, 0xb6, 0x43, 0x08, 0x84, 0xc0, 0x74, 0xf6)

static void spins(void)
{
    CHECK_EQ(is_spin(FLUSH_LOOP), true);
    CHECK_EQ(is_spin(COMPARE_LOOP), true);
    CHECK_EQ(is_spin(GLOBAL_LOOP), true);
    CHECK_EQ(is_spin(PAUSE_LOOP), true);
    /* 1: mov %rbx,%rdi; call flush; mov (%r14),%eax; test %eax,%eax; je 1b */
    CHECK_EQ(is_spin(CODE(0x48, 0x89, 0xdf, 0xe8, 0xf8, 0x3f, 0x00, 0x00, 0x41, 0x8b, 0x06, 0x85,
                          0xc0, 0x74, 0xf1)),
             true);
}

static void others(void)
{
    /* 1: mov (%rax),%rax; test %rax,%rax; jne 1b: it follows a list */
    CHECK_EQ(is_spin(CODE(0x48, 0x8b, 0x00, 0x48, 0x85, 0xc0, 0x75, 0xf8)), false);
    /* 1: cmpb $0,(%rax); lea 1(%rax),%rax; jne 1b: it looks for the end of a string */
    CHECK_EQ(is_spin(CODE(0x80, 0x38, 0x00, 0x48, 0x8d, 0x40, 0x01, 0x75, 0xf7)), false);
    /* 1: mov (%rdx),%eax; mov %eax,(%rcx); jne 1b: it writes */
    CHECK_EQ(is_spin(CODE(0x8b, 0x02, 0x89, 0x01, 0x75, 0xfa)), false);
    /* 1: cmpl $0,(%rdx); sub $1,%ecx; jne 1b: it counts */
    CHECK_EQ(is_spin(CODE(0x83, 0x3a, 0x00, 0x83, 0xe9, 0x01, 0x75, 0xf8)), false);
    /* 1: call elsewhere; mov (%r14),%eax; test %eax,%eax; je 1b */
    CHECK_EQ(is_spin(CODE(0xe8, 0x00, 0x00, 0x00, 0x00, 0x41, 0x8b, 0x06, 0x85, 0xc0, 0x74, 0xf4)),
             false);
    /* 1: pause; jmp 1b: nothing ends it */
    CHECK_EQ(is_spin(CODE(0xf3, 0x90, 0xeb, 0xfc)), false);
}

static void polls(void)
{
    struct sw_spin_registers r = {.r = {[0] = 3, [2] = 0x2000, [3] = 0x3000, [7] = 5}};
    struct sw_spin_polls p = polls_of(FLUSH_LOOP, &r);
    CHECK_EQ(p.n, 1);
    CHECK_EQ(p.address[0], 0x200c);
    CHECK_EQ(p.size[0], 4);
    p = polls_of(COMPARE_LOOP, &r);
    CHECK_EQ(p.address[0], 3 + 4 * 5);
    p = polls_of(GLOBAL_LOOP, &r);
    CHECK_EQ(p.address[0], AT + 6 + 0x100);
    p = polls_of(PAUSE_LOOP, &r);
    CHECK_EQ(p.address[0], 0x3008);
    CHECK_EQ(p.size[0], 1);
    CHECK_EQ(p.unknown, false);
}

static void branches(void)
{
    enum { CARRY = 1, ZERO = 1 << 6, SIGN = 1 << 7, OVERFLOWN = 1 << 11 };
    static const struct {
        uint8_t code, taken;
        uint64_t flags;
    } all[] = {{0x74, 1, ZERO}, {0x74, 0, 0},     {0x75, 1, 0},
               {0x75, 0, ZERO}, {0x7c, 1, SIGN},  {0x7c, 0, SIGN | OVERFLOWN},
               {0x7d, 1, 0},    {0x7e, 1, ZERO},  {0x7f, 0, ZERO},
               {0x7f, 1, 0},    {0x72, 1, CARRY}, {0x76, 1, ZERO},
               {0x77, 1, 0},    {0x77, 0, CARRY}, {0x78, 1, SIGN}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const uint8_t code[] = {all[i].code, 0xf0};
        struct sw_spin_registers r = {.flags = all[i].flags};
        struct sw_insn insn;
        sw_insn_decode(&insn, code, sizeof code, AT);
        CHECK_EQ(sw_spin_is_taken(&insn, &r), all[i].taken);
    }
}

static void check_store(const uint8_t *code, size_t bytes, uint64_t address, uint64_t value,
                        unsigned size)
{
    struct sw_spin_registers r = {.r = {[0] = 3, [2] = 0x2000, [6] = 0xabcd}};
    struct sw_insn insn;
    uint64_t to, what;
    sw_insn_decode(&insn, code, bytes, AT);
    CHECK_EQ(insn.length, bytes);
    CHECK_EQ(sw_spin_is_store(&insn, code) || sw_spin_is_release(&insn), true);
    CHECK_EQ(sw_spin_store(&insn, code, AT, &r, &to, &what), size);
    CHECK_EQ(to, address);
    CHECK_EQ(what, value);
}

static void stores(void)
{
    check_store(CODE(0xc7, 0x04, 0x82, 0x01, 0x00, 0x00, 0x00), 0x200c, 1, 4);
    check_store(CODE(0x89, 0x34, 0x82), 0x200c, 0xabcd, 4);
    check_store(CODE(0x89, 0x35, 0x10, 0x00, 0x00, 0x00), AT + 6 + 0x10, 0xabcd, 4);
    check_store(CODE(0x48, 0x89, 0x72, 0x08), 0x2008, 0xabcd, 8);
    check_store(CODE(0xc6, 0x02, 0x07), 0x2000, 7, 1);
    check_store(CODE(0x87, 0x32), 0x2000, 0xabcd, 4);       /* xchg %esi,(%rdx) */
    check_store(CODE(0x66, 0x87, 0x32), 0x2000, 0xabcd, 2); /* xchg %si,(%rdx) */
    check_store(CODE(0x86, 0x02), 0x2000, 3, 1);            /* xchg %al,(%rdx) */
}

/* Stubs: jmp *0x2000(%rip), without and with an endbr64, and with a bnd too. */
static void stubs(void)
{
    static const uint8_t plain[16] = {0xff, 0x25, 0x00, 0x20, 0x00, 0x00};
    static const uint8_t marked[24] = {0xf3, 0x0f, 0x1e, 0xfa, 0xff, 0x25, 0x00, 0x20, 0x00, 0x00};
    static const uint8_t bound[24] = {0xf3, 0x0f, 0x1e, 0xfa, 0xf2, 0xff,
                                      0x25, 0x00, 0x20, 0x00, 0x00};
    static const uint8_t none[16] = {0x55, 0x48, 0x89, 0xe5};
    CHECK_EQ(sw_spin_stub_slot(plain, AT), AT + 6 + 0x2000);
    CHECK_EQ(sw_spin_stub_slot(marked, AT), AT + 10 + 0x2000);
    CHECK_EQ(sw_spin_stub_slot(bound, AT), AT + 11 + 0x2000);
    CHECK_EQ(sw_spin_stub_slot(none, AT), 0);
}

int main(void)
{
    spins();
    others();
    polls();
    branches();
    stores();
    stubs();
    return check_done();
}
