// Results of synthesis that outlive an interrupted calibration.
#ifndef ROOFLINE_LIB_CALIBRATE_RESULTCACHE_H
#define ROOFLINE_LIB_CALIBRATE_RESULTCACHE_H

#include "roofline/Calibrate/Calibrate.h"

#include <string>
#include <unordered_map>

namespace roofline {

/// A file with one result per line. Truncated lines and lines without a delay,
/// of older versions, are ignored.
class ResultCache {
public:
  /// Reads \p Path if it exists. With an empty path nothing is kept.
  explicit ResultCache(std::string Path);

  const Synthesis *find(const std::string &Key) const;
  /// Adds a result, also to the file.
  llvm::Error add(const std::string &Key, Synthesis Result);

private:
  std::string Path;
  std::unordered_map<std::string, Synthesis> Results;
};

} // namespace roofline

#endif
