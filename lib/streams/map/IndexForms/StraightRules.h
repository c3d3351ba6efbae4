// Rules by which an operation on lines gives a line.
#ifndef ROOFLINE_LIB_INDEXFORMS_STRAIGHTRULES_H
#define ROOFLINE_LIB_INDEXFORMS_STRAIGHTRULES_H

#include "roofline/IndexForms/Axis.h"

#include "llvm/IR/InstrTypes.h"

namespace roofline {

/// Each rule is sound. True means that the result, a signed number, is a line
/// over the indices of its operands \p Operands. The operands are signed
/// numbers of up to 64 \p Bits over the same indices. False means unknown.
bool isStraight(llvm::Instruction::BinaryOps Code, unsigned Bits,
                llvm::ArrayRef<Line> Operands);
bool isStraight(llvm::CmpInst::Predicate P, unsigned Bits,
                llvm::ArrayRef<Line> Operands);
/// Rule for minima and maxima, where the predicate selects one operand.
bool isStraightChoice(llvm::CmpInst::Predicate P, unsigned Bits,
                      llvm::ArrayRef<Line> Operands);
/// Rule for a saturating sum or difference.
bool isStraightSaturation(bool IsSum, bool IsSigned, unsigned Bits,
                          llvm::ArrayRef<Line> Operands);
bool isStraightExtension(const Line &Operand);
bool isStraightAbsolute(unsigned Bits, const Line &Operand);
/// Rule for a truncation to \p To bits.
bool isStraightTruncation(unsigned To, const Line &Operand);

} // namespace roofline

#endif
