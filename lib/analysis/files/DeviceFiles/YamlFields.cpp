// Structs from YAML mappings.
#include "roofline/DeviceFiles/YamlFields.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace roofline {

const YamlTree *YamlFields::find(const char *Key, Presence P) {
  if (!Keys)
    return P == Need ? R.required(Node, Key) : R.optional(Node, Key);
  assert(!is_contained(*Keys, Key) && "a key is listed once");
  Keys->push_back(Key);
  return nullptr;
}

/// The message of \p Rules, else \p Otherwise.
static std::string message(const Rule &Rules, const Twine &Otherwise) {
  return Rules.Expected == Rule().Expected ? Otherwise.str()
                                           : Rules.Expected.str();
}

void YamlFields::readText(const char *Key, Presence P, std::string &Out,
                          const Rule &Rules) {
  const YamlTree *T = find(Key, P);
  if (!T)
    return;
  if (T->K != YamlTree::Kind::Scalar || ValueReader::isPlaceholder(T->Text))
    R.problem(*T, message(Rules, Twine("'") + Key + "' needs a text"));
  Out = T->Text;
}

void YamlFields::readNames(const char *Key, Presence P,
                           std::vector<std::string> &Out,
                           ArrayRef<StringLiteral> Known) {
  const YamlTree *List = find(Key, P);
  if (!List)
    return;
  if (List->K != YamlTree::Kind::Sequence || List->Elements.empty())
    R.problem(*List, Twine("'") + Key + "' is a list of names");
  for (const YamlTree &Name : List->Elements) {
    if (!is_contained(Known, Name.Text))
      R.problem(Name, "'" + Name.Text + "' in '" + Key + "', expected " +
                          join(map_range(Known, [](StringRef S) { return S; }),
                               ", "));
    Out.push_back(Name.Text);
  }
}

static bool isBetween(uint64_t Number, const Rule &Rules) {
  return double(Number) >= Rules.Least.value_or(0) &&
         double(Number) <= Rules.Most.value_or(1e18);
}

std::optional<uint64_t> YamlFields::wholeOf(const YamlTree &T,
                                            const Rule &Rules) {
  uint64_t Number = 0;
  if (T.K == YamlTree::Kind::Scalar &&
      !StringRef(T.Text).getAsInteger(10, Number) && isBetween(Number, Rules))
    return Number;
  R.problem(T, (Rules.Expected.starts_with("is ") ? "'" + T.Text + "' " : "") +
                   Rules.Expected);
  return std::nullopt;
}

bool YamlFields::isMapping(const YamlTree *T, const char *Key,
                           const Rule &Rules) {
  if (!T)
    return false;
  const bool Is =
      T->K == YamlTree::Kind::Mapping && isBetween(T->Items.size(), Rules);
  if (!Is)
    R.problem(*T, message(Rules, Twine("'") + Key + "' is a mapping"));
  return Is;
}

bool YamlFields::isList(const YamlTree *T, const char *Key, const Rule &Rules) {
  if (!T)
    return false;
  const bool Is =
      T->K == YamlTree::Kind::Sequence && isBetween(T->Elements.size(), Rules);
  if (!Is)
    R.problem(*T, message(Rules, Twine("'") + Key + "' is a list"));
  return Is;
}

void YamlFields::require(FieldKeys All, const YamlTree &Place,
                         const char *Message) {
  for (const char *Key : All)
    if (!Message)
      R.required(Node, Key);
    else if (!R.optional(Node, Key))
      &Place == &Node ? R.problem(Place, Message)
                      : R.keyProblem(Place, Message);
}

void YamlFields::unknownChoice(const char *Key, const YamlTree &T,
                               ArrayRef<StringRef> Known) {
  std::string Expected = join(Known.drop_back(), ", ");
  Expected += (Expected.empty() ? "" : " or ") + Known.back().str();
  R.problem(T, Twine(Key) + " '" + T.Text + "', expected " + Expected);
}

} // namespace roofline
