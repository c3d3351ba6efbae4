// The text form of a request for a variant, and the design it comes down to.
#include "roofline/Variants/VariantRequest.h"

#include "roofline/Kernel/LaunchSizes.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace roofline {

static Error errorIn(StringRef Entry, const Twine &Expected) {
  return createStringError("'" + Entry + "': " + Expected);
}

/// Sizes with an x between them.
static Error readSizes(StringRef Entry, StringRef Text,
                       std::vector<uint64_t> &To) {
  SmallVector<std::string_view, 3> Parts;
  for (StringRef Part : split(Text, 'x'))
    Parts.push_back(Part);
  LaunchSizes Sizes;
  if (auto Problem = parseSizes(Parts, Sizes))
    return errorIn(Entry, Problem->Message);
  To.assign(Sizes.Size.begin(), Sizes.Size.begin() + Sizes.Dimensions);
  return Error::success();
}

static Error readCount(StringRef Entry, StringRef Text, uint32_t &Count) {
  return Text.getAsInteger(10, Count) || Count == 0
             ? errorIn(Entry, "a whole number of at least 1 is expected")
             : Error::success();
}

static Error readForm(StringRef Entry, StringRef Text, ElementForm &Form) {
  constexpr std::pair<StringLiteral, ElementForm> Forms[] = {
      {"pipe", ElementForm::Pipe},
      {"comb", ElementForm::Comb},
      {"seq", ElementForm::Seq}};
  for (const auto &[Name, Value] : Forms)
    if (Text == Name) {
      Form = Value;
      return Error::success();
    }
  return errorIn(Entry, "pipe, comb or seq is expected");
}

static Error readVariant(StringRef Text, VariantRequest &Request) {
  std::string WithParentheses = Text.str();
  for (char &C : WithParentheses)
    C = C == '{' ? '(' : C == '}' ? ')' : C;
  std::optional<VariantError> Problem =
      parseVariant(WithParentheses, Request.Text.emplace());
  if (!Problem && Request.Text->StageBits)
    return errorIn(WithParentheses, "stages are of cores, not of kernels");
  return Problem ? errorIn(WithParentheses, "column " + Twine(Problem->Column) +
                                                ": " + Problem->Message)
                 : Error::success();
}

static Error readEntry(StringRef Entry, VariantRequest &Request) {
  auto [Key, Value] = Entry.split('=');
  if (Key == "remainder" && Key == Entry) {
    Request.Remainder = true;
    return Error::success();
  }
  if (Key == "kernel") {
    Request.Kernel = Value.str();
    return Error::success();
  }
  if (Key == "variant")
    return readVariant(Value, Request);
  if (Key == "lanes")
    return readCount(Entry, Value, Request.Design.Lanes);
  if (Key == "vector")
    return readCount(Entry, Value, Request.Design.Vector);
  if (Key == "form")
    return readForm(Entry, Value, Request.Design.Form);
  if (Key == "global")
    return readSizes(Entry, Value, Request.Global);
  if (Key == "local")
    return readSizes(Entry, Value, Request.Local);
  if (Key.consume_front("arg.")) {
    int64_t Bound = 0;
    if (Key.empty() || Value.getAsInteger(10, Bound))
      return errorIn(Entry, "arg.NAME=INTEGER is expected");
    Request.Args[Key.str()] = Bound;
    return Error::success();
  }
  return errorIn(Entry, "kernel=, variant=, lanes=, vector=, form=, global=, "
                        "local=, arg.NAME= or remainder is expected");
}

Expected<VariantRequest> parseVariantRequest(StringRef Text) {
  VariantRequest Request;
  SmallVector<StringRef, 8> Entries;
  Text.split(Entries, ';', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef Entry : Entries)
    if (Error E = readEntry(Entry.trim(), Request))
      return E;
  if (Request.Text && !(Request.Design == StreamDesign()))
    return createStringError("either variant= or lanes=, vector= and form=");
  return Request;
}

Expected<LoweredVariant> requestedDesign(const VariantRequest &Request,
                                         StringRef Kernel,
                                         ArrayRef<uint64_t> Size) {
  StreamKernel Box;
  Box.Name = Kernel.str();
  Box.NumDimensions = unsigned(Size.size());
  for (auto [D, Positions] : enumerate(Size))
    Box.Space.Size[D] = int64_t(Positions);
  LoweredVariant Lowered;
  Lowered.Design = Request.Design;
  Lowered.Positions = Box.Space.volume();
  if (Request.Text)
    if (auto Problem = lowerVariant(*Request.Text, Box, Lowered))
      return createStringError(
          "kernel " + Kernel + ": " +
          (Problem->Column ? "column " + Twine(Problem->Column) + ": " : "") +
          Problem->Message);
  return Lowered;
}

} // namespace roofline
