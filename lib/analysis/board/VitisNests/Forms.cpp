// Arrays and the indices at which a kernel accesses them.
#include "roofline/VitisNests/Forms.h"

#include <algorithm>
#include <map>

namespace roofline::vitis {
namespace {

ArrayForm arrayOf(const KernelSummary &K, const MemoryAccess &A) {
  ArrayForm Form;
  Form.Name = A.Base;
  Form.ElementBytes = std::max<uint64_t>(1, A.Type.Bits / 8);
  Form.IsArgument = A.Space == AddressSpace::Global;
  auto Known = std::ranges::find(K.Memories, A.Base, &Memory::Name);
  if (Known == K.Memories.end()) {
    Form.Strides = {int64_t(Form.ElementBytes)};
    Form.Extents = {0};
    return Form;
  }
  Form.Memory = uint32_t(Known - K.Memories.begin());
  Form.IsArgument = Known->IsArgument;
  Form.IsConstant = Known->IsConstant;
  Form.IsRegister = Known->IsArgument &&
                    Known->Element.Scalar == ScalarKind::None &&
                    Known->Dimensions == std::vector<uint64_t>{0};
  if (Known->Element.Scalar != ScalarKind::None && Known->Element.Bits >= 8)
    Form.ElementBytes = Known->Element.Bits / 8 * Known->Element.Lanes;
  Form.Extents = Known->Dimensions;
  while (Form.Extents.size() > MaxDims) {
    Form.Extents[1] *= Form.Extents[0];
    Form.Extents.erase(Form.Extents.begin());
  }
  if (Form.Extents.empty())
    Form.Extents = {0};
  int64_t Stride = int64_t(Form.ElementBytes);
  Form.Strides.resize(Form.Extents.size());
  for (size_t Dim = Form.Extents.size(); Dim-- > 0;) {
    Form.Strides[Dim] = Stride;
    Stride *= std::max<int64_t>(1, int64_t(Form.Extents[Dim]));
  }
  return Form;
}

/// Splits \p Bytes into coordinates; the remainder of a dimension lies between
/// minus and plus half its stride.
std::optional<Coordinates> split(int64_t Bytes, const ArrayForm &Array) {
  Coordinates Result = {};
  for (size_t Dim = 0; Dim < Array.Strides.size(); ++Dim) {
    int64_t Stride = Array.Strides[Dim];
    int64_t Half = Dim + 1 == Array.Strides.size() ? 0 : Stride / 2;
    int64_t Part = (Bytes + Half) / Stride;
    if (Bytes + Half < 0 && Part * Stride != Bytes + Half)
      --Part;
    Result[Dim] = Part;
    Bytes -= Part * Stride;
  }
  if (Bytes != 0)
    return std::nullopt;
  return Result;
}

void addTerms(const AffineIndex &Index, const ArrayForm &Array,
              AccessForm &Form) {
  for (const IndexTerm &Term : Index.Terms) {
    std::optional<uint32_t> Loop = loopOfSymbol(Term.Variable);
    if (!Loop || !Term.Coefficient.isConstant()) {
      Form.IsAffine = false;
      Form.Irregular += Term.Variable + "*" + toString(Term.Coefficient) + ";";
      if (Loop)
        Form.IrregularLoops.push_back(*Loop);
      continue;
    }
    std::optional<Coordinates> Parts = split(Term.Coefficient.Value, Array);
    if (!Parts) {
      Form.IsAffine = false;
      Form.IrregularLoops.push_back(*Loop);
      continue;
    }
    for (unsigned Dim = 0; Dim < MaxDims; ++Dim)
      if ((*Parts)[Dim])
        Form.Terms.push_back({*Loop, uint8_t(Dim), (*Parts)[Dim]});
  }
  std::ranges::sort(Form.Terms, [](const FormTerm &L, const FormTerm &R) {
    return std::pair(L.Loop, L.Dim) < std::pair(R.Loop, R.Dim);
  });
}

AccessForm formOf(const MemoryAccess &A, uint32_t Id, const ArrayForm &Array) {
  AccessForm Form;
  if (!A.Index) {
    Form.Irregular = "?" + std::to_string(Id);
    return Form;
  }
  Form.IsAffine = true;
  if (!A.Index->Irregular.isConstant(0)) {
    Form.IsAffine = false;
    Form.Irregular = toString(A.Index->Irregular);
    for (const std::string &Symbol : A.Index->IrregularAlong)
      if (std::optional<uint32_t> Loop = loopOfSymbol(Symbol))
        Form.IrregularLoops.push_back(*Loop);
  }
  addTerms(*A.Index, Array, Form);
  std::optional<Coordinates> Base;
  if (A.Index->Offset.isConstant())
    Base = split(A.Index->Offset.Value, Array);
  if (Base)
    Form.Base = *Base;
  else {
    Form.IsAffine = false;
    Form.Irregular += "+" + toString(A.Index->Offset);
  }
  return Form;
}

} // namespace

Forms readForms(const KernelSummary &Kernel) {
  Forms F;
  std::map<std::pair<std::string, AddressSpace>, uint32_t> Ids;
  for (uint32_t Id = 0; Id < Kernel.Accesses.size(); ++Id) {
    const MemoryAccess &A = Kernel.Accesses[Id];
    std::string Key = A.Base.empty() ? "?" : A.Base;
    auto [It, IsNew] = Ids.try_emplace({Key, A.Space}, F.Arrays.size());
    if (IsNew)
      F.Arrays.push_back(arrayOf(Kernel, A));
    F.Accesses.push_back(formOf(A, Id, F.Arrays[It->second]));
    F.Accesses.back().Array = It->second;
  }
  return F;
}

} // namespace roofline::vitis
