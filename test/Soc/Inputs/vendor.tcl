# vendor.tcl SCRIPT COMMAND... -- ARGUMENT...: runs a script of a vendor's tool with stubs of its
# commands, which print their calls. Files that a call names have to be there; the script may use
# no command that is not listed.
set script [lindex $argv 0]
set split [lsearch -exact $argv --]
set stubs [lrange $argv 1 $split-1]
set argv [lrange $argv $split+1 end]
set quartus(args) $argv
proc called {name arguments} {
  puts "$name $arguments"
  set path [lsearch -exact $arguments PATH]
  set files [expr {$path < 0 ? $arguments : [lindex $arguments $path+1]}]
  foreach file [regexp -all -inline {[^ \{\}]+\.(?:v|xdc|sdc)\M} $files] {
    set path [file join [file dirname $::script] $file]
    if {![file isfile $path]} { error "no such file: $path" }
  }
  return $name
}
foreach stub $stubs {
  namespace eval [namespace qualifiers ::$stub] {}
  proc ::$stub args "called $stub \$args"
}
rename package tcl_package
proc package {what args} {
  if {$what eq "require"} { puts "package require $args" } else { tcl_package $what {*}$args }
}
source $script
