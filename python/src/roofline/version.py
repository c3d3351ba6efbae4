__version__ = "0.1.0"  # PROJECT_VERSION of CMakeLists.txt
