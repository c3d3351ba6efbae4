// Reads profile files.
#include "roofline/Profile/Profile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {

std::string sourceHash(StringRef Source) {
  return toHex(SHA256::hash(arrayRefFromStringRef(Source)), /*LowerCase=*/true);
}

static bool fromJSON(const json::Value &V, ProfiledLoop &Out, json::Path P) {
  json::ObjectMapper O(V, P);
  if (!O || !O.map("line", Out.Loc.Line) || !O.map("column", Out.Loc.Column) ||
      !O.mapOptional("file", Out.Loc.File) || !O.map("entries", Out.Entries) ||
      !O.map("iterations", Out.Iterations) || !O.map("least", Out.Least) ||
      !O.map("most", Out.Most))
    return false;
  const double Mean = double(Out.Iterations) / double(Out.Entries);
  if (Out.Entries == 0 ||
      (Mean >= double(Out.Least) && Mean <= double(Out.Most)))
    return true;
  P.field("iterations").report("contradicts entries, least and most");
  return false;
}

static bool fromJSON(const json::Value &V, ProfiledBranch &Out, json::Path P) {
  json::ObjectMapper O(V, P);
  return O && O.map("line", Out.Loc.Line) && O.map("column", Out.Loc.Column) &&
         O.mapOptional("file", Out.Loc.File) && O.map("arms", Out.Arms);
}

static bool fromJSON(const json::Value &V, AddressSpace &Out, json::Path P) {
  auto Space = find(AddressSpaceNames, V.getAsString().value_or(""));
  if (Space == std::end(AddressSpaceNames)) {
    P.report("expected an address space");
    return false;
  }
  Out = AddressSpace(Space - AddressSpaceNames);
  return true;
}

/// "int32", "float64", "pointer64", "none".
static bool fromJSON(const json::Value &V, ValueType &Out, json::Path P) {
  StringRef Text = V.getAsString().value_or("");
  Out.Scalar = Text.consume_front("int")       ? ScalarKind::Int
               : Text.consume_front("float")   ? ScalarKind::Float
               : Text.consume_front("pointer") ? ScalarKind::Pointer
                                               : ScalarKind::None;
  if (Out.Scalar == ScalarKind::None ? Text == "none"
                                     : !Text.getAsInteger(10, Out.Bits))
    return true;
  P.report("expected a type, as int32");
  return false;
}

static bool fromJSON(const json::Value &V, ProfiledOperation &Out,
                     json::Path P) {
  json::ObjectMapper O(V, P);
  unsigned Lanes = 1;
  if (!O || !O.map("line", Out.Loc.Line) || !O.map("column", Out.Loc.Column) ||
      !O.mapOptional("file", Out.Loc.File) || !O.map("name", Out.Name) ||
      !O.map("type", Out.Type) || !O.map("lanes", Lanes) ||
      !O.map("count", Out.Count) || !O.mapOptional("space", Out.Space) ||
      !O.mapOptional("read", Out.Read) ||
      !O.mapOptional("written", Out.Written))
    return false;
  Out.Type.Lanes = Lanes;
  return true;
}

static bool fromJSON(const json::Value &V, ProfiledBytes &Out, json::Path P) {
  json::ObjectMapper O(V, P);
  return O && O.map("space", Out.Space) && O.map("read", Out.Read) &&
         O.map("written", Out.Written);
}

static bool readSizes(const json::Value &V, std::array<uint64_t, 3> &Out,
                      json::Path P) {
  std::vector<uint64_t> Sizes;
  if (!json::fromJSON(V, Sizes, P))
    return false;
  uint64_t Product = 1;
  bool Overflow = false;
  for (uint64_t Size : Sizes)
    Product = SaturatingMultiply(Product, Size, &Overflow);
  if (Sizes.size() != 3 || Product == 0 || Product > uint64_t(INT64_MAX)) {
    P.report("expected three positive sizes, together less than 2^63");
    return false;
  }
  copy(Sizes, Out.begin());
  return true;
}

static bool readLaunch(const json::Value &V, Launch &Out, json::Path P) {
  const json::Object &O = *V.getAsObject();
  std::array<uint64_t, 3> Local{};
  std::map<std::string, int64_t> Args;
  for (const char *Key : {"global", "local", "args"})
    if (!O.get(Key)) {
      P.field(Key).report("missing value");
      return false;
    }
  if (Out.Dimensions < 1 || Out.Dimensions > 3) {
    P.field("dimensions").report("expected 1, 2 or 3");
    return false;
  }
  if (!readSizes(*O.get("global"), Out.Global, P.field("global")) ||
      !readSizes(*O.get("local"), Local, P.field("local")) ||
      !json::fromJSON(*O.get("args"), Args, P.field("args")))
    return false;
  Out.Local = Local;
  Out.Args.insert(Args.begin(), Args.end());
  return true;
}

static bool fromJSON(const json::Value &V, KernelProfile &Out, json::Path P) {
  json::ObjectMapper O(V, P);
  return O && O.map("kernel", Out.Kernel) &&
         O.map("source_sha256", Out.SourceHash) &&
         O.map("options", Out.Options) &&
         O.map("dimensions", Out.L.Dimensions) && readLaunch(V, Out.L, P) &&
         O.map("launches", Out.Launches) &&
         O.map("work_items", Out.WorkItems) &&
         O.map("work_groups", Out.WorkGroups) &&
         O.map("barriers", Out.Barriers) &&
         O.mapOptional("faults", Out.Faults) &&
         O.mapOptional("first_fault", Out.FirstFault) &&
         O.map("bytes", Out.Bytes) && O.map("loops", Out.Loops) &&
         O.map("branches", Out.Branches) && O.map("operations", Out.Operations);
}

static bool fromJSON(const json::Value &V, Profile &Out, json::Path P) {
  json::ObjectMapper O(V, P);
  std::string Format;
  int Version = 0;
  if (!O || !O.map("format", Format) || !O.map("version", Version))
    return false;
  if (Format != "roofline-profile") {
    P.field("format").report("expected roofline-profile");
    return false;
  }
  if (Version != Profile::FormatVersion) {
    P.field("version").report("expected version 1");
    return false;
  }
  return O.map("kernels", Out.Kernels);
}

Expected<Profile> loadProfile(StringRef Path) {
  auto Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return createStringError(Buffer.getError(),
                             Path + ": " + Buffer.getError().message());
  return parseProfile((*Buffer)->getBuffer(), Path);
}

Expected<Profile> parseProfile(StringRef Text, StringRef Path) {
  Expected<json::Value> V = json::parse(Text);
  if (!V)
    return createStringError(inconvertibleErrorCode(),
                             Path + ":" + toString(V.takeError()));
  json::Path::Root Root("profile");
  Profile Result;
  if (!fromJSON(*V, Result, Root))
    return createStringError(inconvertibleErrorCode(),
                             Path + ": " + toString(Root.getError()));
  return Result;
}

} // namespace roofline
