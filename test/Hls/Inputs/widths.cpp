#include "ap_fixed.h"
#include "hls_stream.h"

void sum(const ap_int<12> &A, const ap_int<12> &B, ap_int<12> &C) { C = A + B; }
void product(const ap_int<12> &A, const ap_int<12> &B, ap_int<24> &C) {
  C = A * B;
}
void wide(const ap_uint<200> &A, const ap_uint<200> &B, ap_uint<200> &C) {
  C = A ^ B;
}
void fixed(const ap_fixed<18, 6> &A, const ap_fixed<18, 6> &B,
           ap_fixed<18, 6> &C) {
  C = A * B;
}
void range(const ap_uint<32> &A, ap_uint<8> &B) { B = A.range(15, 8); }
void pass(hls::stream<ap_int<12>> &In, hls::stream<int> &Out) {
  if (!In.empty())
    Out << In.read();
}
