// Words that follow from the sizes of a launch.
#include "SizeNumbers.h"

#include "roofline/Base/LowMask.h"
#include "roofline/Core/SizeForms.h"
#include "roofline/Netlist/SizeNetlist.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <numeric>

namespace roofline {

/// The product of the size scalars, each to a power: multiplied one after
/// another, with a register behind each.
CellId SizeNumbers::product(const std::vector<uint32_t> &Powers) {
  if (const auto Known = Products.find(Powers); Known != Products.end())
    return Known->second;
  const size_t Last = size_t(std::find_if(Powers.rbegin(), Powers.rend(),
                                          [](uint32_t P) { return P > 0; })
                                 .base() -
                             Powers.begin()) -
                      1;
  const uint32_t Scalar = K.SizeScalars[Last];
  const CellId Value =
      B.bits(Scalars[Scalar], 0,
             std::min(B.width(Scalars[Scalar]),
                      bitsFor(uint64_t(K.Sizes[0].Values[Last]))));
  CellId Product = Value;
  if (std::accumulate(Powers.begin(), Powers.end(), 0u) > 1) {
    std::vector<uint32_t> Fewer = Powers;
    --Fewer[Last];
    const CellId Others = product(Fewer);
    const uint32_t Width = std::min(64u, B.width(Others) + B.width(Value));
    std::string Name = "size__product" + std::to_string(Products.size());
    Product = B.reg(std::move(Name),
                    B.op(DatapathOp::Mul, B.resized(Others, Width),
                         B.resized(Value, Width)),
                    {});
  }
  return Products[Powers] = Product;
}

CellId SizeNumbers::of(const std::string &Name, uint32_t Width,
                       const std::vector<int64_t> &BySize) {
  if (std::all_of(BySize.begin(), BySize.end(),
                  [&](int64_t N) { return N == BySize[0]; }))
    return B.constant(uint64_t(BySize[0]) & lowMask(Width), Width);
  const auto [Known, IsNew] = Numbers.try_emplace({Width, BySize});
  if (!IsNew)
    return Known->second;
  const Polynomial Form = *sizeForm(K, BySize); // whyNotSized() has found it
  const uint32_t Before = B.currentSection();
  if (Section)
    B.setSection(*Section);
  else
    B.section("Numbers that follow from the sizes, which are constant from " +
                  std::to_string(SizeCycles) + "\ncycles before a start",
              CellPurpose::Control);
  Section = B.currentSection();
  const uint32_t Whole = std::min(64u, Width + Form.Shift);
  std::optional<CellId> Sum;
  for (const PolynomialTerm &T : Form.Terms) {
    const bool Negates = Sum && T.Factor < 0;
    const uint64_t Factor = uint64_t(Negates ? -T.Factor : T.Factor);
    const bool IsConstant = std::all_of(T.Powers.begin(), T.Powers.end(),
                                        [](uint32_t P) { return P == 0; });
    CellId Term = B.constant(Factor & lowMask(Whole), Whole);
    if (!IsConstant) {
      const CellId Product = B.resized(product(T.Powers), Whole);
      Term = std::has_single_bit(Factor)
                 ? B.shiftedLeft(Product, uint32_t(std::countr_zero(Factor)))
                 : B.op(DatapathOp::Mul, Product, Term);
    }
    Sum = Sum ? B.op(Negates ? DatapathOp::Sub : DatapathOp::Add, *Sum, Term)
              : Term;
  }
  std::string Register = "size__" + Name;
  std::transform(Register.begin(), Register.end(), Register.begin(),
                 [](unsigned char C) { return char(std::tolower(C)); });
  Known->second =
      B.reg(std::move(Register), B.bits(*Sum, Form.Shift, Width), {});
  B.setSection(Before);
  return Known->second;
}

Netlist sizeNetlist(const StreamKernel &K, const LaneNames &Names,
                    const std::vector<SizedWord> &Words) {
  NetlistBuilder B;
  B.N.Name = Names.Name;
  std::vector<CellId> Scalars(K.Scalars.size());
  for (uint32_t S : K.SizeScalars)
    Scalars[S] = B.input("arg_" + Names.Scalars[S], K.Scalars[S].Type.Bits);
  SizeNumbers Numbers(B, K, Scalars);
  for (const SizedWord &W : Words)
    B.output(W.Name, {Numbers.of(W.Name, W.Width, W.BySize)});
  return std::move(B.N);
}

} // namespace roofline
