/* How a host reaches a core that Roofline made: registers and memory.
 *
 * Addresses with bit 31 are registers, the others bytes of the memory. Lengths
 * are in bytes; registers are read and written in words of 4. All functions
 * return 0, or -1 with errno: EIO where an access was answered with an error,
 * ETIMEDOUT where nothing answers.
 */
#ifndef ROOFLINE_PORT_H
#define ROOFLINE_PORT_H

#include <stddef.h>
#include <stdint.h>

#define ROOFLINE_REGISTERS 0x80000000u

typedef struct roofline_port roofline_port;
struct roofline_port {
  int (*read)(roofline_port *, uint32_t address, void *to, size_t bytes);
  int (*write)(roofline_port *, uint32_t address, const void *from,
               size_t bytes);
  int in, out;                    /* file descriptors of a byte stream */
  int child;                      /* process of a simulation, or 0 */
  uint64_t origin;                /* where the core sees the memory's byte 0 */
  volatile uint32_t *registers;   /* mapped */
  volatile unsigned char *memory; /* mapped */
  size_t registers_bytes, memory_bytes;
};

/* A board at a serial line: "/dev/ttyUSB0", 1000000 bit/s. */
int roofline_open_serial(roofline_port *, const char *device, unsigned baud);
/* A simulation: a program that takes the bridge's bytes and gives them. */
int roofline_open_program(roofline_port *, const char *program);
/* A processor beside the core: both parts mapped from "/dev/mem" at their
 * physical addresses, at which the core sees the memory, too. The memory has to
 * be out of reach of the kernel and of caches. */
int roofline_open_mapped(roofline_port *, const char *device,
                         uint64_t registers, uint64_t memory, size_t bytes);
void roofline_close(roofline_port *);

static inline int roofline_get(roofline_port *port, uint32_t offset,
                               uint32_t *word) {
  return port->read(port, ROOFLINE_REGISTERS | offset, word, 4);
}
static inline int roofline_set(roofline_port *port, uint32_t offset,
                               uint32_t word) {
  return port->write(port, ROOFLINE_REGISTERS | offset, &word, 4);
}

/* Starts a launch; waits for its end, up to so many milliseconds. */
int roofline_start(roofline_port *);
int roofline_wait(roofline_port *, unsigned milliseconds);

#endif
