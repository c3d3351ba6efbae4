# vitis_hls -f matvec.tcl
open_project -reset matvec
set_top matvec
add_files matvec.cpp
add_files -tb matvec_test.cpp
open_solution -reset "solution1" -flow_target vivado
set_part xcu200-fsgd2104-2-e
create_clock -period 4 -name default
csim_design
csynth_design
exit
