/* Ports to a core: a serial line, a simulation, mapped memory. */
#define _DEFAULT_SOURCE
#include "roofline_port.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

/* Bytes of the bridge
 * ------------------------------------------------------------------------- */

static int send_bytes(roofline_port *port, const void *from, size_t bytes) {
  const unsigned char *at = from;
  while (bytes > 0) {
    ssize_t sent = write(port->out, at, bytes);
    if (sent < 0 && errno == EINTR)
      continue;
    if (sent <= 0)
      return -1;
    at += sent;
    bytes -= (size_t)sent;
  }
  return 0;
}

static int receive_bytes(roofline_port *port, void *to, size_t bytes) {
  unsigned char *at = to;
  while (bytes > 0) {
    struct pollfd ready = {port->in, POLLIN, 0};
    int got = poll(&ready, 1, 10000);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0) {
      errno = got ? errno : ETIMEDOUT;
      return -1;
    }
    ssize_t come = read(port->in, at, bytes);
    if (come < 0 && errno == EINTR)
      continue;
    if (come <= 0) {
      errno = come ? errno : EPIPE;
      return -1;
    }
    at += come;
    bytes -= (size_t)come;
  }
  return 0;
}

static int command(roofline_port *port, char what, uint32_t address,
                   size_t words) {
  const size_t more = words - 1;
  unsigned char head[7] = {(unsigned char)what,
                           (unsigned char)address,
                           (unsigned char)(address >> 8),
                           (unsigned char)(address >> 16),
                           (unsigned char)(address >> 24),
                           (unsigned char)more,
                           (unsigned char)(more >> 8)};
  return send_bytes(port, head, sizeof head);
}

static int status(roofline_port *port) {
  char answer;
  if (receive_bytes(port, &answer, 1))
    return -1;
  if (answer == 'k')
    return 0;
  errno = EIO;
  return -1;
}

/* Of whole words, which `data` gives or takes; a transfer has up to 1024. */
static int move_words(roofline_port *port, char what, uint32_t address,
                      unsigned char *data, size_t words) {
  while (words > 0) {
    size_t now = words < 1024 ? words : 1024;
    if (command(port, what, address, now) ||
        (what == 'r' ? receive_bytes(port, data, 4 * now)
                     : send_bytes(port, data, 4 * now)) ||
        status(port))
      return -1;
    data += 4 * now;
    address += (uint32_t)(4 * now);
    words -= now;
  }
  return 0;
}

/* The bytes at both ends share their words with others. */
static int move_bytes(roofline_port *port, char what, uint32_t address,
                      unsigned char *data, size_t bytes) {
  while (bytes > 0) {
    size_t skip = address % 4, now = bytes / 4 * 4;
    if (skip == 0 && now > 0) {
      if (move_words(port, what, address, data, now / 4))
        return -1;
    } else {
      unsigned char word[4];
      now = 4 - skip < bytes ? 4 - skip : bytes;
      if (move_words(port, 'r', address - (uint32_t)skip, word, 1))
        return -1;
      if (what == 'r')
        memcpy(data, word + skip, now);
      else
        memcpy(word + skip, data, now);
      if (what == 'w' &&
          move_words(port, 'w', address - (uint32_t)skip, word, 1))
        return -1;
    }
    data += now;
    address += (uint32_t)now;
    bytes -= now;
  }
  return 0;
}

static int bridge_read(roofline_port *port, uint32_t address, void *to,
                       size_t bytes) {
  return move_bytes(port, 'r', address, to, bytes);
}

static int bridge_write(roofline_port *port, uint32_t address,
                        const void *from, size_t bytes) {
  /* It is only read from. */
  return move_bytes(port, 'w', address, (unsigned char *)(uintptr_t)from,
                    bytes);
}

static void use_bridge(roofline_port *port, int in, int out) {
  memset(port, 0, sizeof *port);
  port->read = bridge_read;
  port->write = bridge_write;
  port->in = in;
  port->out = out;
}

static int speed_of(unsigned baud, speed_t *speed) {
  static const struct {
    unsigned baud;
    speed_t speed;
  } known[] = {{115200, B115200},   {230400, B230400},   {460800, B460800},
               {921600, B921600},   {1000000, B1000000}, {1500000, B1500000},
               {2000000, B2000000}, {3000000, B3000000}};
  for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i)
    if (known[i].baud == baud) {
      *speed = known[i].speed;
      return 0;
    }
  errno = EINVAL;
  return -1;
}

int roofline_open_serial(roofline_port *port, const char *device,
                         unsigned baud) {
  speed_t speed;
  struct termios settings;
  if (speed_of(baud, &speed))
    return -1;
  int line = open(device, O_RDWR | O_NOCTTY);
  if (line < 0)
    return -1;
  if (tcgetattr(line, &settings)) {
    close(line);
    return -1;
  }
  cfmakeraw(&settings);
  settings.c_cflag |= CLOCAL | CREAD;
  settings.c_cflag &= ~(tcflag_t)(CSTOPB | CRTSCTS);
  cfsetispeed(&settings, speed);
  cfsetospeed(&settings, speed);
  if (tcsetattr(line, TCSANOW, &settings)) {
    close(line);
    return -1;
  }
  /* A host before this one may have stopped within a command: at most 1024
   * words were left, and zeros are ignored in the place of a command. What a
   * read then sends is thrown away. */
  static const unsigned char zeros[4096 + 16];
  use_bridge(port, line, line);
  if (send_bytes(port, zeros, sizeof zeros)) {
    roofline_close(port);
    return -1;
  }
  tcdrain(line);
  usleep(100000);
  tcflush(line, TCIFLUSH);
  return 0;
}

int roofline_open_program(roofline_port *port, const char *program) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
    return -1;
  pid_t child = fork();
  if (child < 0) {
    close(ends[0]);
    close(ends[1]);
    return -1;
  }
  if (child == 0) {
    dup2(ends[1], 0);
    dup2(ends[1], 1);
    close(ends[0]);
    close(ends[1]);
    execl(program, program, (char *)0);
    _exit(127);
  }
  close(ends[1]);
  use_bridge(port, ends[0], ends[0]);
  port->child = child;
  return 0;
}

/* Mapped memory
 * ------------------------------------------------------------------------- */

static int mapped_read(roofline_port *port, uint32_t address, void *to,
                       size_t bytes) {
  unsigned char *at = to;
  if (address & ROOFLINE_REGISTERS) {
    for (size_t i = 0; i < bytes / 4; ++i) {
      uint32_t word = port->registers[(address & 0xfffu) / 4 + i];
      memcpy(at + 4 * i, &word, 4);
    }
    __sync_synchronize(); // results are read after the end of their launch
    return 0;
  }
  if (address > port->memory_bytes || bytes > port->memory_bytes - address) {
    errno = EFAULT;
    return -1;
  }
  for (size_t i = 0; i < bytes; ++i)
    at[i] = port->memory[address + i];
  return 0;
}

static int mapped_write(roofline_port *port, uint32_t address,
                        const void *from, size_t bytes) {
  const unsigned char *at = from;
  if (address & ROOFLINE_REGISTERS) {
    __sync_synchronize(); // a launch starts after its data is written
    for (size_t i = 0; i < bytes / 4; ++i) {
      uint32_t word;
      memcpy(&word, at + 4 * i, 4);
      port->registers[(address & 0xfffu) / 4 + i] = word;
    }
    return 0;
  }
  if (address > port->memory_bytes || bytes > port->memory_bytes - address) {
    errno = EFAULT;
    return -1;
  }
  for (size_t i = 0; i < bytes; ++i)
    port->memory[address + i] = at[i];
  return 0;
}

int roofline_open_mapped(roofline_port *port, const char *device,
                         uint64_t registers, uint64_t memory, size_t bytes) {
  memset(port, 0, sizeof *port);
  int file = open(device, O_RDWR | O_SYNC);
  if (file < 0)
    return -1;
  void *low = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file,
                   (off_t)registers);
  void *high = low == MAP_FAILED ? MAP_FAILED
                                 : mmap(0, bytes, PROT_READ | PROT_WRITE,
                                        MAP_SHARED, file, (off_t)memory);
  close(file);
  if (high == MAP_FAILED) {
    if (low != MAP_FAILED)
      munmap(low, 4096);
    return -1;
  }
  port->read = mapped_read;
  port->write = mapped_write;
  port->in = port->out = -1;
  port->registers = low;
  port->memory = high;
  port->registers_bytes = 4096;
  port->memory_bytes = bytes;
  port->origin = memory;
  return 0;
}

void roofline_close(roofline_port *port) {
  if (port->registers) {
    munmap((void *)port->registers, port->registers_bytes);
    munmap((void *)port->memory, port->memory_bytes);
    return;
  }
  close(port->in);
  if (port->child) {
    int code;
    while (waitpid(port->child, &code, 0) < 0 && errno == EINTR)
      ;
  }
}

/* Launches
 * ------------------------------------------------------------------------- */

int roofline_start(roofline_port *port) { return roofline_set(port, 0, 1); }

int roofline_wait(roofline_port *port, unsigned milliseconds) {
  struct timespec begin, now;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  for (;;) {
    uint32_t word;
    if (roofline_get(port, 0, &word))
      return -1;
    if (word & 2)
      return 0;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if ((now.tv_sec - begin.tv_sec) * 1000 +
            (now.tv_nsec - begin.tv_nsec) / 1000000 >=
        (long)milliseconds) {
      errno = ETIMEDOUT;
      return -1;
    }
  }
}
