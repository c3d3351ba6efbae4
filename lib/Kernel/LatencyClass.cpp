// Maps an operation to the entry of a device's latency table that prices it.
#include "roofline/Kernel/LatencyClass.h"

#include <algorithm>
#include <string_view>

namespace roofline {
namespace {

struct Entry {
  std::string_view Operation, Class;
};

/// Operations whose class does not depend on their type; empty is a wire.
constexpr Entry Classes[] = {
    {"abs", "int_add"},
    {"add", "int_add"},
    {"and", "int_add"},
    {"ashr", "int_add"},
    {"gep", "int_add"},
    {"icmp", "int_add"},
    {"lshr", "int_add"},
    {"max", "int_add"},
    {"min", "int_add"},
    {"or", "int_add"},
    {"select", "int_add"},
    {"shl", "int_add"},
    {"smax", "int_add"},
    {"smin", "int_add"},
    {"sub", "int_add"},
    {"sadd.sat", "int_add"},
    {"uadd.sat", "int_add"},
    {"ssub.sat", "int_add"},
    {"usub.sat", "int_add"},
    {"scmp", "int_add"},
    {"ucmp", "int_add"},
    {"umax", "int_add"},
    {"umin", "int_add"},
    {"xor", "int_add"},
    {"fshl", "int_add"},
    {"fshr", "int_add"},
    {"mul", "int_mul"},
    {"mul_hi", "int_mul"},
    {"mul24", "int_mul"},
    {"sdiv", "int_div"},
    {"srem", "int_div"},
    {"udiv", "int_div"},
    {"urem", "int_div"},
    {"br", "branch"},
    {"switch", "branch"},
    {"addrspacecast", ""},
    {"barrier", ""},
    {"bitcast", ""},
    {"bitreverse", ""},
    {"bswap", ""},
    {"copysign", ""},
    {"extractelement", ""},
    {"extractvalue", ""},
    {"fabs", ""},
    {"fneg", ""},
    {"freeze", ""},
    {"insertelement", ""},
    {"insertvalue", ""},
    {"inttoptr", ""},
    {"mem_fence", ""},
    {"phi", ""},
    {"ptrtoint", ""},
    {"ptrtoaddr", ""},
    {"ret", ""},
    {"sext", ""},
    {"shufflevector", ""},
    {"trunc", ""},
    {"unreachable", ""},
    {"zext", ""},
    {"stacksave", ""},
    {"stackrestore", ""},
    {"read_mem_fence", ""},
    {"write_mem_fence", ""},
    {"atomic_work_item_fence", ""},
    {"fence", ""},
    {"__translate_sampler_initializer", ""},
    {"wait_group_events", ""},
    {"ctpop", "int_add"},
    {"ctlz", "int_add"},
    {"cttz", "int_add"},
    // Additions to a floating-point number's exponent, or to all its bits.
    {"ldexp", "int_add"},
    {"frexp", "int_add"},
    {"ilogb", "int_add"},
    {"logb", "int_add"},
    {"nextafter", "int_add"},
    {"expect", ""},
    {"read_channel", "channel"},
    {"write_channel", "channel"},
    {"read_pipe", "channel"},
    {"write_pipe", "channel"},
    // Operations on a channel: wires beside the packet's.
    {"__fpga_channel_ready", ""},
    {"__reserve_read_pipe", ""},
    {"__reserve_write_pipe", ""},
    {"__commit_read_pipe", ""},
    {"__commit_write_pipe", ""},
    {"is_valid_reserve_id", ""},
};

/// Floating-point operations, by what their class is called after "fp_".
constexpr Entry FloatClasses[] = {
    {"fadd", "add"},       {"fsub", "add"},           {"fmul", "mul"},
    {"fdiv", "div"},       {"frem", "rem"},           {"fcmp", "cmp"},
    {"fmin", "cmp"},       {"fmax", "cmp"},           {"minnum", "cmp"},
    {"maxnum", "cmp"},     {"minimum", "cmp"},        {"maximum", "cmp"},
    {"minimumnum", "cmp"}, {"maximumnum", "cmp"},     {"is.fpclass", "cmp"},
    {"sitofp", "convert"}, {"uitofp", "convert"},     {"fptosi", "convert"},
    {"fptoui", "convert"}, {"fptosi.sat", "convert"}, {"fptoui.sat", "convert"},
    {"fpext", "convert"},  {"fptrunc", "convert"},    {"floor", "round"},
    {"ceil", "round"},     {"rint", "round"},         {"nearbyint", "round"},
    {"round", "round"},    {"roundeven", "round"},    {"trunc", "round"},
    {"fmod", "rem"},       {"remainder", "rem"},      {"remquo", "rem"},
    {"divide", "div"},
};

std::string_view find(const auto &Table, std::string_view Name,
                      std::string_view Default) {
  auto *It = std::find_if(std::begin(Table), std::end(Table),
                          [&](const Entry &E) { return E.Operation == Name; });
  return It == std::end(Table) ? Default : It->Class;
}

std::string memoryClass(const MemoryAccess &A) {
  switch (A.Space) {
  case AddressSpace::Local:
  case AddressSpace::Constant: // cached on the chip
    return "local_mem";
  case AddressSpace::Private: // registers
  case AddressSpace::Global:  // priced by the memory model
  case AddressSpace::Generic:
    break;
  }
  return "";
}

std::string floatPrefix(const ValueType &T) {
  return T.Bits == 32 || T.Scalar != ScalarKind::Float
             ? "fp_"
             : "fp" + std::to_string(T.Bits) + "_";
}

std::string_view withoutPrecision(std::string_view Name) {
  for (std::string_view Prefix : {"native_", "half_"})
    if (Name.starts_with(Prefix))
      Name.remove_prefix(Prefix.size());
  return Name;
}

} // namespace

bool isKnownOperator(std::string_view Name) {
  Name = withoutPrecision(Name);
  return find(FloatClasses, Name, "?") != "?" ||
         find(Classes, Name, "?") != "?";
}

std::string latencyClass(const KernelSummary &Kernel, const Operation &Op) {
  if (Op.Access)
    return memoryClass(Kernel.Accesses[*Op.Access]);
  std::string_view Name = Op.Name;
  if (Name.starts_with("get_"))
    return "";
  // "call f", "indirect call", "inline assembly": the summary names the
  // unknown.
  if (Name.find(' ') != Name.npos)
    return "";
  bool IsFloat = Op.Type.Scalar == ScalarKind::Float;
  Name = withoutPrecision(Name);
  constexpr std::string_view None = "?";
  if (auto Class = find(FloatClasses, Name, None);
      Class != None && (IsFloat || Name != "trunc")) {
    // A conversion's own type may be the integer: then the class has no width.
    return floatPrefix(Op.Type) + std::string(Class);
  }
  if (auto Class = find(Classes, Name, None); Class != None)
    return std::string(Class);
  if (!IsFloat)
    return Op.Name;
  return floatPrefix(Op.Type) + std::string(Name);
}

} // namespace roofline
