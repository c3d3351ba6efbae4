# complete.sh SCRIPT WORD...: the completions of the last word behind `roofline`.
source "$1"
shift
COMP_WORDS=("$ROOFLINE" "$@") COMP_CWORD=$#
_roofline
printf '%s\n' "${COMPREPLY[@]}"
