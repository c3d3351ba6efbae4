// Words of global memory that a launch asks for, by object and by access.
#ifndef ROOFLINE_LIB_REPORT_MEMORYWORDS_H
#define ROOFLINE_LIB_REPORT_MEMORYWORDS_H

#include "roofline/Report/AnalysisResult.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace roofline {

/// Words of an object, and where it is accessed first.
struct ObjectWords {
  double Words = 0; ///< [word] of the launch
  SourceLocation First;
};

/// Words by object, in the order of its units. Needs R.OnBoard.
llvm::MapVector<llvm::StringRef, ObjectWords>
wordsByObject(const AnalysisResult &R);

/// ", 4.2 M of them for B at line 10": the object that asks for most words;
/// empty where there is only one. Needs R.OnBoard.
std::string mostWordsText(const AnalysisResult &R);

/// The access that asks for most words; null where there is none. Needs
/// R.OnBoard.
const MemoryAccess *mostWanted(const AnalysisResult &R);

/// True where the kernel reads neighbours of one object: places that are a
/// fixed distance apart. Needs R.OnBoard.
bool readsNeighbours(const AnalysisResult &R);

/// "512", "65.5 k", "10.4 M": three digits.
std::string largeText(double Count);

} // namespace roofline

#endif
