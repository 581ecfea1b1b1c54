/* For code.c: two of these, with other numbers. */
#ifndef NUMBER
#define NUMBER 1
#endif
int number(void);
int indirect(void);
int (*volatile pointer)(void) = number;

int number(void)
{
    return NUMBER;
}

int indirect(void)
{
    return pointer() + 10;
}
