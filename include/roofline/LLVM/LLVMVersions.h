// All that differs between the versions of LLVM and Clang that this builds
// with.
//
/// \file
/// LLVM 19 to 23 from one source. What a version lacks is added to LLVM's own
/// namespaces under the name that a later one gives it, so that the other
/// sources are written for that one and have no condition on the version. Where
/// arguments differ, a function of this header takes those that all versions
/// need.
///
/// ScalarEvolutionVersions.h is for sources that know scalar evolution,
/// Frontend's ClangVersions.h for those that know Clang. What differs in the
/// build is in cmake/RooflineLLVM.cmake.
///
/// Does not handle: bitcode, which a version reads of its own and older ones.
#ifndef ROOFLINE_LLVM_LLVMVERSIONS_H
#define ROOFLINE_LLVM_LLVMVERSIONS_H

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/JSON.h"
#include "llvm/TargetParser/Triple.h"

#include <limits>

#if LLVM_VERSION_MAJOR < 22
#define ROOFLINE_PASS_PLUGIN_HEADER "llvm/Passes/PassPlugin.h"
#else
#define ROOFLINE_PASS_PLUGIN_HEADER "llvm/Plugins/PassPlugin.h"
#endif

namespace llvm {

#if LLVM_VERSION_MAJOR < 20
/// Since 20 a predicate may come with `samesign`.
using CmpPredicate = CmpInst::Predicate;

namespace Intrinsic {
inline ID lookupIntrinsicID(StringRef Name) {
  return Function::lookupIntrinsicID(Name);
}
} // namespace Intrinsic

inline void getUnderlyingObjects(const Value *V,
                                 SmallVectorImpl<const Value *> &Objects,
                                 const LoopInfo *LI, unsigned MaxLookup) {
  getUnderlyingObjects(V, Objects, const_cast<LoopInfo *>(LI), MaxLookup);
}

/// A text that is its own diagnostic.
class DiagnosticInfoGeneric : public DiagnosticInfo {
public:
  DiagnosticInfoGeneric(const Twine &Text, DiagnosticSeverity Severity)
      : DiagnosticInfo(kind(), Severity), Text(Text) {}
  void print(DiagnosticPrinter &DP) const override { DP << Text; }

private:
  static int kind() {
    static const int Kind = getNextAvailablePluginDiagnosticKind();
    return Kind;
  }
  const Twine &Text;
};

namespace json {
inline bool fromJSON(const Value &E, unsigned &Out, Path P) {
  std::optional<int64_t> S = E.getAsInteger();
  if (S && *S >= 0 && *S <= std::numeric_limits<unsigned>::max()) {
    Out = unsigned(*S);
    return true;
  }
  P.report("expected unsigned integer");
  return false;
}
} // namespace json
#endif

} // namespace llvm

namespace roofline {

/// A module's target, which is a string before 21.
inline llvm::Triple targetTriple(const llvm::Module &M) {
  return llvm::Triple(M.getTargetTriple());
}

inline void setTargetTriple(llvm::Module &M, const char *Name) {
#if LLVM_VERSION_MAJOR < 21
  M.setTargetTriple(Name);
#else
  M.setTargetTriple(llvm::Triple(Name));
#endif
}

/// Gives \p New the form of debug information that \p Old has: before 21 there
/// are two, calls and records.
inline void copyDebugFormat(llvm::Module &New, const llvm::Module &Old) {
#if LLVM_VERSION_MAJOR < 21
  New.setNewDbgInfoFormatFlag(Old.IsNewDbgInfoFormat);
#endif
}

template <class Map>
Map mapOf(bool (llvm::GEPOperator::*)(const llvm::DataLayout &, unsigned, Map &,
                                      llvm::APInt &) const);
/// What GEPOperator::collectOffset() fills: [byte] by index.
using OffsetSteps = decltype(mapOf(&llvm::GEPOperator::collectOffset));

} // namespace roofline

#endif // ROOFLINE_LLVM_LLVMVERSIONS_H
