// Multiplier blocks, split and merged streams, ports, several elements at once.
#include "ap_axi_sdata.h"
#include "hls_array_partition.h"
#include "hls_directio.h"
#include "hls_dsp_builtins.h"
#include "hls_fence.h"
#include "hls_np_channel.h"

#include <cstdio>

static int failures = 0;
#define CHECK(Condition)                                                       \
  if (!(Condition)) {                                                          \
    ++failures;                                                                \
    std::printf("line %d: %s\n", __LINE__, #Condition);                        \
  }

int main() {
  // -5 * 7 + 100 and 100 - -5 * 7; a block passes its operands on.
  hls::dsp48e2::cascade<hls::dsp48e2::REG_M> Block;
  auto Sum = Block.mul_add(-5, 7, 100);
  CHECK(Sum.pcout == 65 && Sum.acout == -5 && Sum.bcout == 7);
  CHECK(Block.mul_sub(-5, 7, 100).pcout == 135);
  CHECK(Block.add_mul_add(3, 4, 6, 1).pcout == 43);
  // (-5 + 2i)(7 + 3i) = -41 - i
  using namespace hls::dspcplx;
  hls::dspcplx::cascade<0> Complex;
  auto Product = Complex.mul_add(A_t(-5, 2), B_t(7, 3), C_t(100, 1));
  CHECK(Product.pcout.real() == 59 && Product.pcout.imag() == 0);

  hls::split::round_robin<int, 2> Split;
  for (int I = 0; I < 4; ++I)
    Split.in.write(I);
  Split.pass();
  CHECK(Split.out[0].read() == 0 && Split.out[0].read() == 2);
  CHECK(Split.out[1].read() == 1 && Split.out[1].read() == 3);
  hls::merge::load_balance<int, 2> Merge;
  Merge.in[1].write(8);
  Merge.in[0].write(7);
  Merge.in[1].write(9);
  Merge.pass();
  CHECK(Merge.out.read() == 7 && Merge.out.read() == 8 &&
        Merge.out.read() == 9);

  hls::ap_hs<int> Port;
  CHECK(!Port.valid());
  Port.write(4);
  CHECK(Port.valid() && Port.read() == 4);
  hls::ap_none<int> Wire;
  Wire = 6;
  CHECK(Wire.read() == 6 && Wire.read() == 6);

  float From[6] = {0, 1, 2, 3, 4, 5}, To[6] = {};
  auto Two = hls::gather<float, 2>(From, {5, 1});
  CHECK(Two[0] == 5 && Two[1] == 1);
  hls::scatter<float, 2>(To, {2, 3}, Two);
  CHECK(To[2] == 5 && To[3] == 1 && To[0] == 0);
  hls::fence(From, To);

  hls::axis_user<13, AXIS_ENABLE_USER | AXIS_ENABLE_LAST> Beat;
  Beat.set_user(8191 + 2); // 13 bits
  CHECK(Beat.get_user() == 1);
  return failures != 0;
}
