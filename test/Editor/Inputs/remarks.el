;; Calls roofline on kernel.cl and writes where `next-error' goes, a place a line: LINE:COLUMN.
(load (expand-file-name "roofline.el") nil t t)
(setenv "PATH" (concat (expand-file-name "bin:") (getenv "PATH")))
(find-file "kernel.cl")
(roofline "--global 4096")
(while (process-live-p (get-buffer-process "*compilation*"))
  (accept-process-output nil 0.1))
(let (places)
  (condition-case nil ; an error says that there are no more
      (while t
        (next-error)
        (with-current-buffer "kernel.cl"
          (push (format "%d:%d\n" (line-number-at-pos) (1+ (current-column))) places)))
    (user-error nil))
  (with-temp-file "places" (mapc #'insert (nreverse places))))
