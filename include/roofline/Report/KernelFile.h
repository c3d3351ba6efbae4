// Files whose fields are a list of kernels.
#ifndef ROOFLINE_REPORT_KERNELFILE_H
#define ROOFLINE_REPORT_KERNELFILE_H

#include "roofline/Json/BaseFields.h"
#include "roofline/Json/JsonFile.h"
#include "roofline/Json/JsonSchema.h"

namespace roofline {

template <typename T> struct KernelFile {
  std::vector<T> &Kernels;
};
template <typename V, typename T> void list(V &Visit, KernelFile<T> &S) {
  Visit("kernels", S.Kernels);
}

template <typename T>
json::Value writeKernels(const FileFormat &Format, const std::vector<T> &List) {
  return writeJsonFile(Format,
                       KernelFile<T>{const_cast<std::vector<T> &>(List)});
}

/// Reads kernels and checks each by \p Check. Errors have \p Name and either
/// line and column (syntax) or the path of the value (structure).
template <typename T, typename Checker>
llvm::Expected<std::vector<T>>
readKernels(llvm::StringRef Text, llvm::StringRef Name,
            const FileFormat &Format, Checker Check) {
  std::vector<T> Kernels;
  KernelFile<T> File{Kernels};
  if (llvm::Error E = readJsonFile(Text, Name, Format, File))
    return E;
  for (const T &K : Kernels)
    if (auto Problem = Check(K))
      return jsonError(Name, "kernel '" + K.Name + "': " + *Problem);
  return Kernels;
}

template <typename T> json::Value kernelsSchema(const FileFormat &Format) {
  std::vector<T> None;
  return schemaOf(Format, KernelFile<T>{None});
}

} // namespace roofline

#endif
