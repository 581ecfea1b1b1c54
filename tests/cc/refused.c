/*
 * What spanwise cc must refuse: each case is a function of its own, chosen by -DCASE=n; the comment
 * on a line says at which column the error is and how its message starts.
 */
#include <cilk/cilk.h>

int f(int);
void g(void);
struct s {
    unsigned bits : 3;
    int whole;
};

#if CASE == 1
int deep(void) { return 1 + cilk_spawn f(1); } // 29: cilk_spawn in a return
#elif CASE == 2
void compound(struct s *p)
{
    p->bits += cilk_spawn f(1); // 16: the result of cilk_spawn cannot go into a bit-field
}
#elif CASE == 3
void bit_field(struct s *p)
{
    p->bits = cilk_spawn f(1); // 15: the result of cilk_spawn cannot go into a bit-field
}
#elif CASE == 4
int registers(void)
{
    register int x;
    x   =   cilk_spawn f(1); // 13: the result of cilk_spawn cannot go into a register variable
    return x;
}
#elif CASE == 5
int file_scope = cilk_spawn f(1); // 18: cilk_spawn in a file-scope initializer
#elif CASE == 6
int condition(void)
{
    if (cilk_spawn f(1)) // 9: cilk_spawn in a condition
        return 1;
    while (f(2) && cilk_spawn f(1)) // 20: cilk_spawn in a condition
        ;
    return 0;
}
#elif CASE == 7
int statement_expression(void)
{
    int x = ({ int y = cilk_spawn f(1); y; }); // 24: cilk_spawn inside a statement expression
    return x;
}
#elif CASE == 8
void no_call(int x)
{
    cilk_spawn x; // 5: cilk_spawn must be followed by a function call and nothing else
    cilk_spawn f(1) + 1; // 5: cilk_spawn must be followed by a function call and nothing else
    cilk_spawn (int)f(1); // 5: cilk_spawn must be followed by a function call and nothing else
    cilk_spawn f(1), g(); // 5: cilk_spawn must be followed by a function call and nothing else
    cilk_spawn *f(1); // 5: cilk_spawn must be followed by a function call and nothing else
    cilk_spawn sizeof(x); // 5: cilk_spawn must be followed by a function call and nothing else
}
#elif CASE == 9
void builtin(char *p)
{
    cilk_spawn __builtin_memset(p, 0, 1); // 5: cilk_spawn of a builtin
}
#elif CASE == 10
#define NOTHING(x) (x)
void macro(int x)
{
    cilk_spawn NOTHING(x); // 5: cilk_spawn must be followed by a function call and nothing else
}
#elif CASE == 11
int leave(int n)
{
    cilk_for (int i = 0; i < n; i++) {
        if (f(i) == 1)
            return 1; // 13: return must not leave the body of a cilk_for
        if (f(i) == 2) break; // 24: break must not leave the body of a cilk_for
        if (f(i) == 3) goto out; // 24: goto must not leave the body of a cilk_for
        for (;;) break;
    }
out:
    return 0;
}
#elif CASE == 12
void enter(int n)
{
    if (n)
        goto inside; // 9: goto must not enter a cilk_for
    cilk_for (int i = 0; i < n; i++) {
    inside:
        g();
    }
    if (n)
        goto scope; // 9: goto must not enter a cilk_scope
    cilk_scope {
    scope:
        g();
    }
    switch (n) {
        cilk_scope {
        case 1: // 9: a switch must not jump into a cilk_scope
            g();
        }
    }
}
#elif CASE == 13
void uncountable(int n, int *p)
{
    int k;
    cilk_for (int i = 0; i < n && f(i); i++) g(); // 26: cilk_for must count its iterations
    cilk_for (int i = 0; i == n; i++) g(); // 26: cilk_for must count its iterations
    cilk_for (int i = 0; i < n; i *= 2) g(); // 33: cilk_for must count its iterations
    cilk_for (int i = n; i > 0; i = i - k + n) g(); // 33: cilk_for must count its iterations
    cilk_for (int i = 0; i < n; i = i + k << 1) g(); // 33: cilk_for must count its iterations
    cilk_for (int i = n; i > 0; i = k - i) g(); // 33: cilk_for must count its iterations
    cilk_for (int i = 0; i < n; i = k + 1) g(); // 33: cilk_for must count its iterations
    cilk_for (int i = 0; i < n; i = i + i) g(); // 41: cilk_for must count its iterations
    cilk_for (int i = 0; i < n;) g(); // 5: cilk_for must count its iterations
    cilk_for (int i = 0;; i++) g(); // 5: cilk_for must count its iterations
    cilk_for (; k < n; k++) g(); // 15: cilk_for must count its iterations
    cilk_for (int i = 0, j = 1; i < n; i++) g(); // 24: cilk_for must count its iterations
    cilk_for (int i = 0; i < n; i--) g(); // 5: cilk_for must count its iterations
    cilk_for (int i = n; i >= 0; i++) g(); // 5: cilk_for must count its iterations
    cilk_for (int i = 0; i < n - i; i++) g(); // 34: cilk_for must count its iterations
    cilk_for (int i = 0; i < n; i += i) g(); // 38: cilk_for must count its iterations
    cilk_for (static int i = 0; i < n; i++) g(); // 15: cilk_for must count its iterations
    cilk_for (double d = 0; d < n; d++) g(); // 15: cilk_for must count its iterations
    cilk_for (p[0] = 0; p[0] < n; p[0]++) g(); // 15: cilk_for must count its iterations
    cilk_for (int i = 0; i < n; k++) g(); // 33: cilk_for must count its iterations
}
#elif CASE == 14
__attribute__((always_inline)) static inline void inlined(void) // 16: a function that spawns
{
    cilk_spawn g();
}
#elif CASE == 15
void statics(void)
{
    static int x = cilk_spawn f(1); // 5: the result of cilk_spawn cannot go into a static variable
    __auto_type y = cilk_spawn f(1); // 5: the result of cilk_spawn needs a variable with a type
}
#elif CASE == 16
void lists(void)
{
    int x[2] = {cilk_spawn f(1), 2}; // 17: cilk_spawn inside an expression
    int y = (cilk_spawn f(1)); // 14: cilk_spawn inside an expression
    int z = 1 + cilk_spawn f(1); // 17: cilk_spawn inside an expression
    x[0] = y = cilk_spawn f(z); // 16: cilk_spawn inside an expression
    f(cilk_spawn f(1)); // 7: cilk_spawn inside an expression
    x[cilk_spawn f(1)] = 2; // 7: cilk_spawn inside an expression
    y = (int)cilk_spawn f(1); // 14: cilk_spawn inside an expression
    cilk_spawn f(cilk_spawn f(2)); // 18: cilk_spawn inside an argument
    z = x[0] ? 1 : cilk_spawn f(1); // 20: cilk_spawn inside an expression
}
#elif CASE == 17
void blocks(void)
{
    cilk_spawn { g(); } // 5: cilk_spawn of a block
    cilk_scope g(); // 5: cilk_scope must be followed by '\{'
    cilk_sync + 1; // 5: cilk_sync must be followed by ';'
    f(({ cilk_for (int i = 0; i < 2; i++) g(); 1; })); // 10: cilk_for inside a statement expression
    f(({ cilk_scope { g(); } 1; })); // 10: cilk_scope inside a statement expression
    f(({ cilk_sync; 1; })); // 10: cilk_sync inside a statement expression
    f(({ void n(void) { cilk_sync; } 1; })); // 10: a function that spawns or syncs inside a statement expression
    for (cilk_spawn g(); ; ) // 10: cilk_spawn in the head of a loop
        ;
}
#elif CASE == 18
void computed(int n)
{
    void *where = &&out;
    cilk_for (int i = 0; i < n; i++) {
        goto *where; // 9: goto must not leave the body of a cilk_for
    }
out:
    g();
}
#elif CASE == 19
#define WRONG(x) x = x + _Cilk_spawn f(1)
void in_macro(int x)
{
    WRONG(x); // 5: cilk_spawn inside an expression
}
#elif CASE == 20
void nested(int n)
{
    cilk_for (int i = 0; i < n; i++)
        cilk_scope {
            for (;;)
                if (f(i))
                    return; // 21: return must not leave the body of a cilk_for
        }
}
#elif CASE == 21
int outside = ({ int y; y = cilk_spawn f(1); y; }); // 29: cilk_spawn inside a statement expression
#define LAST
#endif
