# vitis_hls -f fft.tcl
open_project -reset fft
set_top fft
add_files fft.cpp
add_files -tb fft_test.cpp
open_solution -reset "solution1" -flow_target vivado
set_part xcu200-fsgd2104-2-e
create_clock -period 4 -name default
set_directive_bind_storage -type ram_t2p -impl bram "fft" re
set_directive_bind_storage -type ram_t2p -impl bram "fft" im
set_directive_dependence -variable re -type inter -dependent false "fft/butterflies"
set_directive_dependence -variable im -type inter -dependent false "fft/butterflies"
csim_design
csynth_design
exit
