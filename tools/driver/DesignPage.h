// Pages of designs, as commands write them.
#ifndef ROOFLINE_TOOLS_DESIGNPAGE_H
#define ROOFLINE_TOOLS_DESIGNPAGE_H

#include "roofline/Page/ReportPage.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace roofline {

/// Writes the page of \p Report, which makes the JSON of \p K, to \p Path, if
/// that is not empty.
llvm::Error writeDesignPage(const std::string &Path, DesignPage::Kind K,
                            const std::string &Input,
                            llvm::function_ref<llvm::json::Value()> Report);

} // namespace roofline

#endif
