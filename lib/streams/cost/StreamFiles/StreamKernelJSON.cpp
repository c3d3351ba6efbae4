// Stream kernels as JSON, both ways without loss.
#include "roofline/StreamFiles/StreamKernelJSON.h"

#include "DatapathOpJSON.h"
#include "roofline/Report/KernelFile.h"

using namespace llvm;

namespace roofline {

/// A type of streams, of fewer kinds than a kernel's.
struct StreamType {
  ValueType &Type;
};
template <typename V> void list(V &Visit, StreamType &S) {
  static constexpr const char *Kinds[] = {"int", "float"};
  Visit("scalar", S.Type.Scalar, {.OneOf = Kinds});
  Visit("bits", S.Type.Bits, {.Least = 1, .Most = 64});
  Visit("lanes", S.Type.Lanes, {.Least = 1, .Most = 1});
}

template <typename V> void list(V &Visit, Box &S) {
  Visit("origin", S.Origin, {.Says = "[position] in each dimension"});
  Visit("size", S.Size, {.Least = 1});
}
template <typename V> void list(V &Visit, ScalarArgument &S) {
  Visit("name", S.Name, {.Least = 1});
  Visit("type", StreamType{S.Type});
  Visit("bits", S.Bits);
}
template <typename V> void listStream(V &Visit, Stream &S) {
  Visit("name", S.Name, {.Least = 1});
  Visit("type", StreamType{S.Type});
  Visit("window", S.Window);
  Visit("first_element", S.FirstElement);
  Visit.unless("fields", S.Fields, uint32_t(1), {.Least = 2, .Most = 128});
  Visit("pitch", S.Pitch);
}
template <typename V> void list(V &Visit, Stream &S) { listStream(Visit, S); }
template <typename V> void list(V &Visit, InputStream &S) {
  listStream(Visit, S);
  Visit("taps", S.Taps, {.Least = 1});
}
template <typename V> void list(V &Visit, OutputStream &S) {
  listStream(Visit, S);
  Visit("value", S.Value);
  Visit("enable", S.Enable);
}
template <typename V> void list(V &Visit, Reduction &S) {
  Visit("name", S.Name, {.Least = 1});
  Visit("element", S.Element);
  Visit("op", S.Op);
  Visit("type", StreamType{S.Type});
  Visit("value", S.Value);
  Visit("factor", S.Factor, {.Says = "of fma alone"});
  Visit("enable", S.Enable);
  Visit("initial", S.Initial);
  Visit("initial_scalar", S.InitialScalar);
  Visit.unless("interleave", S.Interleave, 1u,
               {.Says = "partial sums of add and fma of floats, a power of two",
                .Least = 2});
  Visit.unless("location", S.Loc, SourceLocation());
}
template <typename V> void list(V &Visit, Recurrence &S) {
  Visit("type", StreamType{S.Type});
  Visit("value", S.Value);
  Visit("initial", S.Initial);
  Visit("initial_scalar", S.InitialScalar);
  Visit.unless("distance", S.Distance, int64_t(1),
               {.Says = "positions to the one that reads it", .Least = 2});
  Visit.unless("location", S.Loc, SourceLocation());
}
template <typename V> void list(V &Visit, DatapathNode &S) {
  Visit("op", S.Op);
  Visit("type", StreamType{S.Type});
  Visit.unless("operands", S.Operands, std::vector<uint32_t>(), {.Most = 3});
  Visit.unless("value", S.Value, uint64_t(0));
  Visit.unless("at", S.Delta, Offset{0, 0, 0});
  Visit.unless("location", S.Loc, SourceLocation());
}
template <typename V> void list(V &Visit, StreamPlace &S) {
  Visit("window", S.Window);
  Visit("first_element", S.FirstElement);
  Visit("pitch", S.Pitch);
}
template <typename V> void list(V &Visit, KernelSizes &S) {
  Visit("values", S.Values, {.Says = "of the size scalars", .Least = 1});
  Visit("space", S.Space);
  Visit("active", S.Active);
  Visit("inputs", S.Inputs);
  Visit("outputs", S.Outputs);
  Visit.unless("temporaries", S.Temporaries, std::vector<StreamPlace>());
}
template <typename V> void list(V &Visit, StreamKernel &S) {
  Visit("name", S.Name);
  Visit.unless("location", S.Loc, SourceLocation());
  Visit("dimensions", S.NumDimensions, {.Least = 1, .Most = 3});
  Visit("space", S.Space);
  Visit("active", S.Active);
  Visit("scalars", S.Scalars);
  Visit("inputs", S.Inputs);
  Visit("outputs", S.Outputs);
  Visit.unless("temporaries", S.Temporaries, std::vector<Stream>());
  Visit("reductions", S.Reductions);
  Visit.unless("recurrences", S.Recurrences, std::vector<Recurrence>(),
               {.Says = "Values that a position leaves to the next."});
  Visit("nodes", S.Nodes);
  Visit.unless("finish", S.Finish, std::vector<StreamKernel>(),
               {.Says = "What is computed of the reductions and stored, when "
                        "the walk is done.",
                .Most = 1});
  Visit.unless("stage_bits", S.StageBits, uint32_t(0),
               {.Says = "[bit] Operators are cut into stages of about so many; "
                        "absent: they are whole.",
                .Least = LeastStageBits,
                .Most = MostStageBits});
  Visit.unless("size_scalars", S.SizeScalars, std::vector<uint32_t>(),
               {.Says = "Scalars that give the sizes of a launch."});
  Visit.unless("sizes", S.Sizes, std::vector<KernelSizes>(),
               {.Says = "The kernel for several of their values, its own "
                        "first."});
}

static constexpr FileFormat StreamKernelFormat = {
    "roofline-stream-kernel", StreamKernelFormatVersion, "stream kernel",
    "stream kernel",
    "Kernels as maps over streams. See docs/stream-kernel-json.md."};

json::Value toJSON(const std::vector<StreamKernel> &Kernels) {
  return writeKernels(StreamKernelFormat, Kernels);
}

/// A name that stands in comments, texts and paths of what is emitted.
static bool isName(StringRef Name) {
  return none_of(Name, [](char C) {
    return (C >= 0 && C < ' ') || C == '\x7f' ||
           StringRef("\"'`\\$/;*").contains(C);
  });
}

/// A name of \p K that is none; nothing where all are.
static std::optional<std::string> wrongName(const StreamKernel &K) {
  std::vector<StringRef> Names = {K.Name};
  auto Add = [&](const auto &S) { Names.push_back(S.Name); };
  for_each(K.Scalars, Add);
  for_each(K.Inputs, Add);
  for_each(K.Outputs, Add);
  for_each(K.Temporaries, Add);
  for_each(K.Reductions, Add);
  for (StringRef Name : Names)
    if (!isName(Name))
      return ("'" + Name + "' is no name").str();
  for (const StreamKernel &Finish : K.Finish)
    if (std::optional<std::string> Wrong = wrongName(Finish))
      return Wrong;
  return std::nullopt;
}

Expected<std::vector<StreamKernel>> readStreamKernels(StringRef Text,
                                                      StringRef Name) {
  return readKernels<StreamKernel>(
      Text, Name, StreamKernelFormat, [](const StreamKernel &K) {
        std::optional<std::string> Wrong = wrongName(K);
        return Wrong ? Wrong : verifyStreamKernel(K);
      });
}

json::Value streamKernelSchema() {
  return kernelsSchema<StreamKernel>(StreamKernelFormat);
}

} // namespace roofline
