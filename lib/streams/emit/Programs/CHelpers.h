// Functions that printed operators call.
#ifndef ROOFLINE_PROGRAMS_CHELPERS_H
#define ROOFLINE_PROGRAMS_CHELPERS_H

namespace roofline {

/// A function that several operations call: its name, a helper that it needs
/// ("": none), and its text with types for spelled().
struct Helper {
  const char *Name, *Needs, *Text;
};

inline constexpr Helper OpenCLHelpers[] = {
    {"ones_u32", "", "u32 ones_u32(u32 a) { return popcount(a); }\n"},
    {"ones_u64", "", "u64 ones_u64(u64 a) { return popcount(a); }\n"},
    {"zeros_u32", "", "u32 zeros_u32(u32 a) { return clz(a); }\n"},
    {"zeros_u64", "", "u64 zeros_u64(u64 a) { return clz(a); }\n"},
};

inline constexpr Helper CxxHelpers[] = {
    {"ones_u32", "",
     R"(static inline u32 ones_u32(u32 a) {
  u32 n = 0;
  for (int k = 0; k < 32; ++k) {
#pragma HLS UNROLL
    n += a >> k & 1;
  }
  return n;
}
)"},
    {"ones_u64", "",
     R"(static inline u64 ones_u64(u64 a) {
  u64 n = 0;
  for (int k = 0; k < 64; ++k) {
#pragma HLS UNROLL
    n += a >> k & 1;
  }
  return n;
}
)"},
    {"zeros_u32", "",
     R"(static inline u32 zeros_u32(u32 a) {
  u32 n = 32;
  for (int k = 0; k < 32; ++k) {
#pragma HLS UNROLL
    if (a >> k & 1)
      n = 31 - k;
  }
  return n;
}
)"},
    {"zeros_u64", "",
     R"(static inline u64 zeros_u64(u64 a) {
  u64 n = 64;
  for (int k = 0; k < 64; ++k) {
#pragma HLS UNROLL
    if (a >> k & 1)
      n = 63 - k;
  }
  return n;
}
)"},
    {"as_float", "",
     R"(static inline float as_float(u32 bits) {
  union { u32 i; float f; } both;
  both.i = bits;
  return both.f;
}
)"},
    {"as_uint", "",
     R"(static inline u32 as_uint(float value) {
  union { u32 i; float f; } both;
  both.f = value;
  return both.i;
}
)"},
    {"as_double", "",
     R"(static inline double as_double(u64 bits) {
  union { u64 i; double f; } both;
  both.i = bits;
  return both.f;
}
)"},
    {"as_ulong", "",
     R"(static inline u64 as_ulong(double value) {
  union { u64 i; double f; } both;
  both.f = value;
  return both.i;
}
)"},
};

inline constexpr Helper CommonHelpers[] = {
    // Division by 0 gives all ones; the least integer by -1 wraps.
    {"quotient_u32", "",
     "u32 quotient_u32(u32 a, u32 b) {\n"
     "  return b == 0 ? 0xffffffffu : a / b;\n}\n"},
    {"quotient_u64", "",
     "u64 quotient_u64(u64 a, u64 b) {\n"
     "  return b == 0 ? ~(u64)0 : a / b;\n}\n"},
    {"remainder_u32", "",
     "u32 remainder_u32(u32 a, u32 b) { return b == 0 ? a : a % b; }\n"},
    {"remainder_u64", "",
     "u64 remainder_u64(u64 a, u64 b) { return b == 0 ? a : a % b; }\n"},
    {"quotient_s32", "",
     "u32 quotient_s32(s32 a, s32 b) {\n"
     "  return b == 0 ? 0xffffffffu : b == -1 ? 0 - (u32)a : (u32)(a / b);\n"
     "}\n"},
    {"quotient_s64", "",
     "u64 quotient_s64(s64 a, s64 b) {\n"
     "  return b == 0 ? ~(u64)0 : b == -1 ? 0 - (u64)a : (u64)(a / b);\n}\n"},
    {"remainder_s32", "",
     "u32 remainder_s32(s32 a, s32 b) {\n"
     "  return b == 0 ? (u32)a : b == -1 ? 0 : (u32)(a % b);\n}\n"},
    {"remainder_s64", "",
     "u64 remainder_s64(s64 a, s64 b) {\n"
     "  return b == 0 ? (u64)a : b == -1 ? 0 : (u64)(a % b);\n}\n"},
    {"reversed_u32", "",
     R"(u32 reversed_u32(u32 a) {
  a = (a >> 1 & 0x55555555u) | (a & 0x55555555u) << 1;
  a = (a >> 2 & 0x33333333u) | (a & 0x33333333u) << 2;
  a = (a >> 4 & 0x0f0f0f0fu) | (a & 0x0f0f0f0fu) << 4;
  a = (a >> 8 & 0x00ff00ffu) | (a & 0x00ff00ffu) << 8;
  return a >> 16 | a << 16;
}
)"},
    {"reversed_u64", "reversed_u32",
     R"(u64 reversed_u64(u64 a) {
  return (u64)reversed_u32((u32)a) << 32 | reversed_u32((u32)(a >> 32));
}
)"},
    {"swapped_u32", "",
     R"(u32 swapped_u32(u32 a) {
  a = (a >> 8 & 0x00ff00ffu) | (a & 0x00ff00ffu) << 8;
  return a >> 16 | a << 16;
}
)"},
    {"swapped_u64", "swapped_u32",
     R"(u64 swapped_u64(u64 a) {
  return (u64)swapped_u32((u32)a) << 32 | swapped_u32((u32)(a >> 32));
}
)"},
    // The number if the other one is a NaN; of two zeros the negative one.
    {"smaller_f32", "as_uint",
     R"(float smaller_f32(float a, float b) {
  float even = as_uint(a) >> 31 ? a : b;
  return a != a ? b : b != b ? a : a == b ? even : a < b ? a : b;
}
)"},
    {"smaller_f64", "as_ulong",
     R"(double smaller_f64(double a, double b) {
  double even = as_ulong(a) >> 63 ? a : b;
  return a != a ? b : b != b ? a : a == b ? even : a < b ? a : b;
}
)"},
    {"larger_f32", "as_uint",
     R"(float larger_f32(float a, float b) {
  float even = as_uint(a) >> 31 ? b : a;
  return a != a ? b : b != b ? a : a == b ? even : a > b ? a : b;
}
)"},
    {"larger_f64", "as_ulong",
     R"(double larger_f64(double a, double b) {
  double even = as_ulong(a) >> 63 ? b : a;
  return a != a ? b : b != b ? a : a == b ? even : a > b ? a : b;
}
)"},
};

} // namespace roofline

#endif
