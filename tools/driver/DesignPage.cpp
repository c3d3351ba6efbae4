// Pages of designs, as commands write them.
#include "DesignPage.h"

#include "Command.h"

using namespace llvm;

namespace roofline {

Error writeDesignPage(const std::string &Path, DesignPage::Kind K,
                      const std::string &Input,
                      function_ref<json::Value()> Report) {
  if (Path.empty())
    return Error::success();
  DesignPage Page = {K, Input, {}};
  json::Value Whole = Report();
  if (json::Array *Kernels = Whole.getAsObject()->getArray("kernels"))
    Page.Kernels = std::move(*Kernels);
  else
    Page.Kernels.push_back(std::move(Whole));
  Expected<std::string> Text = printPage(std::move(Page), shareFolder());
  if (!Text)
    return Text.takeError();
  return writeOutput(Path, *Text);
}

} // namespace roofline
