// Reads a system file.
#ifndef ROOFLINE_LIB_DEVICEFILES_SYSTEMREADER_H
#define ROOFLINE_LIB_DEVICEFILES_SYSTEMREADER_H

#include "roofline/DeviceFiles/ValueReader.h"

#include "roofline/DeviceFiles/DeviceFile.h"
#include "roofline/DeviceFiles/SystemFile.h"
#include "roofline/DeviceFiles/YamlReader.h"

#include <utility>

namespace roofline {

/// Units of sizes that people write.
constexpr Unit SizeUnits[] = {{"B", 1}, {"KiB", 1024}, {"MiB", 1024 * 1024}};
constexpr Unit FrameRateUnits[] = {{"frame/s", 1}};

class SystemReader {
public:
  SystemReader(YamlReader &R, llvm::StringRef Path,
               llvm::ArrayRef<std::string> Folders, SystemFile &File)
      : R(R), Path(Path), Folders(Folders), File(File) {}
  void read();

private:
  using Tree = YamlReader::Tree;
  enum Origin { Given, Source }; ///< Source: `source:` is required
  static constexpr unsigned MaxCount = 64;

  void readRequirements();
  void readBlock(llvm::StringRef Name, const Tree &T);
  void readWork(const Tree &T, double Scale, SystemBlock &B);
  void readSummary(const Tree &T, const Tree &Summary);
  void readUnit(llvm::StringRef Name, const Tree &T);
  void readDevice(const Tree &T, const Tree &Name, SystemUnit &U);
  void readEdge(const Tree &T);
  void checkEdges();

  // SystemValues.cpp: parts that several sections share.
  void readOperations(const Tree &T, double Scale, Workload &Work);
  double number(const Tree &T, bool AllowZero);
  double value(const Tree &T, llvm::ArrayRef<Unit> Units, Origin From,
               bool AllowZero = false);
  std::string sourceOf(const Tree &T);
  /// Reads a cost; the whole file has one currency.
  double cost(const Tree &T, Origin From);
  /// Elements of a frame when `per:` is element, the default; 1 when it is
  /// frame.
  double perFrame(const Tree &T);
  std::vector<std::string> names(const Tree &T);
  std::vector<std::string> typeList(const Tree &T);
  void checkType(const Tree &T, llvm::StringRef Type);
  uint32_t blockNamed(const Tree &T);

  YamlReader &R;
  llvm::StringRef Path;
  llvm::ArrayRef<std::string> Folders;
  SystemFile &File;
  double Elements = 1; ///< elements of a frame
  std::vector<std::pair<std::string, const Tree *>> UnitUses;
  std::vector<const Tree *> EdgePlaces;
};

} // namespace roofline

#endif
