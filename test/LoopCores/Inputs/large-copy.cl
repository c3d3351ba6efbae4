// All of x is on the chip, as data choose what is read: 16384 words of 32 bits.
kernel void gather(global const int *x, global const int *index, global int *out) {
  for (int i = 0; i < 64; ++i)
    out[i] = x[index[i] & 16383];
}
