open_project filter
set_top filter
add_files filter.cpp
open_solution s
set_part xcu200-fsgd2104-2-e
create_clock -period 4
set_directive_array_partition -type complete filter weights
