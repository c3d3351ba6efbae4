// A producer and a consumer that a channel connects.
#pragma OPENCL EXTENSION cl_altera_channels : enable

typedef struct { float value; int is_last; } packet;

channel packet packets __attribute__((depth(64)));

__attribute__((task))
kernel void produce(global const float *restrict in, int count) {
  for (int i = 0; i < count; ++i) {
    packet p;
    p.value = in[i] * 2.0f;
    p.is_last = i == count - 1;
    write_channel_altera(packets, p);
  }
}

__attribute__((task))
kernel void consume(global float *restrict out, int count) {
  float sum = 0.0f;
  for (int i = 0; i < count; ++i) {
    bool valid = false;
    packet p = read_channel_nb_altera(packets, &valid);
    if (valid)
      sum += p.value;
  }
  *out = sum;
}
