// A profile as text: totals by kernel, operation and address space, and loops.
#include "roofline/Profile/ProfileReport.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <map>

using namespace llvm;

namespace roofline {

static std::string sizes(const std::array<uint64_t, 3> &S) {
  std::string Text = std::to_string(S[0]);
  for (unsigned D = 1; D < 3; ++D)
    if (S[1] > 1 || S[2] > 1)
      if (D == 1 || S[2] > 1)
        Text += " x " + std::to_string(S[D]);
  return Text;
}

static std::string printedType(const ValueType &T) {
  static const char *const Names[] = {"", "int", "float", "pointer"};
  if (T.Scalar == ScalarKind::None)
    return "";
  std::string Text = Names[size_t(T.Scalar)] + std::to_string(T.Bits);
  return T.Lanes > 1 ? Text + "x" + std::to_string(T.Lanes) : Text;
}

static void printOperations(const KernelProfile &K, raw_ostream &OS) {
  std::map<std::pair<std::string, std::string>, uint64_t> Totals;
  for (const ProfiledOperation &O : K.Operations)
    if (O.Space != AddressSpace::Private && O.Name != "alloca")
      Totals[{O.Name, printedType(O.Type)}] += O.Count;
  std::vector<std::pair<uint64_t, std::pair<std::string, std::string>>> Order;
  for (const auto &[Key, Count] : Totals)
    Order.push_back({Count, Key});
  std::stable_sort(
      Order.begin(), Order.end(),
      [](const auto &L, const auto &R) { return L.first > R.first; });
  OS << "\n  executed                        \n";
  for (const auto &[Count, Key] : Order)
    OS << formatv("  {0,16}  {1,-18} {2}\n", Count, Key.first, Key.second);
}

static void printKernel(const KernelProfile &K, raw_ostream &OS) {
  OS << "kernel " << K.Kernel << ": " << sizes(K.L.Global)
     << " work-items, groups of " << sizes(*K.L.Local);
  for (const auto &[Name, Value] : K.L.Args)
    OS << ", " << Name << " = " << Value;
  if (K.Launches > 1)
    OS << ", " << K.Launches << " launches";
  OS << '\n';
  if (K.Barriers)
    OS << "  " << K.Barriers << " barriers of " << K.WorkGroups << " groups\n";
  OS << "\n  moved                         read [byte]   written [byte]\n";
  for (const ProfiledBytes &B : K.Bytes)
    OS << formatv("  {0,-22} {1,18} {2,16}\n", name(B.Space), B.Read,
                  B.Written);
  if (!K.Loops.empty())
    OS << "\n  loop at          entries    iterations   mean    least     "
          "most\n";
  for (const ProfiledLoop &L : K.Loops)
    OS << formatv("  {0,-9} {1,14} {2,13} {3,6:f1} {4,8} {5,8}\n",
                  std::to_string(L.Loc.Line) + ":" +
                      std::to_string(L.Loc.Column),
                  L.Entries, L.Iterations, double(L.Iterations) / L.Entries,
                  L.Least, L.Most);
  printOperations(K, OS);
}

void printProfile(const Profile &P, raw_ostream &OS) {
  for (const KernelProfile &K : P.Kernels)
    printKernel(K, OS);
}

} // namespace roofline
