// The FPGA vendors' kernel attributes and loop pragmas, as the IR carries them.
#include "roofline/Analysis/KernelAttributes.h"

#include "roofline/Canonical/SourceHints.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace roofline {

static constexpr StringRef AttributeNames[] = {"num_compute_units",
                                               "num_simd_work_items",
                                               "max_work_group_size",
                                               "autorun",
                                               "task",
                                               "max_global_work_dim"};

/// "file:line: kernel 'k': Message", as far as the IR knows the place.
static Error invalid(const Function &F, const Twine &Message) {
  std::string Place = F.getParent()->getSourceFileName();
  if (const DISubprogram *SP = F.getSubprogram())
    Place = (SP->getFilename() + ":" + Twine(SP->getLine())).str();
  return createStringError(inconvertibleErrorCode(), Place + ": kernel '" +
                                                         F.getName() +
                                                         "': " + Message);
}

/// One size, or the product of up to three.
static Expected<uint32_t> parseSizes(const Function &F, StringRef Name,
                                     StringRef Text) {
  SmallVector<StringRef, 3> Parts;
  Text.split(Parts, ',');
  uint64_t Product = 1;
  for (StringRef Part : Parts) {
    uint32_t Value;
    if (Part.trim().getAsInteger(0, Value) || Value == 0 || Parts.size() > 3)
      return invalid(F, Name + "(" + Text +
                            "): one to three positive integers are expected");
    Product *= Value;
    if (Product > UINT32_MAX)
      return invalid(F, Name + "(" + Text + "): too large");
  }
  return uint32_t(Product);
}

static Error setMaxGlobalWorkDim(const Function &F, StringRef Text,
                                 KernelAttributes &Out) {
  uint32_t Value;
  if (Text.trim().getAsInteger(0, Value) || Value > 3)
    return invalid(F, "max_global_work_dim(" + Text +
                          "): 0, 1, 2 or 3 is expected");
  Out.MaxGlobalWorkDim = Value;
  return Error::success();
}

static Error setAttribute(const Function &F, StringRef Name, StringRef Text,
                          KernelAttributes &Out) {
  if (Name == "autorun") {
    Out.Autorun = true;
    return Error::success();
  }
  if (Name == "task") {
    Out.Task = true;
    return Error::success();
  }
  if (Name == WrongAttribute)
    return invalid(F, Text);
  if (Name == "max_global_work_dim")
    return setMaxGlobalWorkDim(F, Text, Out);
  if (!is_contained(AttributeNames, Name))
    return Error::success();
  Expected<uint32_t> Value = parseSizes(F, Name, Text);
  if (!Value)
    return Value.takeError();
  if (Name == "num_compute_units")
    Out.NumComputeUnits = *Value;
  else if (Name == "max_work_group_size")
    Out.MaxWorkGroupSize = *Value;
  else if (!isPowerOf2_32(*Value) || *Value > 16)
    return invalid(F, Name + "(" + Text + "): 1, 2, 4, 8 or 16 is expected");
  else
    Out.NumSimdWorkItems = *Value;
  return Error::success();
}

static std::string joinOperands(const MDNode &Node) {
  SmallVector<std::string, 3> Values;
  for (const MDOperand &Op : Node.operands())
    if (auto *Value = mdconst::dyn_extract_or_null<ConstantInt>(Op))
      Values.push_back(std::to_string(Value->getLimitedValue()));
  return join(Values, ",");
}

/// The text of an entry of llvm.global.annotations that is about \p F.
static StringRef annotationText(const Function &F, const Use &Entry) {
  const auto *Fields = dyn_cast<ConstantStruct>(Entry);
  if (!Fields || Fields->getNumOperands() < 2 ||
      Fields->getOperand(0)->stripPointerCasts() != &F)
    return "";
  const auto *Text =
      dyn_cast<GlobalVariable>(Fields->getOperand(1)->stripPointerCasts());
  if (!Text || !Text->hasInitializer())
    return "";
  const auto *Data = dyn_cast<ConstantDataSequential>(Text->getInitializer());
  return Data && Data->isCString() ? Data->getAsCString() : "";
}

static Error readAnnotations(const Function &F, KernelAttributes &Out) {
  const GlobalVariable *List =
      F.getParent()->getNamedGlobal("llvm.global.annotations");
  const auto *Entries = List && List->hasInitializer()
                            ? dyn_cast<ConstantArray>(List->getInitializer())
                            : nullptr;
  if (!Entries)
    return Error::success();
  for (const Use &Entry : Entries->operands()) {
    StringRef Annotation = annotationText(F, Entry);
    if (!Annotation.consume_front("fpga."))
      continue;
    auto [Name, Value] = Annotation.split('=');
    if (Error E = setAttribute(F, Name, Value, Out))
      return E;
  }
  return Error::success();
}

static Error readRequiredSize(const Function &F, KernelAttributes &Out) {
  const MDNode *Size = F.getMetadata("reqd_work_group_size");
  if (!Size)
    return Error::success();
  std::array<uint32_t, 3> Sizes{1, 1, 1};
  bool Good = Size->getNumOperands() >= 1 && Size->getNumOperands() <= 3;
  for (unsigned D = 0; Good && D < Size->getNumOperands(); ++D) {
    auto *Value =
        mdconst::dyn_extract_or_null<ConstantInt>(Size->getOperand(D));
    Good = Value && !Value->isZero() && Value->getValue().ule(UINT32_MAX);
    if (Good)
      Sizes[D] = Value->getZExtValue();
  }
  if (!Good)
    return invalid(F, "reqd_work_group_size metadata: one to three positive "
                      "sizes are expected");
  Out.ReqdWorkGroupSize = Sizes;
  return Error::success();
}

Error readKernelAttributes(const Function &F, KernelAttributes &Out) {
  for (StringRef Name : AttributeNames) {
    std::string Key = ("fpga." + Name).str();
    if (F.hasFnAttribute(Key))
      if (Error E = setAttribute(F, Name,
                                 F.getFnAttribute(Key).getValueAsString(), Out))
        return E;
    if (const MDNode *Node = F.getMetadata(Name))
      if (Error E = setAttribute(F, Name, joinOperands(*Node), Out))
        return E;
  }
  for (const auto &[Name, Value] : recordedAttributes(F))
    if (Error E = setAttribute(F, Name, Value, Out))
      return E;
  if (Error E = readRequiredSize(F, Out))
    return E;
  return readAnnotations(F, Out);
}

static void readUnroll(StringRef Name, const ConstantInt *Value, Loop &Out) {
  if (Name == "llvm.loop.unroll.disable")
    Out.Unroll = UnrollRequest{true, false, 0};
  else if (Name == "llvm.loop.unroll.full" || Name == "llvm.loop.unroll.enable")
    Out.Unroll = UnrollRequest{false, true, 0};
  else if (Name == "llvm.loop.unroll.count" && Value) {
    auto Factor = uint32_t(Value->getLimitedValue(UINT32_MAX));
    Out.Unroll = UnrollRequest{Factor <= 1, false, Factor <= 1 ? 0 : Factor};
  }
}

/// An interval, or all that pragmas ask of a loop.
static void readInterval(uint64_t Value, Loop &Out) {
  const std::optional<LoopHints> Hints = readPrivateHint(Value);
  const uint32_t Interval = Hints ? Hints->Interval : uint32_t(Value);
  if (Interval)
    Out.RequestedII = Interval;
  Out.IgnoreDependences |= Hints && Hints->IgnoresDependences;
}

/// Clang nests the hints of a loop with several: what shall hold after a
/// transformation stands in its "followup" list, in which `unroll.disable` says
/// only that unrolling is done. Clang nests five deep at most; \p Depth ends
/// the walk on metadata that refers to itself.
static void readHints(const MDNode &List, bool AfterUnroll, unsigned Depth,
                      Loop &Out) {
  if (Depth > 8)
    return;
  SmallVector<const MDNode *, 2> Followups;
  bool Unrolls = AfterUnroll || Out.Unroll;
  for (const MDOperand &Op : List.operands()) {
    const auto *Hint = dyn_cast_or_null<MDNode>(Op);
    if (!Hint || Hint == &List || Hint->getNumOperands() == 0)
      continue;
    const auto *NameNode = dyn_cast_or_null<MDString>(Hint->getOperand(0));
    if (!NameNode)
      continue;
    StringRef Name = NameNode->getString();
    const ConstantInt *Value =
        Hint->getNumOperands() > 1
            ? mdconst::dyn_extract_or_null<ConstantInt>(Hint->getOperand(1))
            : nullptr;
    if (!Unrolls)
      readUnroll(Name, Value, Out);
    if (Name == "llvm.loop.pipeline.initiationinterval" && Value &&
        !Value->isZero())
      readInterval(Value->getLimitedValue(UINT32_MAX), Out);
    else if (Name == "llvm.loop.parallel_accesses")
      Out.IgnoreDependences = true;
    else if (Name.contains(".followup_all"))
      Followups.push_back(Hint);
  }
  for (const MDNode *Followup : Followups)
    readHints(*Followup, AfterUnroll || Out.Unroll, Depth + 1, Out);
}

void readLoopHints(const llvm::Loop &L, Loop &Out) {
  if (const MDNode *Id = L.getLoopID())
    readHints(*Id, false, 0, Out);
}

} // namespace roofline
