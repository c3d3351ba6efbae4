// cl_intel_channels for a compiler that does not have them.
#define channel
#define read_channel_intel(c)                                                  \
  ({                                                                           \
    __typeof__((0, c)) packet_;                                                \
    roofline_read(&c, &packet_, sizeof packet_);                               \
    packet_;                                                                   \
  })
#define write_channel_intel(c, packet)                                         \
  roofline_write(&c, &packet, sizeof packet)
void roofline_read(const __global void *, void *, uint);
void roofline_write(const __global void *, const void *, uint);
