// Local and private memory of the work-items of a group.
#include "GroupMemory.h"

namespace roofline {

LocalMemory::Answer LocalMemory::read(const llvm::Value *Object, int64_t Offset,
                                      llvm::Type *T, uint32_t Item,
                                      unsigned Phase) {
  Cell &C = Cells[{Object, Offset}];
  if (C.Node && C.Written == Phase && C.Writer != Item)
    return {std::nullopt,
            "this reads what another work-item of the group writes, and no "
            "barrier stands in between"};
  if (C.Node && C.Type != T)
    return {std::nullopt, "this reads local memory as another type than it is "
                          "written as"};
  C.Reader = C.Reader == Nobody || C.Read != Phase || C.Reader == Item
                 ? Item
                 : Several;
  C.Read = Phase;
  return {C.Node, nullptr};
}

const char *LocalMemory::write(const llvm::Value *Object, int64_t Offset,
                               llvm::Type *T, uint32_t Node, uint32_t Item,
                               unsigned Phase) {
  Cell &C = Cells[{Object, Offset}];
  if (C.Reader != Nobody && C.Read == Phase && C.Reader != Item)
    return "this overwrites what another work-item of the group reads, and no "
           "barrier stands in between";
  const bool IsOurs = C.Writer == Item || C.Written != Phase;
  if (C.Node && !IsOurs && (*C.Node != Node || C.Type != T))
    return "two work-items of the group write different values here, and no "
           "barrier stands in between";
  C = {Node, T, Phase, C.Read, IsOurs ? Item : Several, C.Reader};
  return nullptr;
}

std::optional<uint32_t> PrivateMemory::read(const llvm::Value *Object,
                                            int64_t Offset,
                                            const llvm::Type *T) const {
  auto Of = Objects.find(Object);
  if (Of == Objects.end())
    return std::nullopt;
  auto It = Of->second.find(Offset);
  if (It == Of->second.end() || It->second.Type != T)
    return std::nullopt;
  return It->second.Node;
}

void PrivateMemory::write(const llvm::Value *Object, int64_t Offset,
                          llvm::Type *T, uint64_t Bytes, uint32_t Node) {
  std::map<int64_t, Cell> &Cells = Objects[Object];
  auto It = Cells.lower_bound(Offset);
  if (It != Cells.begin()) {
    auto Before = std::prev(It);
    if (Before->first + int64_t(Before->second.Bytes) > Offset)
      Cells.erase(Before);
  }
  while (It != Cells.end() && It->first < Offset + int64_t(Bytes))
    It = Cells.erase(It);
  Cells[Offset] = {Node, T, Bytes};
}

void PrivateMemory::forget(const llvm::Value *Object) { Objects.erase(Object); }

} // namespace roofline
