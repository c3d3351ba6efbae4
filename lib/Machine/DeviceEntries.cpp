// The numbers of a device file that price pipelines, by their keys.
#include "roofline/Machine/DeviceEntries.h"

namespace roofline {

std::map<std::string, double> pricingEntries(const Device &D) {
  if (!D.pricesPipelines())
    return {};
  std::map<std::string, double> Result = {
      {"resources.logic_elements", D.LogicElements.Value},
      {"resources.logic_modules", D.LogicModules.Value},
      {"resources.memory_blocks", D.MemoryBlocks.Value},
      {"resources.dsp_blocks", D.DspBlocks.Value},
      {"free.logic", D.FreeLogic.Value},
      {"free.memory", D.FreeMemory.Value},
      {"free.dsp", D.FreeDsp.Value},
      {"memory.banks", D.MemoryBanks.Value},
      {"memory.transaction_width", D.TransactionWidth.Value.value()},
      {"memory.bank_bandwidth", D.BankBandwidth.Value.value()},
      {"memory.latency", D.DramLatency.Value.value()},
      {"kernel.clock", D.KernelClock.Value.value()}};
  if (D.Times) {
    Result["board.word_interval"] = D.Times->WordInterval.Value;
    Result["board.repeat_interval"] = D.Times->RepeatInterval.Value;
    Result["board.overlap"] = D.Times->Overlap.Value;
    Result["board.error_low"] = D.Times->ErrorLow.Value;
    Result["board.error_high"] = D.Times->ErrorHigh.Value;
  }
  for (const auto &[Name, Latency] : D.Latency)
    Result["latency." + Name] = Latency.Value.value();
  for (const auto &[Name, Amount] : D.Structures)
    Result["structures." + Name] = Amount.Value;
  return Result;
}

} // namespace roofline
