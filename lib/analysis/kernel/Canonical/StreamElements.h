// Elements of the streams of C++.
#ifndef ROOFLINE_LIB_CANONICAL_STREAMELEMENTS_H
#define ROOFLINE_LIB_CANONICAL_STREAMELEMENTS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"

#include <optional>

namespace roofline {

/// A number in an element, at a distance from its begin [byte].
struct ElementPart {
  llvm::Type *T;
  uint64_t Offset;
};

/// Form of an element in memory.
struct ElementLayout {
  llvm::Type *T = nullptr; ///< null where it is not known
  uint64_t Bytes = 0;      ///< without paddings at its end
};

/// A method of hls::stream, by include-hls/hls_stream.h.
enum class StreamMethod { Read, Write, IsReadable, IsWritable, Size };

/// Returns which method \p F is, which has no body; nothing for others.
std::optional<StreamMethod> streamMethod(const llvm::Function *F);

/// Adds the numbers in a \p T at \p Offset to \p Parts, integers by bytes.
void addParts(llvm::Type *T, uint64_t Offset, const llvm::DataLayout &DL,
              llvm::SmallVectorImpl<ElementPart> &Parts);

/// Returns the type in registers of what \p Call, a read or a write, moves.
llvm::Type *registerType(llvm::CallInst &Call, StreamMethod M);

/// True where \p L and \p R take as many registers.
bool fillsAlike(llvm::Type *L, llvm::Type *R, const llvm::DataLayout &DL);

/// Returns the layout of what \p Call, a read or a write, moves, before its
/// variables are values: registers hold paddings, too.
ElementLayout elementLayout(llvm::CallInst &Call, StreamMethod M);

} // namespace roofline

#endif
