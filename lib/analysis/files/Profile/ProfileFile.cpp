// Reads profile files.
#include "roofline/Profile/Profile.h"

#include "roofline/Json/JsonSchema.h"
#include "roofline/Process/InputFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {

std::string sourceHash(StringRef Source) {
  return toHex(SHA256::hash(arrayRefFromStringRef(Source)), /*LowerCase=*/true);
}

template <> struct Names<AddressSpace> {
  static constexpr auto &Values = AddressSpaceNames;
};

namespace {

/// "int32", "float64", "pointer64", "none".
struct TypeText {
  ValueType &Type;
};

} // namespace

template <> struct JsonForm<TypeText> {
  static bool read(const json::Value &V, TypeText &Out, json::Path P) {
    ValueType &Type = Out.Type;
    StringRef Text = V.getAsString().value_or("");
    Type.Scalar = Text.consume_front("int")       ? ScalarKind::Int
                  : Text.consume_front("float")   ? ScalarKind::Float
                  : Text.consume_front("pointer") ? ScalarKind::Pointer
                                                  : ScalarKind::None;
    if (Type.Scalar == ScalarKind::None ? Text == "none"
                                        : !Text.getAsInteger(10, Type.Bits))
      return true;
    P.report("expected a type, as int32");
    return false;
  }
  static json::Object schema(json::Object &) {
    return json::Object{{"type", "string"},
                        {"pattern", "^(none|(int|float|pointer)[1-9][0-9]*)$"}};
  }
};

/// Leaves the file out where it is the source itself.
template <typename V> void listPlace(V &Visit, SourceLocation &S) {
  Visit("line", S.Line);
  Visit("column", S.Column);
  Visit.unless("file", S.File, std::string());
}
template <typename V> void list(V &Visit, ProfiledLoop &S) {
  listPlace(Visit, S.Loc);
  Visit("entries", S.Entries, {.Least = 1});
  Visit("iterations", S.Iterations);
  Visit("least", S.Least);
  Visit("most", S.Most);
  const double Mean = double(S.Iterations) / double(S.Entries);
  Visit.check(Mean >= double(S.Least) && Mean <= double(S.Most), "iterations",
              "contradicts entries, least and most");
}
template <typename V> void list(V &Visit, ProfiledBranch &S) {
  listPlace(Visit, S.Loc);
  Visit("arms", S.Arms, {.Least = 1});
}
template <typename V> void list(V &Visit, ProfiledOperation &S) {
  listPlace(Visit, S.Loc);
  Visit("name", S.Name, {.Least = 1});
  Visit("type", TypeText{S.Type});
  Visit("lanes", S.Type.Lanes, {.Least = 1});
  Visit("count", S.Count);
  Visit("space", S.Space);
  Visit.unless("read", S.Read, uint64_t(0));
  Visit.unless("written", S.Written, uint64_t(0));
  Visit.together({"space", "read", "written"});
}
template <typename V> void list(V &Visit, ProfiledBytes &S) {
  Visit("space", S.Space);
  Visit("read", S.Read);
  Visit("written", S.Written);
}

static bool isProductTooLarge(const std::array<uint64_t, 3> &Sizes) {
  uint64_t Product = 1;
  bool Overflow = false, AnyOverflow = false;
  for (uint64_t Size : Sizes) {
    Product = SaturatingMultiply(Product, Size, &Overflow);
    AnyOverflow |= Overflow;
  }
  return AnyOverflow || Product > uint64_t(INT64_MAX);
}

template <typename V> void list(V &Visit, KernelProfile &S) {
  Visit("kernel", S.Kernel, {.Least = 1});
  Visit("source_sha256", S.SourceHash, {.Pattern = "^[0-9a-f]{64}$"});
  Visit("options", S.Options);
  Visit("dimensions", S.L.Dimensions,
        {.Least = 1, .Most = 3, .Expected = "expected 1, 2 or 3"});
  auto Sizes = [&](const char *Key, std::array<uint64_t, 3> &Triple) {
    Visit(Key, Triple,
          {.Least = 1, .Expected = "expected three positive sizes"});
    Visit.check(!isProductTooLarge(Triple), Key,
                "expected three sizes, together less than 2^63");
  };
  Sizes("global", S.L.Global);
  Sizes("local", S.L.Local ? *S.L.Local : S.L.Local.emplace());
  Visit("args", S.L.Args);
  Visit("launches", S.Launches, {.Least = 1});
  Visit("work_items", S.WorkItems);
  Visit("work_groups", S.WorkGroups);
  Visit("barriers", S.Barriers);
  Visit.unless("faults", S.Faults, uint64_t(0));
  Visit.unless("first_fault", S.FirstFault, std::string());
  Visit("bytes", S.Bytes);
  Visit("loops", S.Loops);
  Visit("branches", S.Branches);
  Visit("operations", S.Operations);
}
template <typename V> void list(V &Visit, Profile &S) {
  Visit("kernels", S.Kernels);
}

static constexpr FileFormat Format = {
    "roofline-profile", Profile::FormatVersion, "profile", "profile",
    "What kernels executed under Oclgrind. See docs/profile-format.md."};

Expected<Profile> loadProfile(StringRef Path) {
  auto Buffer = readInput(Path);
  if (!Buffer)
    return createStringError(Buffer.getError(),
                             Path + ": " + Buffer.getError().message());
  return parseProfile((*Buffer)->getBuffer(), Path);
}

Expected<Profile> parseProfile(StringRef Text, StringRef Path) {
  Profile Result;
  if (Error E = readJsonFile(Text, Path, Format, Result))
    return E;
  return Result;
}

json::Value profileSchema() { return schemaOf<Profile>(Format); }

} // namespace roofline
