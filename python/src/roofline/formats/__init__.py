"""The files' classes, a module for each format: roofline.formats.report.Kernel."""
