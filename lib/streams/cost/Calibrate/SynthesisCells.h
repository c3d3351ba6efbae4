// Delays of cells for yosys' `sta`.
#ifndef ROOFLINE_CALIBRATE_SYNTHESISCELLS_H
#define ROOFLINE_CALIBRATE_SYNTHESISCELLS_H

#include <string>

namespace roofline {

/// Commands of yosys that replace the models of an ECP5's cells by ones with
/// delays, after synthesis.
std::string ecp5Delays();

} // namespace roofline

#endif
