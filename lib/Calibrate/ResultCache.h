// Results of synthesis that outlive an interrupted calibration.
#ifndef ROOFLINE_LIB_CALIBRATE_RESULTCACHE_H
#define ROOFLINE_LIB_CALIBRATE_RESULTCACHE_H

#include "roofline/Calibrate/Calibrate.h"

#include <string>
#include <unordered_map>

namespace roofline {

/// A file of lines, each a result; a line that was cut off is left out.
class ResultCache {
public:
  /// Reads \p Path, which need not exist; empty: keeps nothing.
  explicit ResultCache(std::string Path);

  const CellCounts *find(const std::string &Key) const;
  /// Adds a result, to the file too.
  llvm::Error add(const std::string &Key, CellCounts Cells);

private:
  std::string Path;
  std::unordered_map<std::string, CellCounts> Results;
};

} // namespace roofline

#endif
