// Text broken at spaces.
#include "roofline/Report/WrapText.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {

void wrapText(raw_ostream &OS, StringRef Text, size_t Column, size_t Indent,
              size_t Width) {
  bool IsFirst = true;
  for (StringRef Word : split(Text, ' ')) {
    if (!IsFirst && Column + 1 + Word.size() > Width) {
      OS << '\n';
      OS.indent(unsigned(Indent));
      Column = Indent;
    } else if (!IsFirst) {
      OS << ' ';
      ++Column;
    }
    OS << Word;
    Column += Word.size();
    IsFirst = false;
  }
  OS << '\n';
}

} // namespace roofline
