"""Roofline's files as typed objects, and its driver as a program.

    import roofline
    report = roofline.Driver().analyze("mm.cl", device="de5net")
    print(report.kernels[0].time_s, report.kernels[0].clock_hz)
"""
from .driver import Driver, DriverError, UnknownInput
from .files import FormatError, load, loads
from .formats.designs import Designs
from .formats.diff import Diff
from .formats.hls_report import HlsReport
from .formats.measurement import Measurement
from .formats.report import Report
from .formats.summary import Summary
from .formats.variants import Variants
from .version import __version__

__all__ = ["Designs", "Diff", "Driver", "DriverError", "FormatError", "HlsReport", "Measurement",
           "Report", "Summary", "UnknownInput", "Variants", "load", "loads", "__version__"]
