// The registers, masters and buffers of a system, and its printers.
#ifndef ROOFLINE_LIB_SOC_SYSTEMPLAN_H
#define ROOFLINE_LIB_SOC_SYSTEMPLAN_H

#include "BoardClock.h"

#include "roofline/Codegen/CoreFile.h"
#include "roofline/Codegen/CorePasses.h"
#include "roofline/Soc/EmitSystem.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace roofline {

class Templates;

/// A value of the core in consecutive words of 32 bits, the lowest first.
struct Register {
  std::string Port; ///< of the core; "" where the system has it
  std::string Name; ///< in the host's structures
  std::string Type; ///< "int32", "uint32", "float32"
  std::string Says;
  uint32_t Word = 0; ///< [word] from the first argument, or the first result

  unsigned bits() const;
  unsigned words() const { return (bits() + 31) / 32; }
};

/// A buffer that the core reads or writes.
struct SystemBuffer {
  std::string Argument, BasePort;
  std::string Type;          ///< of an element
  unsigned ElementBytes = 1; ///< [byte]
  uint64_t Bytes = 0;        ///< [byte] of all elements
  uint64_t Address = 0;      ///< where the check has it
  std::vector<uint64_t> Before;
};

/// A launch that the check runs, with what the original kernel leaves.
struct SystemLaunch {
  std::string Ending; ///< of the files with what buffers hold at the end
  std::string Says;   ///< how it differs from the launch as emitted
  /// Bits of the arguments that are no addresses, by name.
  std::vector<std::pair<std::string, uint64_t>> Scalars;
  /// Elements at the end, by buffer; nothing: of no use.
  std::vector<std::optional<std::vector<uint64_t>>> After;
  std::vector<uint64_t> Reduced; ///< expected results, by Core.Reductions
  int64_t LeastCycles = 0;       ///< SystemPlan::leastCycles()
};

/// Traffic of a master in a launch.
struct MovedBytes {
  CoreFile::Direction Access;
  int64_t Bytes;
};

struct SystemPlan {
  CoreFile Core;
  std::vector<Register> Arguments; ///< written by the host
  std::vector<Register> Results;   ///< read by the host
  uint32_t Identity = 0; ///< of this layout: a driver of another one is refused
  std::vector<SystemBuffer> Buffers;
  std::vector<SystemLaunch> Launches;
  uint64_t MemoryBytes = 0; ///< [byte] that the check takes
  bool HasCheck = true;     ///< simulation, data, programs that compare
  SystemBoard Board = SystemBoard::None;
  std::vector<std::string> Sources; ///< files of NAME_system
  std::optional<Hertz> Clock;       ///< asked for
  std::optional<Ecp5Pll> Pll;       ///< of a ULX3S; nothing: its crystal
  std::optional<Ice40Pll> IcePll;   ///< of an iCEBreaker, the same
  std::optional<Hertz> Series7Clock, CycloneVClock,
      Ecp5Clock; ///< of SystemOptions

  /// Clock of a ULX3S or an iCEBreaker.
  Hertz boardClock() const;
  const CoreFile::MemoryPorts &memory() const { return *Core.Memory; }
  /// innerName() of the core.
  std::string Name;
  size_t numMasters(CoreFile::Direction D) const;
  /// [bit] of the IDs at the port of NAME_system.
  unsigned portIds() const;
  /// [cycle] in which the one memory moves the words of \p All masters.
  int64_t movedCycles(llvm::ArrayRef<MovedBytes> All) const;
  /// [cycle] of a launch of \p Passes at least (of 1 where the core has none):
  /// of the core where no memory waits, and of the words that its masters move
  /// through the one memory.
  int64_t leastCycles(int64_t Passes) const;
  uint32_t argumentWords() const;
  uint32_t resultWords() const;
  /// [byte] of the register among all.
  uint32_t addressOf(const Register &R, bool IsResult) const;
};

/// [ps] of the board's clock, rounded down.
inline int64_t periodOf(const SystemPlan &P) {
  return int64_t(1e12 / P.boardClock().value());
}

/// "[31:0] ", nothing of one bit.
inline std::string range(unsigned Bits) {
  return Bits > 1 ? "[" + std::to_string(Bits - 1) + ":0] " : "";
}

/// A signal of an AXI4 channel: its name, direction at the master, and width.
struct Signal {
  const char *Name;
  bool IsOutput;
  unsigned Width;
};

/// The signals of a port with IDs that a memory needs.
struct Bus {
  unsigned Id, Address, Data;

  std::vector<Signal> reads() const {
    return {
        {"arid", true, Id},     {"araddr", true, Address}, {"arlen", true, 8},
        {"arvalid", true, 1},   {"arready", false, 1},     {"rid", false, Id},
        {"rdata", false, Data}, {"rresp", false, 2},       {"rlast", false, 1},
        {"rvalid", false, 1},   {"rready", true, 1}};
  }
  std::vector<Signal> writes() const {
    return {{"awid", true, Id},        {"awaddr", true, Address},
            {"awlen", true, 8},        {"awvalid", true, 1},
            {"awready", false, 1},     {"wdata", true, Data},
            {"wstrb", true, Data / 8}, {"wlast", true, 1},
            {"wvalid", true, 1},       {"wready", false, 1},
            {"bid", false, Id},        {"bresp", false, 2},
            {"bvalid", false, 1},      {"bready", true, 1}};
  }
  std::vector<Signal> all() const {
    std::vector<Signal> Signals = reads();
    llvm::append_range(Signals, writes());
    return Signals;
  }
};

/// [bit] Width of addresses at s_axi.
constexpr unsigned ControlAddressBits = 12;

/// The signals of AXI4-Lite that roofline_control needs, as a master has them.
const std::vector<Signal> &controlSignals();

/// A port of NAME_system, without the prefix of its interface.
struct SystemPort {
  std::string Name;
  bool IsOutput = false;
  unsigned Width = 1; ///< [bit]
};
std::vector<SystemPort> controlPorts();                   ///< s_axi_*
std::vector<SystemPort> memoryPorts(const SystemPlan &P); ///< m_axi_*

/// A register that every system has, read and written.
struct ControlRegister {
  const char *Name;
  uint32_t Offset; ///< [byte]
  const char *Says;
};
llvm::ArrayRef<ControlRegister> controlRegisters();

/// Lays the registers out. Buffers have no data yet.
SystemPlan planSystem(CoreFile Core);

/// Parts that a board adds to a system.
struct BoardParts {
  std::vector<TextFile> Files;
  std::string Row;                  ///< of the guide's table of files
  std::string Guide;                ///< section of the guide
  std::vector<std::string> Targets; ///< of the Makefile, with what they do
  std::string Rules; ///< of the Makefile; MADE: what `clean` removes
};
BoardParts ulx3sParts(const SystemPlan &P, Templates &T);
BoardParts icebreakerParts(const SystemPlan &P, Templates &T);
BoardParts de10NanoParts(const SystemPlan &P, Templates &T);
BoardParts boardParts(const SystemPlan &P, Templates &T);

std::string printSystem(const SystemPlan &P, Templates &T);  ///< NAME_system
std::string printBridged(const SystemPlan &P, Templates &T); ///< NAME_bridged
/// NAME_simulation
std::string printSimulation(const SystemPlan &P, Templates &T);
/// NAME_simulation of what NAME_icebreaker was synthesised to.
std::string printNetlistSimulation(const SystemPlan &P, Templates &T);
/// Drivers.
std::vector<TextFile> printHost(const SystemPlan &P, Templates &T);
/// Programs that check a core with its drivers.
std::vector<TextFile> printCheck(const SystemPlan &P, Templates &T);
/// For Vivado, Quartus, IP-XACT and LiteX.
std::vector<TextFile> printPackages(const SystemPlan &P, Templates &T);
std::string printLitex(const SystemPlan &P, Templates &T);
std::string printIpXact(const SystemPlan &P, Templates &T);
std::string printMakefile(const SystemPlan &P, const BoardParts &Board,
                          Templates &T);
std::string printGuide(const SystemPlan &P, const BoardParts &Board,
                       Templates &T);
/// The FuseSoC core file of the Verilog among \p Files.
std::string printFuseSoc(const SystemPlan &P,
                         const std::vector<TextFile> &Files, Templates &T);

/// [bit] of numbers below \p Count, at least 1.
unsigned idBits(size_t Count);

} // namespace roofline

#endif
