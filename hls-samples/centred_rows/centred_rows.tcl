# vitis_hls -f centred_rows.tcl
open_project -reset centred_rows
set_top centred_rows
add_files centred_rows.cpp
add_files -tb centred_rows_test.cpp
open_solution -reset "solution1" -flow_target vivado
set_part xcu200-fsgd2104-2-e
create_clock -period 4 -name default
set_directive_inline -off "add"
set_directive_inline -off "centre"
csim_design
csynth_design
exit
