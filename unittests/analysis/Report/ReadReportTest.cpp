// Reports are read back as written; malformed reports are errors.
#include "roofline/Report/ReadReport.h"

#include "ReportFile.h"
#include "SampleResult.h"

#include "roofline/Report/ApplicationReport.h"
#include "roofline/Report/EstimateJSON.h"

#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace roofline;

namespace {

json::Value sampleReport() {
  return toJSON(std::vector<AnalysisResult>{sampleResult()});
}

json::Object &firstKernel(json::Value &Report) {
  return *Report.getAsObject()->getArray("kernels")->front().getAsObject();
}

ReportedKernel readKernel(const json::Value &Report) {
  Expected<ReportedFile> File =
      parseReport(formatv("{0:2}", Report).str(), "r");
  if (!File) {
    ADD_FAILURE() << toString(File.takeError());
    return {};
  }
  EXPECT_EQ(File->Kernels.size(), 1u);
  return File->Kernels.front();
}

std::string problemOf(StringRef Text) {
  Expected<ReportedFile> File = parseReport(Text, "r.json");
  return File ? "none" : toString(File.takeError());
}

TEST(ReadReport, TheSample) {
  ReportedKernel K = readKernel(sampleReport());
  EXPECT_EQ(K.Name, "scale");
  EXPECT_EQ(K.Loc.Line, 1u);
  EXPECT_EQ(K.Device, "toy");
  EXPECT_EQ(K.Model, "hpca16-repaired");
  EXPECT_EQ(K.Clock, 200e6);
  EXPECT_EQ(K.Global, "1024 x 1 x 1");
  EXPECT_EQ(K.Args, (std::map<std::string, double>{{"N", 8}}));
  EXPECT_EQ(K.Numbers[Metric::Cycles], Reading::exactly(950));
  EXPECT_EQ(K.Numbers[Metric::Transactions], Reading::exactly(512));
  EXPECT_EQ(K.Numbers.count(Metric::Words), 0u); // of the model board
  EXPECT_EQ(K.Numbers.count(Metric::Logic), 0u);
  ASSERT_EQ(K.Loops.size(), 1u);
  EXPECT_EQ(K.Loops[0].Loc.Line, 2u);
  EXPECT_EQ(K.Loops[0].TripForm, "N");
  EXPECT_EQ(K.Loops[0].Trip, 8);
  ASSERT_EQ(K.Accesses.size(), 2u);
  EXPECT_EQ(K.Accesses[0].Loop, 0u);
  EXPECT_EQ(K.Accesses[0].Object, "A");
  EXPECT_EQ(K.Accesses[0].Kind, "read");
  EXPECT_EQ(K.Accesses[1].Kind, "write");
  ASSERT_EQ(K.Accesses[0].AlongLoops.size(), 1u);
  EXPECT_EQ(K.Accesses[0].AlongLoops[0].Kind, "strided");
  EXPECT_EQ(K.Accesses[0].AlongLoops[0].NumBytes, 256);
}

TEST(ReadReport, NothingOfAReportIsLost) {
  ApplicationResult Whole;
  ApplicationRow &Row = Whole.Rows.emplace_back();
  Row.Launches = 3;
  Row.Slowest = sampleResult();
  Row.Slowest.L.Floats["f"] = 0.5;
  Row.Slowest.L.Measured.LaunchText = "other";
  Row.Slowest.L.Measured.Scaled = true;
  Row.Slowest.Advices.push_back({PotentialKind::Mem,
                                 0.25,
                                 "SM",
                                 {"scale.cl", 2, 3},
                                 "stage A",
                                 2.5,
                                 {"if it fits"}});
  const json::Value Report = toJSON(Whole);
  ReportFile File;
  ASSERT_FALSE(bool(readReportFile(Report, "r", File)));
  EXPECT_EQ(writeReport(File), Report);
}

TEST(ReadReport, BoundsOfTheTime) {
  auto With = [](StringRef Bound) {
    json::Value Report = sampleReport();
    firstKernel(Report)["time_bound"] = Bound;
    return readKernel(Report).Numbers[Metric::Cycles];
  };
  EXPECT_EQ(With("estimate"), Reading::exactly(950));
  EXPECT_EQ(With("lower"), (Reading{950, std::nullopt}));
  EXPECT_EQ(With("upper"), (Reading{std::nullopt, 950}));
  EXPECT_EQ(With("none"), Reading());
}

TEST(ReadReport, AnUnknownOrAbsentBoundIsNotExact) {
  json::Value Report = sampleReport();
  firstKernel(Report)["time_bound"] = "roughly";
  EXPECT_EQ(problemOf(formatv("{0}", Report).str()),
            "r.json: expected estimate, exact, lower, upper or none at "
            "report.kernels[0].time_bound");
  firstKernel(Report).erase("time_bound");
  EXPECT_EQ(problemOf(formatv("{0}", Report).str()),
            "r.json: missing at report.kernels[0].time_bound");
  Report = sampleReport();
  (*Report.getAsObject())["application"] = json::Object{{"time_s", 1}};
  EXPECT_EQ(problemOf(formatv("{0}", Report).str()),
            "r.json: missing at report.application.time_bound");
}

TEST(ReadReport, NullIsUnknown) {
  json::Value Report = sampleReport();
  firstKernel(Report)["time_s"] = nullptr;
  ReportedKernel K = readKernel(Report);
  ASSERT_EQ(K.Numbers.count(Metric::Time), 1u);
  EXPECT_TRUE(K.Numbers[Metric::Time].isUnknown());
}

TEST(ReadReport, OfVersionTwo) {
  json::Value Report = sampleReport();
  (*Report.getAsObject())["version"] = 2;
  firstKernel(Report).erase("time_bound");
  EXPECT_EQ(readKernel(Report).Numbers[Metric::Cycles], Reading::exactly(950));
  firstKernel(Report)["complete"] = false;
  EXPECT_EQ(readKernel(Report).Numbers[Metric::Cycles],
            (Reading{950, std::nullopt}));
}

/// A report by the model board: a pipeline for the body and for the loop at
/// line 2, and units at line 3.
json::Value boardReport() {
  json::Value Report = sampleReport();
  auto Place = [](int64_t Line, int64_t Column) {
    return json::Object{
        {"file", "scale.cl"}, {"line", Line}, {"column", Column}};
  };
  auto Pipeline = [&](json::Value Loop, double Interval) {
    return json::Object{{"loop", std::move(Loop)},
                        {"interval", Interval},
                        {"depth", 9},
                        {"cycles", 700}};
  };
  auto Unit = [&](double Words) {
    return json::Object{
        {"location", Place(3, 5)}, {"object", "A"}, {"words", Words}};
  };
  firstKernel(Report)["board"] =
      json::Object{{"at_most", false},
                   {"doubt", nullptr},
                   {"limiting", 1},
                   {"pipelines", json::Array{Pipeline(nullptr, 1),
                                             Pipeline(Place(2, 3), 6)}},
                   {"units", json::Array{Unit(100), Unit(28)}}};
  return Report;
}

TEST(ReadReport, PipelinesAndUnitsOfTheModelBoard) {
  json::Value Report = boardReport();
  ReportedKernel K = readKernel(Report);
  EXPECT_EQ(K.Numbers[Metric::Interval], Reading::exactly(6));
  EXPECT_EQ(K.Numbers[Metric::Words], Reading::exactly(128));
  EXPECT_EQ(K.Loops[0].Numbers[Metric::Interval], Reading::exactly(6));
  EXPECT_EQ(K.Loops[0].Numbers[Metric::Depth], Reading::exactly(9));
  EXPECT_EQ(K.Accesses[0].Numbers[Metric::Words], Reading::exactly(128));
  EXPECT_TRUE(K.Loops[0].IsLimiting);
  (*firstKernel(Report).getObject("board"))["limiting"] = 0;
  EXPECT_FALSE(readKernel(Report).Loops[0].IsLimiting);
  (*firstKernel(Report).getObject("board"))["at_most"] = true;
  EXPECT_EQ(readKernel(Report).Numbers[Metric::Words],
            (Reading{std::nullopt, 128}));
}

TEST(ReadReport, AnUnknownIntervalMakesTheLargestUnknown) {
  json::Value Report = boardReport();
  json::Array &Pipelines =
      *firstKernel(Report).getObject("board")->getArray("pipelines");
  (*Pipelines[0].getAsObject())["interval"] = nullptr;
  EXPECT_TRUE(readKernel(Report).Numbers[Metric::Interval].isUnknown());
}

TEST(ReadReport, WithoutPipelinesThereIsNoInterval) {
  json::Value Report = boardReport();
  firstKernel(Report).getObject("board")->erase("pipelines");
  EXPECT_EQ(readKernel(Report).Numbers.count(Metric::Interval), 0u);
}

TEST(ReadReport, AmountsWithMissingPricesAreLowerBounds) {
  json::Value Report = sampleReport();
  auto Fit = [](json::Array Missing) {
    return json::Object{{"missing", std::move(Missing)},
                        {"kernel", json::Object{{"logic_alm", 900}}}};
  };
  firstKernel(Report)["fit"] = Fit({});
  EXPECT_EQ(readKernel(Report).Numbers[Metric::Logic], Reading::exactly(900));
  firstKernel(Report)["fit"] = Fit(json::Array{"fp_exp"});
  EXPECT_EQ(readKernel(Report).Numbers[Metric::Logic],
            (Reading{900, std::nullopt}));
}

TEST(ReadReport, Errors) {
  EXPECT_EQ(problemOf("{\n \"format\": }"), "r.json:2:12: Invalid JSON value");
  EXPECT_EQ(problemOf("[]"),
            "r.json: not a report of roofline analyze --json: \"format\": "
            "\"roofline-report\" is missing");
  EXPECT_EQ(problemOf(R"({"format": "roofline-report"})"),
            "r.json: \"version\" is missing");
  EXPECT_EQ(problemOf(R"({"format": "roofline-report", "version": 4})"),
            "r.json: version 4; this program reads versions 2 to 3");
  EXPECT_EQ(problemOf(R"({"format": "roofline-report", "version": 3})"),
            "r.json: \"kernels\" is missing");
  EXPECT_EQ(problemOf(std::string(5000, '[')),
            "r.json:1:1001: nested too deeply");
}

TEST(ReadReport, EveryFieldOfAnotherTypeIsAnError) {
  const char *Keys[] = {"kernel",   "device", "clock_hz", "launch",
                        "missing",  "counts", "time_s",   "hierarchy",
                        "location", "design", "complete"};
  for (const char *Key : Keys) {
    json::Value Report = sampleReport();
    if (StringRef(Key) == "complete") {
      (*Report.getAsObject())["version"] = 2;
      firstKernel(Report).erase("time_bound");
    }
    firstKernel(Report)[Key] = json::Array{json::Array{}};
    if (StringRef(Key) == "missing")
      firstKernel(Report)[Key] = 1;
    EXPECT_NE(problemOf(formatv("{0}", Report).str())
                  .find(std::string("report.kernels[0].") + Key),
              std::string::npos)
        << Key;
  }
}

} // namespace
