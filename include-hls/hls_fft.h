// hls::fft: the vendor's core for Fourier transforms.
//
/// \file
/// The names of its configuration, and functions without a body: the core is no
/// source, so that an analysis has no latency of it, and a program that calls
/// it does not link.
#ifndef ROOFLINE_HLS_HLS_FFT_H
#define ROOFLINE_HLS_HLS_FFT_H

#include "roofline_hls/MacrosAway.inc"

#include "ap_fixed.h"
#include "ap_int.h"
#include "hls_stream.h"
#include "hls_vector.h"

#include <complex>

namespace hls {
namespace ip_fft {

enum arch {
  radix_4_burst_io = 1,
  radix_2_burst_io,
  pipelined_streaming_io,
  radix_2_lite_burst_io
};
enum scaling { scaled = 0, unscaled, block_floating_point };
enum rounding { truncation = 0, convergent_rounding };
enum mem { block_ram = 0, distributed_ram };
enum opt {
  use_luts = 0,
  use_mults_resources,
  use_mults_performance,
  use_xtremedsp_slices
};
enum ordering { bit_reversed_order = 0, natural_order };
enum type { fixed_point = 0, floating_point };

struct params_t {
  static constexpr unsigned input_width = 16, output_width = 16,
                            status_width = 8, config_width = 16, max_nfft = 10,
                            channels = 1, phase_factor_width = 16,
                            ordering_opt = bit_reversed_order,
                            output_ordering = bit_reversed_order,
                            scaling_opt = scaled, rounding_opt = truncation,
                            arch_opt = pipelined_streaming_io,
                            mem_data = block_ram, mem_phase_factors = block_ram,
                            mem_reorder = block_ram, stages_block_ram = 4,
                            complex_mult_type = use_mults_resources,
                            butterfly_type = use_luts;
  static constexpr bool has_nfft = false, ovflo = true,
                        cyclic_prefix_insertion = false, xk_index = false,
                        mem_hybrid = false, use_native_float = false;
};
struct ssr_params_t : params_t {
  static constexpr unsigned super_sample_rate = 2;
  static constexpr bool systolicfft_inv = false;
};

template <class Params> struct config_t {
  ap_uint<Params::config_width> data;
  void setDir(bool, unsigned = 0);
  void setSch(unsigned, unsigned = 0);
  void setNfft(unsigned);
  void setCp_len(unsigned);
  ap_uint<Params::config_width> getData() const { return data; }
};
template <class Params> struct status_t {
  ap_uint<Params::status_width> data;
  bool getOvflo(unsigned = 0) const;
  unsigned getBlkExp(unsigned = 0) const;
  ap_uint<Params::status_width> getData() const { return data; }
};

} // namespace ip_fft

/// Arrays or streams in and out, then what the configuration wants.
template <class Params, class In, class Out, class... Settings>
void fft(In &&, Out &&, Settings &&...);

} // namespace hls

#include "roofline_hls/MacrosBack.inc"

#endif
