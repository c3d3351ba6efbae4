// Bob Jenkins' hash lookup3 of keys of 0 to 60 bytes, one work-item per key: the
// case study of ICHEC15 section 5. A key fills its row of 15 words from the
// front, little-endian; what lies behind its end does not count.
#define ROW 15
#define ROTATE(x, bits) (((x) << (bits)) | ((x) >> (32 - (bits))))

__kernel void lookup3(__global const uint *restrict keys,
                      __global const uint *restrict lengths,
                      __global const uint *restrict rows,
                      __global uint *restrict hashes, uint seed) {
  size_t i = get_global_id(0);
  uint length = lengths[i];
  uint at = rows[i] * ROW;
  uint a = 0xdeadbeef + length + seed;
  uint b = a;
  uint c = a;
  while (length > 12) {
    a += keys[at];
    b += keys[at + 1];
    c += keys[at + 2];
    a -= c, a ^= ROTATE(c, 4), c += b;
    b -= a, b ^= ROTATE(a, 6), a += c;
    c -= b, c ^= ROTATE(b, 8), b += a;
    a -= c, a ^= ROTATE(c, 16), c += b;
    b -= a, b ^= ROTATE(a, 19), a += c;
    c -= b, c ^= ROTATE(b, 4), b += a;
    length -= 12;
    at += 3;
  }
  switch (length) {
  case 12:
    a += keys[at];
    b += keys[at + 1];
    c += keys[at + 2];
    break;
  case 11:
    a += keys[at];
    b += keys[at + 1];
    c += keys[at + 2] & 0xffffff;
    break;
  case 10:
    a += keys[at];
    b += keys[at + 1];
    c += keys[at + 2] & 0xffff;
    break;
  case 9:
    a += keys[at];
    b += keys[at + 1];
    c += keys[at + 2] & 0xff;
    break;
  case 8:
    a += keys[at];
    b += keys[at + 1];
    break;
  case 7:
    a += keys[at];
    b += keys[at + 1] & 0xffffff;
    break;
  case 6:
    a += keys[at];
    b += keys[at + 1] & 0xffff;
    break;
  case 5:
    a += keys[at];
    b += keys[at + 1] & 0xff;
    break;
  case 4:
    a += keys[at];
    break;
  case 3:
    a += keys[at] & 0xffffff;
    break;
  case 2:
    a += keys[at] & 0xffff;
    break;
  case 1:
    a += keys[at] & 0xff;
    break;
  case 0:
    hashes[i] = c;
    return;
  }
  c ^= b, c -= ROTATE(b, 14);
  a ^= c, a -= ROTATE(c, 11);
  b ^= a, b -= ROTATE(a, 25);
  c ^= b, c -= ROTATE(b, 16);
  a ^= c, a -= ROTATE(c, 4);
  b ^= a, b -= ROTATE(a, 14);
  c ^= b, c -= ROTATE(b, 24);
  hashes[i] = c;
}
