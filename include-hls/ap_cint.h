// intN and uintN: integers of N bits in C.
//
/// \file
/// The types of Vivado HLS for C; apint_* functions are not here. A C++ source
/// has ap_int.h.
#ifndef ROOFLINE_HLS_AP_CINT_H
#define ROOFLINE_HLS_AP_CINT_H

#define ROOFLINE_HLS_CINT(N)                                                   \
  typedef _BitInt(N) int##N;                                                   \
  typedef unsigned _BitInt(N) uint##N;
typedef unsigned _BitInt(1) uint1;
ROOFLINE_HLS_CINT(2)
ROOFLINE_HLS_CINT(3)
ROOFLINE_HLS_CINT(4) ROOFLINE_HLS_CINT(5) ROOFLINE_HLS_CINT(6) ROOFLINE_HLS_CINT(
    7) ROOFLINE_HLS_CINT(8) ROOFLINE_HLS_CINT(9) ROOFLINE_HLS_CINT(10)
    ROOFLINE_HLS_CINT(11) ROOFLINE_HLS_CINT(12) ROOFLINE_HLS_CINT(13) ROOFLINE_HLS_CINT(
        14) ROOFLINE_HLS_CINT(15) ROOFLINE_HLS_CINT(16) ROOFLINE_HLS_CINT(17)
        ROOFLINE_HLS_CINT(18) ROOFLINE_HLS_CINT(19) ROOFLINE_HLS_CINT(20) ROOFLINE_HLS_CINT(
            21) ROOFLINE_HLS_CINT(22) ROOFLINE_HLS_CINT(23) ROOFLINE_HLS_CINT(24)
            ROOFLINE_HLS_CINT(25) ROOFLINE_HLS_CINT(26) ROOFLINE_HLS_CINT(
                27) ROOFLINE_HLS_CINT(28) ROOFLINE_HLS_CINT(29) ROOFLINE_HLS_CINT(30)
                ROOFLINE_HLS_CINT(31) ROOFLINE_HLS_CINT(32) ROOFLINE_HLS_CINT(
                    33) ROOFLINE_HLS_CINT(34) ROOFLINE_HLS_CINT(35) ROOFLINE_HLS_CINT(36)
                    ROOFLINE_HLS_CINT(37) ROOFLINE_HLS_CINT(38) ROOFLINE_HLS_CINT(
                        39) ROOFLINE_HLS_CINT(40) ROOFLINE_HLS_CINT(41)
                        ROOFLINE_HLS_CINT(42) ROOFLINE_HLS_CINT(43) ROOFLINE_HLS_CINT(
                            44) ROOFLINE_HLS_CINT(45) ROOFLINE_HLS_CINT(46)
                            ROOFLINE_HLS_CINT(47) ROOFLINE_HLS_CINT(48) ROOFLINE_HLS_CINT(
                                49) ROOFLINE_HLS_CINT(50) ROOFLINE_HLS_CINT(51)
                                ROOFLINE_HLS_CINT(52) ROOFLINE_HLS_CINT(53) ROOFLINE_HLS_CINT(
                                    54) ROOFLINE_HLS_CINT(55) ROOFLINE_HLS_CINT(56)
                                    ROOFLINE_HLS_CINT(57) ROOFLINE_HLS_CINT(
                                        58) ROOFLINE_HLS_CINT(59) ROOFLINE_HLS_CINT(60)
                                        ROOFLINE_HLS_CINT(61) ROOFLINE_HLS_CINT(
                                            62) ROOFLINE_HLS_CINT(63)
                                            ROOFLINE_HLS_CINT(64) ROOFLINE_HLS_CINT(
                                                72) ROOFLINE_HLS_CINT(80)
                                                ROOFLINE_HLS_CINT(96) ROOFLINE_HLS_CINT(
                                                    112) ROOFLINE_HLS_CINT(128)
                                                    ROOFLINE_HLS_CINT(144) ROOFLINE_HLS_CINT(
                                                        160) ROOFLINE_HLS_CINT(192)
                                                        ROOFLINE_HLS_CINT(224) ROOFLINE_HLS_CINT(
                                                            256) ROOFLINE_HLS_CINT(320)
                                                            ROOFLINE_HLS_CINT(
                                                                384)
                                                                ROOFLINE_HLS_CINT(
                                                                    512)
                                                                    ROOFLINE_HLS_CINT(
                                                                        768)
                                                                        ROOFLINE_HLS_CINT(
                                                                            1024)
#undef ROOFLINE_HLS_CINT

#endif
