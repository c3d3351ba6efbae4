// hls::FIR: the vendor's core for filters.
//
/// \file
/// The names of its configuration, and methods without a body, as in hls_fft.h.
#ifndef ROOFLINE_HLS_HLS_FIR_H
#define ROOFLINE_HLS_HLS_FIR_H

#include "roofline_hls/MacrosAway.inc"

#include "ap_fixed.h"
#include "ap_int.h"
#include "hls_stream.h"

namespace hls {
namespace ip_fir {

enum filter_type {
  single_rate = 0,
  interpolation,
  decimation,
  hilbert_filter,
  interpolated
};
enum rate_change { integer = 0, fixed_fractional };
enum chan_seq { basic = 0, advanced };
enum rate_specification { frequency = 0, period };
enum value_sign { value_signed = 0, value_unsigned };
enum quantization {
  integer_coefficients = 0,
  quantize_only,
  maximize_dynamic_range
};
enum coeff_structure {
  inferred = 0,
  non_symmetric,
  symmetric,
  negative_symmetric,
  half_band,
  hilbert
};
enum output_rounding_mode {
  full_precision = 0,
  truncate_lsbs,
  non_symmetric_rounding_down,
  non_symmetric_rounding_up,
  symmetric_rounding_to_zero,
  symmetric_rounding_to_infinity,
  convergent_rounding_to_even,
  convergent_rounding_to_odd
};
enum filter_arch {
  systolic_multiply_accumulate = 0,
  transpose_multiply_accumulate
};
enum optimization_goal { area = 0, speed };
enum memory_type { automatic = 0, mem_block, distributed };
enum column_mode { column_automatic = 0, custom };
enum config_method { single = 0, by_channel };
enum coeff_reload { coeff_fixed = 0, coeff_reloadable };

struct params_t {
  static constexpr unsigned input_width = 16, input_fractional_bits = 0,
                            output_width = 24, output_fractional_bits = 0,
                            coeff_width = 16, coeff_fractional_bits = 0,
                            num_coeffs = 21, coeff_sets = 1, input_length = 20,
                            output_length = 20, num_channels = 1,
                            total_num_coeff = 21, filter_type = single_rate,
                            rate_change = integer, interp_rate = 1,
                            decim_rate = 1, zero_pack_factor = 1,
                            chan_seq = basic, sample_period_opt = 0,
                            output_rounding_mode = full_precision,
                            config_method = single, quantization = 0,
                            coeff_structure = inferred;
  static constexpr double sample_period = 1, sample_frequency = 0.001,
                          hardware_oversampling_rate = 1;
};

} // namespace ip_fir

template <class Params> class FIR {
public:
  /// Arrays or streams in and out, then configuration and new coefficients.
  template <class In, class Out, class... Settings>
  void run(In &&, Out &&, Settings &&...);
};

} // namespace hls

#include "roofline_hls/MacrosBack.inc"

#endif
