// Kernels of HPCA16 as summaries, built by hand, and a board of round numbers.
//
/// \file
/// The operation graphs are small enough to follow with a pencil; the tests'
/// comments do so.
#ifndef ROOFLINE_UNITTESTS_MODEL_TESTKERNELS_H
#define ROOFLINE_UNITTESTS_MODEL_TESTKERNELS_H

#include "roofline/Kernel/Design.h"
#include "roofline/Kernel/KernelSummary.h"
#include "roofline/Kernel/Launch.h"
#include "roofline/Machine/Device.h"

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace roofline::test {

/// Appends operations to the last block of a summary.
class GraphBuilder {
public:
  explicit GraphBuilder(KernelSummary &K) : K(K) {}

  uint32_t block();
  uint32_t op(std::string Name, std::initializer_list<uint32_t> Operands = {},
              ScalarKind Scalar = ScalarKind::Int);
  /// A load or store of 4 bytes at \p Index, which waits for \p Operands.
  uint32_t access(MemoryAccess::Kind Kind, std::string Base, AffineIndex Index,
                  std::initializer_list<uint32_t> Operands, uint32_t Line);
  uint32_t node(Node::Kind Kind, uint32_t Index,
                std::initializer_list<uint32_t> Children = {});
  uint32_t loop(std::string Name, uint32_t Line, Expr Trip);
  /// \p Consumer needs what \p Producer gave one iteration of \p Loop before.
  void carry(uint32_t Loop, uint32_t Producer, uint32_t Consumer,
             CarriedDependence::Kind Kind = CarriedDependence::Kind::Register);

private:
  KernelSummary &K;
};

/// 0 plus the bytes that each variable is multiplied with.
AffineIndex along(std::vector<std::pair<std::string, int64_t>> Terms);

/// Two loops of 128 (line 2) and 16 (line 5) iterations: Algorithm 1, Fig. 5.
/// Depths of the blocks in order: 1, 3, 3, 1 cycles.
KernelSummary algorithm1();

/// N x N matrix product, loop over k at line 4: Algorithm 2, baseline.
/// Depths of the blocks in order: 3, 17, 2 cycles; the sum is carried over 7.
KernelSummary matrixMultiply();

/// matrixMultiply() as a source has it: with its argument.
KernelSummary matrixMultiplyOfSource();

/// matrixMultiply() with A and B in local memory, without the copies: depth of
/// the loop's block 24 cycles.
KernelSummary stagedMatrixMultiply();

/// Latencies of HPCA16 Table 2; 2 banks of 12.8 GB/s, 64 bytes, 100 cycles of
/// DRAM latency, 400 MHz: at that clock the banks' bytes allow 1 transaction
/// per cycle, (2 * 12.8e9) / (64 * 400e6).
Device roundBoard();

/// roundBoard() with times of the model "board", 64 DSP blocks, \p Logic
/// modules and \p Memory blocks, where additions take logic and products DSP
/// blocks.
Device pricedBoard(uint64_t Logic, uint64_t Memory);

/// One dimension of \p WorkItems.
Launch launch1D(uint64_t WorkItems);
/// \p N x \p N work-items in groups of 16 x 16, argument N.
Launch launchMatrixMultiply(int64_t N);

} // namespace roofline::test

#endif
