// Loads and stores of a body: what memory passes on, in and between iterations.
#ifndef ROOFLINE_LIB_VITIS_BODYMEMORY_H
#define ROOFLINE_LIB_VITIS_BODYMEMORY_H

#include "Body.h"
#include "Limits.h"
#include "roofline/VitisNests/Distance.h"

#include <map>
#include <set>
#include <unordered_map>

namespace roofline::vitis {

/// Follows the accesses in the order of the source while a body is built.
class BodyMemory {
public:
  BodyMemory(const Frame &F, Body &B,
             const std::vector<std::optional<int64_t>> &Values,
             const std::vector<uint32_t> &Spine);

  /// Adds the load that instance \p Id is; returns the value that it has.
  uint32_t load(uint32_t Id);
  uint32_t store(uint32_t Id);

  void enterPipeline(uint32_t Loop);
  void beginCopy(uint32_t Number) { Copy = Number; }
  void leavePipeline();
  /// Adds the edges between iterations.
  void finish();

private:
  struct Key {
    uint32_t Sign = 0;
    Coordinates Point = {};
    auto operator<=>(const Key &) const = default;
  };
  /// The last store to an element, and what a load behind it gets.
  struct Record {
    uint32_t Id = NoOp;
    uint32_t Value = NoOp;
    bool IsRead = false; ///< a load may need it from memory
    /// Stores under conditions since the element was last known.
    std::vector<uint32_t> Guarded;
    /// Value of the element before these; NoOp: in memory, or a constant.
    uint32_t Before = NoOp;
    bool IsBeforeKnown = false;
  };
  struct Hash {
    size_t operator()(const Coordinates &Point) const {
      uint64_t Value = 0;
      for (int64_t Part : Point)
        Value = (Value ^ uint64_t(Part)) * 0x9e3779b97f4a7c15u;
      return size_t(Value ^ Value >> 29);
    }
  };
  using Records = std::unordered_map<Coordinates, Record, Hash>;
  struct State {
    std::map<uint32_t, Records> Stores; ///< by sign
    std::map<uint32_t, Records> Inside; ///< at the end of the pipeline's body
    std::map<uint32_t, std::unordered_map<Coordinates, uint32_t, Hash>> Loads;
    std::vector<uint32_t> Ids; ///< all accesses that were added
    std::set<uint32_t> Signs;  ///< of accesses inside the pipeline
    uint32_t LastStore = NoOp;
    bool HasIrregular = false; ///< one of them has no affine index
  };
  uint32_t signOf(uint32_t Access);
  Key keyOf(uint32_t Id);
  Alias aliasOf(const Key &L, const Key &R) const;
  void meetOthers(State &S, uint32_t Id, const Key &Here, uint32_t Newest,
                  bool &IsHidden);
  void remember(State &S, uint32_t Id, uint32_t Sign);
  Record recordOf(uint32_t Id, const Record *Old, const uint32_t *Loaded) const;
  void dropHidden(const Record &Old);
  uint32_t select(uint32_t Load, const Record &Stored);
  uint32_t valueOf(const BodyOp &Store) const;
  void addCarried(State &S);
  bool isPromoted(const State &S, const BodyOp &Load) const;
  void promote(State &S, uint32_t Load);
  void addPair(uint32_t Store, uint32_t Load);

  const Frame &F;
  Body &B;
  const std::vector<std::optional<int64_t>> &Values;
  std::vector<SpanLoop> Spans;
  std::vector<State> States;             ///< of each array
  std::vector<Promise> Promises;         ///< of each array
  std::map<std::string, uint32_t> Signs; ///< numbers of index forms
  std::vector<uint32_t> SignAccesses;    ///< an access of each sign
  std::vector<uint32_t> AccessSigns;     ///< of affine accesses
  uint32_t Copy = 0, FirstInside = 0, FirstBehind = NoOp;
  uint32_t Pipeline = NoOp;
};

} // namespace roofline::vitis

#endif
