// Operations and bytes of a piece of work.
#ifndef ROOFLINE_BASE_WORKLOAD_H
#define ROOFLINE_BASE_WORKLOAD_H

#include <functional>
#include <map>
#include <string>
#include <utility>

namespace roofline {

/// Operations W and bytes Q of a piece of work.
struct Workload {
  std::string Name;
  /// Operations by type and kind: {"float32", "add"}: CQ_i [operation].
  std::map<std::pair<std::string, std::string>, double> Operations;
  /// Bytes by data source: MQ_j [byte].
  std::map<std::string, double, std::less<>> Bytes;
};

} // namespace roofline

#endif
