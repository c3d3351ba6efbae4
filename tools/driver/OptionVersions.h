// The tables of options that LLVM's option library reads, as its version wants
// them.
//
/// \file
/// As LLVM/LLVMVersions.h, for the source of the table of options alone: takes
/// what llvm-tblgen wrote of Options.td and Commands.td. Since 20 names of
/// options are offsets into one string, since 23 texts of commands as well.
#ifndef ROOFLINE_TOOLS_OPTIONVERSIONS_H
#define ROOFLINE_TOOLS_OPTIONVERSIONS_H

#include "llvm/Config/llvm-config.h"
#include "llvm/Option/OptTable.h"

namespace roofline {

#if LLVM_VERSION_MAJOR < 23
using TableText = const char *;
inline llvm::StringRef getCommandEntryStr(TableText Text) { return Text; }
#else
using TableText = llvm::StringTable::Offset; // the table has the function
#endif

#if LLVM_VERSION_MAJOR < 20

#define PREFIX(NAME, VALUE)                                                    \
  static constexpr llvm::StringLiteral NAME##_ended[] = VALUE;                 \
  static constexpr llvm::ArrayRef<llvm::StringLiteral> NAME(                   \
      NAME##_ended, std::size(NAME##_ended) - 1);
#include "Options.inc"
#undef PREFIX

#define PREFIX_UNION(VALUES)                                                   \
  static constexpr llvm::StringLiteral AllPrefixes_ended[] = VALUES;           \
  static constexpr llvm::ArrayRef<llvm::StringLiteral> AllPrefixes(            \
      AllPrefixes_ended, std::size(AllPrefixes_ended) - 1);
#include "Options.inc"
#undef PREFIX_UNION

/// The arguments of PrecomputedOptTable's constructor.
#define ROOFLINE_OPTION_TABLES(INFOS) INFOS, AllPrefixes

/// "json".
inline llvm::StringRef optionName(const llvm::opt::OptTable::Info &I) {
  return I.getName();
}
/// "--json".
inline llvm::StringRef prefixedName(const llvm::opt::OptTable::Info &I) {
  return I.PrefixedName;
}

#else

#define OPTTABLE_STR_TABLE_CODE
#define OPTTABLE_PREFIXES_TABLE_CODE
#define OPTTABLE_PREFIXES_UNION_CODE
#include "Options.inc"
#undef OPTTABLE_STR_TABLE_CODE
#undef OPTTABLE_PREFIXES_TABLE_CODE
#undef OPTTABLE_PREFIXES_UNION_CODE

#define ROOFLINE_OPTION_TABLES(INFOS)                                          \
  OptionStrTable, OptionPrefixesTable, INFOS, OptionPrefixesUnion

inline llvm::StringRef optionName(const llvm::opt::OptTable::Info &I) {
  return I.getName(OptionStrTable, OptionPrefixesTable);
}
inline llvm::StringRef prefixedName(const llvm::opt::OptTable::Info &I) {
  return I.getPrefixedName(OptionStrTable);
}

#endif

} // namespace roofline

#endif // ROOFLINE_TOOLS_OPTIONVERSIONS_H
