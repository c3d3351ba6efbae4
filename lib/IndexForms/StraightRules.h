// Between which indices an operation on lines gives a line.
#ifndef ROOFLINE_LIB_INDEXFORMS_STRAIGHTRULES_H
#define ROOFLINE_LIB_INDEXFORMS_STRAIGHTRULES_H

#include "roofline/IndexForms/Axis.h"

#include "llvm/IR/InstrTypes.h"

namespace roofline {

/// Each is sound: where it says true, the result, a signed number, is a line
/// over the indices of its operands (\p Of, all over the same ones), which are
/// signed numbers of \p Bits, to 64. False says nothing.
bool isStraight(llvm::Instruction::BinaryOps Code, unsigned Bits,
                llvm::ArrayRef<Line> Of);
bool isStraight(llvm::CmpInst::Predicate P, unsigned Bits,
                llvm::ArrayRef<Line> Of);
/// Rule for the one operand that the predicate chooses: minima, maxima.
bool isStraightChoice(llvm::CmpInst::Predicate P, unsigned Bits,
                      llvm::ArrayRef<Line> Of);
/// Rule for a saturating sum or difference.
bool isStraightSaturation(bool IsSum, bool IsSigned, unsigned Bits,
                          llvm::ArrayRef<Line> Of);
bool isStraightExtension(const Line &Of);
bool isStraightAbsolute(unsigned Bits, const Line &Of);
/// Cut to \p To bits.
bool isStraightTruncation(unsigned To, const Line &Of);

} // namespace roofline

#endif
