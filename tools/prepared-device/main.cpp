// Writes the definition of preparedDevice() for a device file.
#include "roofline/DeviceFiles/YamlReader.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace roofline;

using Tree = YamlReader::Tree;

static void printText(StringRef Text, raw_ostream &OS) {
  OS << "StringRef(\"";
  OS.write_escaped(Text) << "\", " << Text.size() << ')';
}

static void printNodes(StringRef Key, const Tree &T, raw_ostream &OS) {
  static constexpr StringLiteral Kinds[] = {"Scalar", "Mapping", "Sequence"};
  OS << "    {Kind::" << Kinds[size_t(T.K)] << ", ";
  printText(Key, OS);
  OS << ", ";
  printText(T.Text, OS);
  OS << ", " << T.Items.size() + T.Elements.size() << ", " << T.Line << ", "
     << T.Column << ", " << T.KeyLine << ", " << T.KeyColumn << "},\n";
  for (const auto &[Name, Item] : T.Items)
    printNodes(Name, Item, OS);
  for (const Tree &Element : T.Elements)
    printNodes("", Element, OS);
}

int main(int argc, char **argv) {
  InitLLVM Init(argc, argv);
  if (argc != 3) {
    errs() << "usage: prepared-device DEVICE.yaml OUT.cpp\n";
    return 1;
  }
  ExitOnError Check("prepared-device: ");
  std::unique_ptr<MemoryBuffer> Text = Check(YamlReader::load(argv[1]));
  YamlReader R = Check(YamlReader::read(argv[1], *Text));
  Check(writeToOutput(argv[2], [&](raw_ostream &OS) {
    OS << "// Written by tools/prepared-device.\n"
          "#include \"PreparedDevice.h\"\n\n"
          "using namespace llvm;\n"
          "using Kind = roofline::YamlReader::Tree::Kind;\n\n"
          "static constexpr roofline::PreparedNode Nodes[] = {\n";
    printNodes("", R.root(), OS);
    OS << "};\n\nroofline::PreparedDevice roofline::preparedDevice() {\n"
          "  return {";
    printText(Text->getBuffer(), OS);
    OS << ", Nodes};\n}\n";
    return Error::success();
  }));
}
