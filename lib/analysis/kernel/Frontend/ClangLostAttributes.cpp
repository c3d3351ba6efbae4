// The FPGA vendors' attributes that no model reads.
//
/// \file
/// Each is accepted where the vendors' compilers accept it, on declarations and
/// statements. Either the models work as the attribute asks anyway, and nothing
/// is said. Or the attribute is lost, and a warning at its place says what the
/// models assume instead. An attribute that stands in no list is Clang's
/// "unknown attribute ignored".
/// Source: Intel FPGA SDK for OpenCL, Programming Guide (UG-OCL002); Xilinx
/// SDAccel Environment, Optimization Guide (UG1207).
#include "ClangRegistration.h"

#include "ClangVersions.h"

#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"

#include <iterator>
#include <utility>

using namespace clang;

namespace roofline {
namespace {

struct LostAttribute {
  const char *Name;
  const char *Instead; ///< what the models assume; nothing: what it asks for
};

constexpr char Ports[] =
    "banks, ports and copies of memories on the chip are the compiler's choice";
constexpr char Storage[] = "where an array is kept is the compiler's choice";
constexpr char Partitions[] =
    "arrays are partitioned as their accesses are unrolled";

constexpr LostAttribute Lost[] = {
    // Memories on the chip, Intel.
    {"register", Storage},
    {"memory", Storage},
    {"numbanks", Ports},
    {"bankwidth", Ports},
    {"bank_bits", Ports},
    {"singlepump", Ports},
    {"doublepump", Ports},
    {"numreadports", Ports},
    {"numwriteports", Ports},
    {"merge", Ports},
    {"max_replicates", Ports},
    {"private_copies", Ports},
    {"simple_dual_port", Ports},
    {"force_pow2_depth", Ports},
    {"internal_max_block_ram_depth", Ports},
    {"max_concurrency", Ports},
    {"local_mem_size", "the size of a local argument is not counted"},
    {"buffer_location", "all buffers are in the external memory of the device"},
    // Kernels, Intel.
    {"uses_global_work_offset", nullptr}, // a launch has none
    {"scheduler_target_fmax_mhz", "the clock is the device's, or an option's"},
    {"stall_enable", nullptr},
    {"io", nullptr}, // a channel whose other end is outside
    {"local_mem_access", Ports},
    // Kernels, loops and arrays, Xilinx.
    {"xcl_zero_global_work_offset", nullptr},
    {"xcl_pipeline_workitems", nullptr},
    {"xcl_dataflow", "calls and loops run one after another"},
    {"xcl_array_partition", Partitions},
    {"xcl_array_reshape", Partitions},
    {"xcl_array_geometry", Partitions},
    {"xcl_loop_tripcount", "the trip count is an option's, or a profile's"},
    {"xcl_max_work_group_size", "a work-group is as large as the launch says"},
    {"xcl_max_memory_ports", "each access has a port of its own"},
    {"xcl_memory_port_data_width", "a port is as wide as its access"},
};

void warnLost(Sema &S, const ParsedAttr &A, const LostAttribute &Lost) {
  if (!Lost.Instead)
    return;
  warnOfAttribute(S.getDiagnostics(), A.getRange(),
                  (llvm::Twine("'") + Lost.Name +
                   "' attribute has no effect on the analysis: " + Lost.Instead)
                      .str());
}

template <size_t I> class AcceptedAttribute : public AttributeInfo {
public:
  AcceptedAttribute() {
    static constexpr Spelling Names[] = {{ParsedAttr::AS_GNU, Lost[I].Name}};
    Spellings = Names;
    OptArgs = 15;
  }
  bool acceptsLangOpts(const LangOptions &Options) const override {
    return Options.OpenCL;
  }
  AttrHandling handleDeclAttribute(Sema &S, Decl *,
                                   const ParsedAttr &A) const override {
    warnLost(S, A, Lost[I]);
    return AttributeNotApplied;
  }
  AttrHandling handleStmtAttribute(Sema &S, Stmt *, const ParsedAttr &A,
                                   class Attr *&) const override {
    warnLost(S, A, Lost[I]);
    return AttributeNotApplied;
  }
};

template <size_t I> void add() {
  static ParsedAttrInfoRegistry::Add<AcceptedAttribute<I>> Entry(
      Lost[I].Name, "attribute of FPGA compilers");
}

template <size_t... I> void addAll(std::index_sequence<I...>) {
  (add<I>(), ...);
}

} // namespace

void registerLostAttributes() {
  addAll(std::make_index_sequence<std::size(Lost)>());
}

} // namespace roofline
