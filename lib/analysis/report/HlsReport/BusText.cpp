// What the report says of arguments on a bus.
#include "BusText.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace roofline {

std::string busText(const HlsResult &R, const BusUse &B) {
  std::string Text =
      formatv("line {0} {1} {2} by {3}", B.Loc.Line,
              B.IsWrite ? "writes" : "reads", B.Argument, B.Bundle);
  if (!B.Sharing.empty())
    Text += ", shared with " + join(B.Sharing, ", ");
  if (!B.IsBurst)
    return formatv("{0}: no burst: {1}; an access takes {2} cycles more", Text,
                   B.Reason, uint64_t(B.Request));
  Text += B.Length > 0 ? formatv(": bursts of {0}", uint64_t(B.Length)).str()
                       : ": bursts of a length that varies";
  if (B.Loop)
    Text += " over " + loopText(*R.Kernel, *B.Loop);
  return Text + formatv(", {0} cycles each", uint64_t(B.Request)).str();
}

std::string busAdvice(const HlsResult &R, const BusUse &B) {
  // One element needs no burst.
  if (B.IsBurst || B.Reason == "no loop is around it")
    return "";
  if (B.Reason.find("uses bundle") != std::string::npos)
    return "give '" + B.Argument +
           "' a bus of its own: #pragma HLS interface mode=m_axi port=" +
           B.Argument + " bundle=" + B.Argument +
           " (the interface of the function changes)";
  return "copy '" + B.Argument + (B.IsWrite ? "' from" : "' into") +
         " a local array in a loop of its own, index by index, and access that";
}

} // namespace roofline
