/* SPDX-License-Identifier: MIT */
/*
 * The run-time ABI's helpers by name (RTABI32 4.1 to 4.3). A compiler does not call them by itself
 * if the hardware can do the work. They take floating point in core registers with any float ABI.
 */
#ifndef AEABI_H
#define AEABI_H

#include <stdint.h>

#define AEABI __attribute__((pcs("aapcs")))

double __aeabi_dadd(double a, double b) AEABI;
double __aeabi_dsub(double a, double b) AEABI;
double __aeabi_dmul(double a, double b) AEABI;
double __aeabi_ddiv(double a, double b) AEABI;
int __aeabi_dcmpeq(double a, double b) AEABI;
int __aeabi_dcmplt(double a, double b) AEABI;
int __aeabi_dcmpge(double a, double b) AEABI;
int __aeabi_dcmpun(double a, double b) AEABI;
int __aeabi_d2iz(double a) AEABI;
unsigned __aeabi_d2uiz(double a) AEABI;
long long __aeabi_d2lz(double a) AEABI;
unsigned long long __aeabi_d2ulz(double a) AEABI;
float __aeabi_d2f(double a) AEABI;
double __aeabi_i2d(int a) AEABI;
double __aeabi_ui2d(unsigned a) AEABI;
double __aeabi_l2d(long long a) AEABI;
double __aeabi_ul2d(unsigned long long a) AEABI;

float __aeabi_fadd(float a, float b) AEABI;
float __aeabi_fsub(float a, float b) AEABI;
float __aeabi_fmul(float a, float b) AEABI;
float __aeabi_fdiv(float a, float b) AEABI;
int __aeabi_fcmpeq(float a, float b) AEABI;
int __aeabi_fcmplt(float a, float b) AEABI;
int __aeabi_fcmpgt(float a, float b) AEABI;
int __aeabi_f2iz(float a) AEABI;
unsigned __aeabi_f2uiz(float a) AEABI;
long long __aeabi_f2lz(float a) AEABI;
double __aeabi_f2d(float a) AEABI;
float __aeabi_i2f(int a) AEABI;
float __aeabi_ui2f(unsigned a) AEABI;
float __aeabi_l2f(long long a) AEABI;

int __aeabi_idiv(int a, int b);
unsigned __aeabi_uidiv(unsigned a, unsigned b);
long long __aeabi_lmul(long long a, long long b);
long long __aeabi_llsl(long long a, int by);
long long __aeabi_llsr(long long a, int by);
long long __aeabi_lasr(long long a, int by);
int __aeabi_lcmp(long long a, long long b);
int __aeabi_ulcmp(unsigned long long a, unsigned long long b);
void __aeabi_memset(void *to, unsigned size_bytes, int value);
void __aeabi_memclr(void *to, unsigned size_bytes);
void __aeabi_memmove(void *to, const void *from, unsigned size_bytes);

/* GCC's own helpers (libgcc's documentation, chapter "The GCC low-level runtime library"). */
int __addvsi3(int a, int b);
int __subvsi3(int a, int b);
int __mulvsi3(int a, int b);
int __negvsi2(int a);
int __absvsi2(int a);
long long __addvdi3(long long a, long long b);
long long __mulvdi3(long long a, long long b);
int __popcountsi2(unsigned a);
int __popcountdi2(long long a);
int __paritysi2(unsigned a);
int __clzdi2(long long a);
int __ctzdi2(long long a);
int __ffsdi2(long long a);
unsigned __bswapsi2(unsigned a);
unsigned long long __bswapdi2(unsigned long long a);
double __powidf2(double a, int n);
unsigned short __gnu_f2h_ieee(float a) AEABI;
float __gnu_h2f_ieee(unsigned short a) AEABI;

#endif
