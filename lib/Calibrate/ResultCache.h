// Results of synthesis that outlive an interrupted calibration.
#ifndef ROOFLINE_LIB_CALIBRATE_RESULTCACHE_H
#define ROOFLINE_LIB_CALIBRATE_RESULTCACHE_H

#include "roofline/Calibrate/Calibrate.h"

#include <string>
#include <unordered_map>

namespace roofline {

/// A file of lines, each a result; a line that was cut off is left out, and one
/// of before delays were measured.
class ResultCache {
public:
  /// Reads \p Path, which need not exist; empty: keeps nothing.
  explicit ResultCache(std::string Path);

  const Synthesis *find(const std::string &Key) const;
  /// Adds a result, to the file too.
  llvm::Error add(const std::string &Key, Synthesis Result);

private:
  std::string Path;
  std::unordered_map<std::string, Synthesis> Results;
};

} // namespace roofline

#endif
