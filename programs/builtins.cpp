// OpenCL's builtins that programs call; without headers, whose functions have
// the same names.
float fma(float A, float B, float C) { return __builtin_fmaf(A, B, C); }
double fma(double A, double B, double C) { return __builtin_fma(A, B, C); }
float sqrt(float A) { return __builtin_sqrtf(A); }
double sqrt(double A) { return __builtin_sqrt(A); }
float fabs(float A) { return __builtin_fabsf(A); }
double fabs(double A) { return __builtin_fabs(A); }
unsigned popcount(unsigned A) { return unsigned(__builtin_popcount(A)); }
unsigned long popcount(unsigned long A) {
  return (unsigned long)__builtin_popcountl(A);
}
unsigned clz(unsigned A) { return A ? unsigned(__builtin_clz(A)) : 32; }
unsigned long clz(unsigned long A) {
  return A ? (unsigned long)__builtin_clzl(A) : 64;
}
