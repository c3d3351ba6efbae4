#include "Rounds.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <new>

static size_t NumAllocations = 0;

// Every form of new that the library's own code may call beside these deletes.
void *operator new(size_t Size) {
  ++NumAllocations;
  if (void *Memory = std::malloc(Size ? Size : 1))
    return Memory;
  std::abort();
}
void *operator new(size_t Size, const std::nothrow_t &) noexcept {
  return operator new(Size);
}
void operator delete(void *Memory) noexcept { std::free(Memory); }
void operator delete(void *Memory, size_t) noexcept { std::free(Memory); }
void operator delete(void *Memory, const std::nothrow_t &) noexcept {
  std::free(Memory);
}

namespace roofline::bench {

size_t numAllocations() { return NumAllocations; }

double processorTime() { return 1e9 * double(std::clock()) / CLOCKS_PER_SEC; }

std::optional<uint64_t> countArgument(int Argc, char **Argv, uint64_t Default) {
  if (Argc <= 1)
    return Default;
  uint64_t Count = 0;
  const char *Last = Argv[1] + std::strlen(Argv[1]);
  auto [End, Error] = std::from_chars(Argv[1], Last, Count);
  if (Argc == 2 && Error == std::errc() && End == Last && Count > 0)
    return Count;
  std::fprintf(stderr, "%s: '%s' is not a number of calls\n", Argv[0], Argv[1]);
  return std::nullopt;
}

} // namespace roofline::bench
