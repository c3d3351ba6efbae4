// The system as a component of IP-XACT, IEEE 1685-2014.
//
// Elements stand in the order of the standard's schema. AXI4 is by the
// definitions of Arm, clock, reset and interrupt by those of AMD, as the
// standard has none.
#include "SystemPlan.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace roofline {
namespace {

class XmlPrinter {
public:
  explicit XmlPrinter(const SystemPlan &P) : P(P) {}
  std::string run();

private:
  /// An element with what \p Inside writes.
  template <typename Fn>
  void element(const Twine &Name, Fn Inside, const Twine &Attributes = "") {
    Text += std::string(Depth, ' ') + "<ipxact:" + Name.str() +
            Attributes.str() + ">\n";
    Depth += 2;
    Inside();
    Depth -= 2;
    Text += std::string(Depth, ' ') + "</ipxact:" + Name.str() + ">\n";
  }
  void value(StringRef Name, const Twine &Value, StringRef Attributes = "") {
    Text += formatv("{0}<ipxact:{1}{2}>{3}</ipxact:{1}>\n",
                    std::string(Depth, ' '), Name, Attributes, Value.str());
  }
  void empty(const Twine &NameAndAttributes) {
    Text +=
        std::string(Depth, ' ') + "<ipxact:" + NameAndAttributes.str() + "/>\n";
  }
  void portMap(const Twine &Logical, const Twine &Physical);
  template <typename Fn, typename Ports>
  void busInterface(StringRef Name, StringRef Library, StringRef Type,
                    StringRef Version, StringRef Vendor, Fn Mode, Ports Maps);
  void busInterfaces();
  void axi(StringRef Name, StringRef Type, ArrayRef<SystemPort> Ports,
           StringRef Mode, StringRef Reference);
  void signal(StringRef Port, StringRef Type, StringRef Logical, bool IsOutput);
  void memoryMap();
  void reg(const Twine &Name, uint32_t Offset, StringRef Access,
           const Twine &Says);
  void model();
  void port(StringRef Name, bool IsOutput, unsigned Width);
  void fileSets();

  const SystemPlan &P;
  unsigned Depth = 0;
  std::string Text;
};

void XmlPrinter::portMap(const Twine &Logical, const Twine &Physical) {
  element("portMap", [&] {
    element("logicalPort", [&] { value("name", Logical); });
    element("physicalPort", [&] { value("name", Physical); });
  });
}

template <typename Fn, typename Ports>
void XmlPrinter::busInterface(StringRef Name, StringRef Library, StringRef Type,
                              StringRef Version, StringRef Vendor, Fn Mode,
                              Ports Maps) {
  auto Reference = [&](StringRef Element, StringRef Ending) {
    empty(formatv("{0} vendor=\"{1}\" library=\"{2}\" name=\"{3}{4}\" "
                  "version=\"{5}\"",
                  Element, Vendor, Library, Type, Ending, Version)
              .str());
  };
  element("busInterface", [&] {
    value("name", Name);
    Reference("busType", "");
    element("abstractionTypes", [&] {
      element("abstractionType", [&] {
        Reference("abstractionRef", "_rtl");
        element("portMaps", Maps);
      });
    });
    Mode();
  });
}

void XmlPrinter::axi(StringRef Name, StringRef Type, ArrayRef<SystemPort> Ports,
                     StringRef Mode, StringRef Reference) {
  busInterface(
      Name, "AMBA4", Type, "r0p0_0", "amba.com",
      [&] {
        element(Mode, [&] { empty(Reference); });
        value("bitsInLau", "8");
        value("endianness", "little");
      },
      [&] {
        portMap("ACLK", "clk");
        for (const SystemPort &S : Ports)
          portMap(StringRef(S.Name).upper(), Name + "_" + S.Name);
      });
}

void XmlPrinter::signal(StringRef Port, StringRef Type, StringRef Logical,
                        bool IsOutput) {
  busInterface(
      Port, "signal", Type, "1.0", "xilinx.com",
      [&] { empty(IsOutput ? "master" : "slave"); },
      [&] { portMap(Logical, Port); });
}

void XmlPrinter::busInterfaces() {
  element("busInterfaces", [&] {
    axi("s_axi", "AXI4-Lite", controlPorts(), "slave",
        "memoryMapRef memoryMapRef=\"registers\"");
    axi("m_axi", "AXI4", memoryPorts(P), "master",
        "addressSpaceRef addressSpaceRef=\"memory\"");
    signal("clk", "clock", "CLK", false);
    signal("rst", "reset", "RST", false);
    signal("irq", "interrupt", "INTERRUPT", true);
  });
}

/// A register with one field.
void XmlPrinter::reg(const Twine &Name, uint32_t Offset, StringRef Access,
                     const Twine &Says) {
  element("register", [&] {
    value("name", Name);
    value("description", Says);
    value("addressOffset", formatv("'h{0:x-}", Offset).str());
    value("size", "32");
    value("access", Access);
    element("field", [&] {
      value("name", Name);
      value("bitOffset", "0");
      value("bitWidth", "32");
    });
  });
}

void XmlPrinter::memoryMap() {
  element("memoryMap", [&] {
    value("name", "registers");
    element("addressBlock", [&] {
      value("name", "registers");
      value("baseAddress", "0");
      value("range", Twine(1u << ControlAddressBits));
      value("width", "32");
      value("usage", "register");
      for (const ControlRegister &R : controlRegisters())
        reg(R.Name, R.Offset, "read-write", R.Says);
      for (const bool IsResult : {false, true})
        for (const Register &R : IsResult ? P.Results : P.Arguments)
          for (unsigned I = 0; I < R.words(); ++I)
            reg(R.words() > 1 ? R.Name + "_" + std::to_string(I) : R.Name,
                P.addressOf(R, IsResult) + 4 * I,
                IsResult ? "read-only" : "read-write",
                R.words() > 1 ? R.Says + ", word " + std::to_string(I)
                              : R.Says);
    });
    value("addressUnitBits", "8");
  });
}

void XmlPrinter::port(StringRef Name, bool IsOutput, unsigned Width) {
  element("port", [&] {
    value("name", Name);
    element("wire", [&] {
      value("direction", IsOutput ? "out" : "in");
      if (Width > 1)
        element("vectors", [&] {
          element("vector", [&] {
            value("left", Twine(Width - 1));
            value("right", "0");
          });
        });
    });
  });
}

void XmlPrinter::model() {
  element("model", [&] {
    element("views", [&] {
      element("view", [&] {
        value("name", "verilog");
        value("envIdentifier", ":*Synthesis:");
        value("componentInstantiationRef", "verilog");
      });
    });
    element("instantiations", [&] {
      element("componentInstantiation", [&] {
        value("name", "verilog");
        value("language", "verilog");
        value("moduleName", P.Name + "_system");
        element("fileSetRef", [&] { value("localName", "verilog"); });
      });
    });
    element("ports", [&] {
      port("clk", false, 1);
      port("rst", false, 1);
      for (const SystemPort &S : controlPorts())
        port("s_axi_" + S.Name, S.IsOutput, S.Width);
      for (const SystemPort &S : memoryPorts(P))
        port("m_axi_" + S.Name, S.IsOutput, S.Width);
      port("irq", true, 1);
    });
  });
}

void XmlPrinter::fileSets() {
  element("fileSets", [&] {
    element("fileSet", [&] {
      value("name", "verilog");
      for (const std::string &Name : P.Sources)
        element("file", [&] {
          value("name", "../" + Name);
          value("fileType", "verilogSource");
        });
    });
  });
}

std::string XmlPrinter::run() {
  Text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
         "<!-- Generated by Roofline. -->\n";
  element(
      "component",
      [&] {
        value("vendor", "roofline");
        value("library", "systems");
        value("name", P.Name);
        value("version", "1.0");
        busInterfaces();
        element("addressSpaces", [&] {
          element("addressSpace", [&] {
            value("name", "memory");
            const unsigned Bits = P.memory().Bus.AddressBits;
            value("range", formatv("'h{0}{1}", 1u << Bits % 4,
                                   std::string(Bits / 4, '0'))
                               .str());
            value("width", Twine(P.memory().Bus.DataBits));
            value("addressUnitBits", "8");
          });
        });
        element("memoryMaps", [&] { memoryMap(); });
        model();
        fileSets();
        value("description", "Kernel " + P.Core.Kernel +
                                 " behind AXI4-Lite registers, on one AXI4 "
                                 "port");
      },
      " xmlns:ipxact=\"http://www.accellera.org/XMLSchema/IPXACT/1685-2014\"");
  return std::move(Text);
}

} // namespace

std::string printIpXact(const SystemPlan &P) { return XmlPrinter(P).run(); }

} // namespace roofline
