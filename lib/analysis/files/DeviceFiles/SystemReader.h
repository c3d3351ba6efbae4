// Reads a system file.
#ifndef ROOFLINE_LIB_DEVICEFILES_SYSTEMREADER_H
#define ROOFLINE_LIB_DEVICEFILES_SYSTEMREADER_H

#include "ProcessingUnitReader.h"
#include "SystemFields.h"

#include "roofline/DeviceFiles/DeviceFile.h"
#include "roofline/DeviceFiles/SystemFile.h"

#include <utility>

namespace roofline {

class SystemReader {
public:
  SystemReader(YamlReader &R, llvm::StringRef Path,
               llvm::ArrayRef<std::string> Folders, SystemFile &File)
      : R(R), Path(Path), Folders(Folders), File(File) {}
  void read();

private:
  using Tree = YamlReader::Tree;
  enum Origin { Given, Source }; ///< Source: `source:` is required

  void readRequirements(const RequirementFields &F);
  void readBlock(llvm::StringRef Name, const BlockFields &F);
  void readWork(const BlockFields &F, SystemBlock &B);
  void readSummary(const BlockFields &F);
  void readUnit(llvm::StringRef Name, const SystemUnitFields &F);
  void readDevice(const Tree &Name, SystemUnit &U);
  void readEdge(const EdgeFields &F);
  void checkEdges();

  // SystemValues.cpp: parts that several sections share.
  void readOperations(const Tree &T, double Scale, Workload &Work);
  double number(const Tree &T, bool AllowZero);
  double value(const Tree &T, llvm::ArrayRef<Unit> Units, Origin From,
               bool AllowZero = false);
  std::string sourceOf(const Tree &T);
  /// Reads a cost; the whole file has one currency.
  double cost(const Tree &T, Origin From);
  /// Amounts to multiply by for a frame.
  double scale(bool PerFrame) const { return PerFrame ? 1 : Elements; }
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
