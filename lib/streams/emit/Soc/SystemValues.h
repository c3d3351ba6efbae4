// Values that templates of a system have in common.
#ifndef ROOFLINE_LIB_SOC_SYSTEMVALUES_H
#define ROOFLINE_LIB_SOC_SYSTEMVALUES_H

#include "SystemPlan.h"

#include "llvm/Support/JSON.h"

namespace roofline {

/// Values for all templates of a system.
///   name, NAME, kernel, core   the system's, that in capitals, and others
///   check                      whether the system has one
///   data_bits, address_bits, id_bits, outer_id_bits
///                              of m_axi, the last of NAME_bridged
///   c_address                  type of an address in C
///   identity                   of the register map, in hexadecimal
///   sources                    source, file (without its folder), top, last
///   arguments, results         registerValues()
///   control_signals            signalValues() of AXI4-Lite, as a master has it
///   passes                     whether the core does several alone
///   holders                    of each argument after passes: argument,
///                              number, bases (base, last)
llvm::json::Object systemValues(const SystemPlan &P);

/// Of each register: register, REGISTER, port, type, says; offset in
/// hexadecimal; bits, range, words; wide, with several words; bit, where it
/// begins among all, and word_bits of all its words.
llvm::json::Array registerValues(const SystemPlan &P, bool IsResult);

/// Of a port in Verilog: signal, SIGNAL, way ("output", "input "), width and
/// range ("[1:0] ").
llvm::json::Object signalValue(llvm::StringRef Name, bool IsOutput,
                               unsigned Width);
llvm::json::Array signalValues(llvm::ArrayRef<Signal> Signals);
llvm::json::Array signalValues(llvm::ArrayRef<SystemPort> Ports);

} // namespace roofline

#endif
