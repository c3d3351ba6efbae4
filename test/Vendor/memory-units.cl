// Words that ask for a kind of load/store unit are loads and stores.
// RUN: %roofline analyze %s -D ASKS --global 1024 --local 64 --summary-out %t.asks.json > /dev/null
// RUN: %roofline analyze %s --global 1024 --local 64 --summary-out %t.plain.json > /dev/null
// RUN: grep -v '"column"' %t.asks.json > %t.asks
// RUN: grep -v '"column"' %t.plain.json > %t.plain
// RUN: diff %t.asks %t.plain
#ifndef ASKS
#define __pipelined_load(p) (*(p))
#define __prefetching_load(p) (*(p))
#define __burst_coalesced_load(p) (*(p))
#define __burst_coalesced_cached_load(p, size) (*(p))
#define __pipelined_store(p, v) (*(p) = (v))
#define __burst_coalesced_store(p, v) (*(p) = (v))
#endif
kernel void k(global const float *restrict a, global float *restrict b, global float4 *restrict c) {
  int i = get_global_id(0);
  float s = __pipelined_load(a + i) + __prefetching_load(&a[2 * i]) + __burst_coalesced_load(a + 3) +
            __burst_coalesced_cached_load(a + 4 * i, 16384);
  __pipelined_store(b + i, s);
  __burst_coalesced_store(&c[i], (float4)(s, 0, 0, 1));
}
