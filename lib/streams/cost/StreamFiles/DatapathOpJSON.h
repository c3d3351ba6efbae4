// Operators of datapaths in JSON, by name.
#ifndef ROOFLINE_LIB_REPORT_DATAPATHOPJSON_H
#define ROOFLINE_LIB_REPORT_DATAPATHOPJSON_H

#include "roofline/Json/JsonFields.h"
#include "roofline/Stream/DatapathOps.h"

namespace roofline {

template <> struct JsonForm<DatapathOp> {
  static json::Value write(DatapathOp Op) { return llvm::StringRef(name(Op)); }
  static bool read(const json::Value &V, DatapathOp &Out, json::Path P) {
    auto Text = V.getAsString();
    std::optional<DatapathOp> Op =
        Text ? datapathOp(std::string_view(Text->data(), Text->size()))
             : std::nullopt;
    Out = Op.value_or(DatapathOp());
    if (!Op)
      P.report("unknown operation");
    return Op.has_value();
  }
  static json::Object schema(json::Object &) {
    json::Array Texts;
    for (unsigned Op = 0; Op < NumDatapathOps; ++Op)
      Texts.push_back(write(DatapathOp(Op)));
    return json::Object{{"enum", std::move(Texts)}};
  }
};

} // namespace roofline

#endif
