# vitis_hls -f moving_energy.tcl
open_project -reset moving_energy
set_top moving_energy
add_files moving_energy.cpp
add_files -tb moving_energy_test.cpp
open_solution -reset "solution1" -flow_target vivado
set_part xcu200-fsgd2104-2-e
create_clock -period 4 -name default
set_directive_inline -off "squares"
set_directive_inline -off "sums"
csim_design
csynth_design
exit
