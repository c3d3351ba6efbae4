// Shift registers of a single work-item, as reads of earlier elements.
#ifndef ROOFLINE_LIB_NEST_SHIFTREGISTER_H
#define ROOFLINE_LIB_NEST_SHIFTREGISTER_H

namespace llvm {
class Loop;
class ScalarEvolution;
} // namespace llvm

namespace roofline {

/// Values that \p L, a loop of constant steps, keeps for later iterations and
/// then reads are computed anew from what they came from: what was loaded k
/// iterations ago is the element k places back. Before iteration k the value is
/// what the register held at first. What is no such register stays. Analyses of
/// the function hold no longer where this gives true.
bool readRegistersBack(llvm::Loop &L, llvm::ScalarEvolution &SE);

} // namespace roofline

#endif
