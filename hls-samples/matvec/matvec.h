// y = A * x in fixed point; a result is rounded to nearest and saturates.
#ifndef MATVEC_H
#define MATVEC_H

#include "ap_fixed.h"

constexpr int ROWS = 48;
constexpr int COLS = 64;
using element_t = ap_fixed<16, 4>;
using sum_t = ap_fixed<38, 14>;
using result_t = ap_fixed<18, 8, AP_RND, AP_SAT>;

void matvec(const element_t a[ROWS][COLS], const element_t x[COLS],
            result_t y[ROWS]);

#endif
