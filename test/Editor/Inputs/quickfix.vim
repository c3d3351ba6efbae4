" Makes kernel.cl and writes the quickfix list, an entry a line: FILE:LINE:COLUMN [TYPE] TEXT.
function Entry(_, e)
  return bufname(a:e.bufnr) . ':' . a:e.lnum . ':' . a:e.col . ' [' . a:e.type . '] ' . a:e.text
endfunction
let $PATH = getcwd() . '/bin:' . $PATH
edit kernel.cl
execute 'compiler' $COMPILER
silent execute 'make!' $OPTIONS
call writefile(map(getqflist(), function('Entry')), 'quickfix')
quitall!
