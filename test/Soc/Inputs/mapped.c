/* mapped.c: sets the registers of `heat` in a file that stands for /dev/mem. */
#include "heat_driver.h"

#include <stdio.h>

int main(int count, char **words) {
  roofline_port port;
  struct heat_arguments a = {0};
  if (count != 2 || roofline_open_mapped(&port, words[1], 4096, 8192, 8192))
    return 1;
  if (heat_check(&port))
    return 2;
  a.arg_weight = 7;
  a.base_now = (uint32_t)port.origin;
  a.base_next = (uint32_t)(port.origin + 4096);
  if (heat_set(&port, &a) || port.write(&port, 4096, "next", 4))
    return 3;
  roofline_close(&port);
  puts("set");
  return 0;
}
