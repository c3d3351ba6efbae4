// Streams, blocks, vectors and beats of AXI where a program runs.
#include "ap_axi_sdata.h"
#include "hls_burst_maxi.h"
#include "hls_streamofblocks.h"
#include "hls_task.h"
#include "hls_vector.h"
#include <cstdio>

using Block = int[4];

static void stream() {
  hls::stream<int, 2> S("numbers");
  int First = 0, Second = 0, Third = 0;
  S << 1;
  S.write(2);
  std::printf("%u %u %d", S.size(), S.capacity(), int(S.empty()));
  S >> First;
  bool Got = S.read_nb(Second), None = S.read_nb(Third);
  std::printf(" %d %d %d %d %d\n", First, Second, int(Got), int(None),
              int(S.empty()));
}

static void blocks() {
  hls::stream_of_blocks<Block> S;
  {
    hls::write_lock<Block> B(S);
    for (int I = 0; I < 4; ++I)
      B[I] = 10 * I;
  }
  hls::read_lock<Block> B(S);
  std::printf("%d\n", B[1] + B[3]);
}

static void vectors() {
  hls::vector<int, 4> A{1, 2, 3, 4}, B = 2;
  std::printf("%d %d %zu\n", (A * B + A).reduce_add(), (A << B)[3], sizeof(A));
}

static void beats(hls::stream<ap_axiu<32, 1, 1, 1>> &In,
                  hls::stream<ap_axiu<32, 1, 1, 1>> &Out) {
  bool Last = false;
  while (!Last) {
    ap_axiu<32, 1, 1, 1> Beat = In.read();
    Beat.data += 1;
    Last = Beat.last;
    Out.write(Beat);
  }
}

static void bursts() {
  int Memory[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  hls::burst_maxi<int> Port(Memory);
  Port.read_request(6, 2);
  Port.read_request(1, 1);
  Port.write_request(3, 3);
  for (int I = 0; I < 3; ++I)
    Port.write(Port.read() * 10);
  Port.write_response();
  std::printf("%d %d %d %d\n", Memory[3], Memory[4], Memory[5], Memory[6]);
}

static void twice(hls::stream<int> &In, hls::stream<int> &Out) {
  Out.write(2 * In.read());
}

static void tasks() {
  hls_thread_local hls::stream<int> In, Between, Out;
  hls_thread_local hls::task First(twice, In, Between),
      Second(twice, Between, Out);
  for (int I = 1; I <= 3; ++I)
    In.write(I);
  std::printf("%d", Out.read());
  std::printf(" %d", Out.read());
  std::printf(" %d\n", Out.read());
}

int main(int Count, char **) {
  stream();
  blocks();
  vectors();
  bursts();
  hls::stream<ap_axiu<32, 1, 1, 1>> In, Out;
  for (unsigned I = 0; I < 3; ++I) {
    ap_axiu<32, 1, 1, 1> Beat;
    Beat.data = 0xffffffff - I;
    Beat.keep_all();
    Beat.last = I == 2;
    In.write(Beat);
  }
  beats(In, Out);
  for (int I = 0; I < 3; ++I) {
    ap_axiu<32, 1, 1, 1> Beat = Out.read();
    std::printf("%x/%d/%x ", Beat.data.to_uint(), int(Beat.last),
                Beat.keep.to_uint());
  }
  std::puts("");
  if (Count > 1)
    Out.read();
  tasks();
}
