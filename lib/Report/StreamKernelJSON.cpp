// Stream kernels as JSON, both ways without loss.
#include "roofline/Report/StreamKernelJSON.h"

#include "KernelFile.h"

using namespace llvm;

namespace roofline {

template <typename V> void list(V &Visit, Box &S) {
  Visit("origin", S.Origin);
  Visit("size", S.Size);
}
template <typename V> void list(V &Visit, ScalarArgument &S) {
  Visit("name", S.Name);
  Visit("type", S.Type);
  Visit("bits", S.Bits);
}
template <typename V> void listStream(V &Visit, Stream &S) {
  Visit("name", S.Name);
  Visit("type", S.Type);
  Visit("window", S.Window);
  Visit("first_element", S.FirstElement);
  Visit.unless("fields", S.Fields, uint32_t(1));
  Visit("pitch", S.Pitch);
}
template <typename V> void list(V &Visit, Stream &S) { listStream(Visit, S); }
template <typename V> void list(V &Visit, InputStream &S) {
  listStream(Visit, S);
  Visit("taps", S.Taps);
}
template <typename V> void list(V &Visit, OutputStream &S) {
  listStream(Visit, S);
  Visit("value", S.Value);
  Visit("enable", S.Enable);
}
template <typename V> void list(V &Visit, Reduction &S) {
  Visit("name", S.Name);
  Visit("element", S.Element);
  Visit("op", S.Op);
  Visit("type", S.Type);
  Visit("value", S.Value);
  Visit("enable", S.Enable);
  Visit("initial", S.Initial);
  Visit("initial_scalar", S.InitialScalar);
  Visit.unless("location", S.Loc, SourceLocation());
}
template <typename V> void list(V &Visit, DatapathNode &S) {
  Visit("op", S.Op);
  Visit("type", S.Type);
  Visit.unless("operands", S.Operands, std::vector<uint32_t>());
  Visit.unless("value", S.Value, uint64_t(0));
  Visit.unless("at", S.At, Offset{0, 0, 0});
  Visit.unless("location", S.Loc, SourceLocation());
}
template <typename V> void list(V &Visit, StreamKernel &S) {
  Visit("name", S.Name);
  Visit.unless("location", S.Loc, SourceLocation());
  Visit("dimensions", S.NumDimensions);
  Visit("space", S.Space);
  Visit("active", S.Active);
  Visit("scalars", S.Scalars);
  Visit("inputs", S.Inputs);
  Visit("outputs", S.Outputs);
  Visit.unless("temporaries", S.Temporaries, std::vector<Stream>());
  Visit("reductions", S.Reductions);
  Visit("nodes", S.Nodes);
  Visit.unless("finish", S.Finish, std::vector<StreamKernel>());
}

json::Value toJSON(const std::vector<StreamKernel> &Kernels) {
  return json::Object{{"format", "roofline-stream-kernel"},
                      {"version", StreamKernelFormatVersion},
                      {"kernels", JsonWriter::write(Kernels)}};
}

Expected<std::vector<StreamKernel>> readStreamKernels(StringRef Text,
                                                      StringRef Name) {
  return readKernelsJSON<StreamKernel>(Text, Name,
                                       {"stream kernel", "stream kernel",
                                        "roofline-stream-kernel",
                                        StreamKernelFormatVersion},
                                       verifyStreamKernel);
}

} // namespace roofline
