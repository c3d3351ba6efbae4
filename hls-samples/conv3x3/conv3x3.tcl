# vitis_hls -f conv3x3.tcl
open_project -reset conv3x3
set_top conv3x3
add_files conv3x3.cpp
add_files -tb conv3x3_test.cpp
open_solution -reset "solution1" -flow_target vivado
set_part xcu200-fsgd2104-2-e
create_clock -period 4 -name default
set_directive_interface -mode s_axilite "conv3x3"
csim_design
csynth_design
exit
