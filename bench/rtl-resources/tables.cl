// Tables of 32 to 1024 constants, chosen by data: a curve of 8 bits, and noise of 8 and of 32 bits.
#define ROW2(f, i) f(i), f(i + 1)
#define ROW4(f, i) ROW2(f, i), ROW2(f, i + 2)
#define ROW8(f, i) ROW4(f, i), ROW4(f, i + 4)
#define ROW16(f, i) ROW8(f, i), ROW8(f, i + 8)
#define ROW32(f, i) ROW16(f, i), ROW16(f, i + 16)
#define ROW64(f, i) ROW32(f, i), ROW32(f, i + 32)
#define ROW128(f, i) ROW64(f, i), ROW64(f, i + 64)
#define ROW256(f, i) ROW128(f, i), ROW128(f, i + 128)
#define ROW512(f, i) ROW256(f, i), ROW256(f, i + 256)
#define ROW1024(f, i) ROW512(f, i), ROW512(f, i + 512)

#define STEP(x, by) (((x) ^ (x) >> 15) * by)
#define NOISE(i) (STEP(STEP((i) * 0x9e3779b9u + 1, 0x2c1b3c6du), 0x297a2d39u))
#define BYTE(i) ((NOISE(i) >> 11) & 255)
#define SQUARE32(i) ((i) * (i) >> 2)
#define SQUARE64(i) ((i) * (i) >> 4)
#define SQUARE128(i) ((i) * (i) >> 6)
#define SQUARE256(i) ((i) * (i) >> 8)
#define SQUARE512(i) ((i) * (i) >> 10)
#define SQUARE1024(i) ((i) * (i) >> 12)

#define TABLE(what, type, f, n)                                                                    \
  constant type of_##what##n[n] = {ROW##n(f, 0)};                                                  \
  kernel void what##n(global const ushort *restrict in, global type *restrict out) {               \
    size_t i = get_global_id(0);                                                                   \
    out[i] = of_##what##n[in[i] & (n - 1)];                                                        \
  }
#define TABLES(n)                                                                                  \
  TABLE(curve, uchar, SQUARE##n, n)                                                                \
  TABLE(bytes, uchar, BYTE, n)                                                                     \
  TABLE(words, uint, NOISE, n)

TABLES(32)
TABLES(64)
TABLES(128)
TABLES(256)
TABLES(512)
TABLES(1024)
