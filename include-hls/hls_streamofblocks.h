// hls::stream_of_blocks: a queue of arrays between two processes.
//
/// \file
/// A lock gives a process a block until it goes out of scope. Under
/// __SYNTHESIS__ blockFill, blockFilled, blockHold and blockFreed have no body,
/// so that LLVM IR shows when a block changes hands.
#ifndef ROOFLINE_HLS_HLS_STREAMOFBLOCKS_H
#define ROOFLINE_HLS_HLS_STREAMOFBLOCKS_H

#include "roofline_hls/MacrosAway.inc"

#include "roofline_hls/Queue.h"

namespace hls {

template <class Block, int Depth = 2> class stream_of_blocks;

template <class Block> class stream_of_blocks<Block, 2> {
public:
  stream_of_blocks() = default;
  explicit stream_of_blocks(const char *) {}
  stream_of_blocks(const stream_of_blocks &) = delete;
  stream_of_blocks &operator=(const stream_of_blocks &) = delete;

#ifdef __SYNTHESIS__
  __attribute__((nothrow)) Block &blockFill();
  __attribute__((nothrow)) void blockFilled();
  __attribute__((nothrow)) Block &blockHold();
  __attribute__((nothrow)) void blockFreed();
  __attribute__((nothrow)) bool empty() const;
  __attribute__((nothrow)) bool full() const;

private:
  Block Element;
#else
  struct Holder {
    Block Content;
  };
  Block &blockFill() {
    Filling = new Holder();
    return Filling->Content;
  }
  void blockFilled() { Full.put(Filling); }
  Block &blockHold() {
    Held = Full.take();
    return Held->Content;
  }
  void blockFreed() { delete Held; }
  bool empty() const { return Full.size() == 0; }
  bool full() const { return false; }

private:
  Holder *Filling = nullptr, *Held = nullptr;
  roofline_hls::Queue<Holder *> Full;
#endif
};

template <class Block, int Depth>
class stream_of_blocks : public stream_of_blocks<Block, 2> {
public:
  using stream_of_blocks<Block, 2>::stream_of_blocks;
};

/// Reads or writes a block by its elements, or as the array that it is.
template <class Block> class block_lock {
protected:
  stream_of_blocks<Block, 2> &Stream;
  Block &Held;
  ROOFLINE_HLS_INLINE block_lock(stream_of_blocks<Block, 2> &S, Block &B)
      : Stream(S), Held(B) {}

public:
  block_lock(const block_lock &) = delete;
  template <class Index> ROOFLINE_HLS_INLINE auto &operator[](Index I) {
    return Held[I];
  }
  ROOFLINE_HLS_INLINE operator Block &() { return Held; }
};

template <class Block> struct write_lock : block_lock<Block> {
  ROOFLINE_HLS_INLINE explicit write_lock(stream_of_blocks<Block, 2> &S)
      : block_lock<Block>(S, S.blockFill()) {}
  ROOFLINE_HLS_INLINE ~write_lock() { this->Stream.blockFilled(); }
};
template <class Block> struct read_lock : block_lock<Block> {
  ROOFLINE_HLS_INLINE explicit read_lock(stream_of_blocks<Block, 2> &S)
      : block_lock<Block>(S, S.blockHold()) {}
  ROOFLINE_HLS_INLINE ~read_lock() { this->Stream.blockFreed(); }
};

} // namespace hls

#include "roofline_hls/MacrosBack.inc"

#endif
