// What code and programs of others can do within their walls, and what not.
#include "roofline/Process/Sandbox.h"
#include "roofline/Base/Nesting.h"
#include "roofline/Process/InputFile.h"

#include "llvm/Support/FileSystem.h"

#include <csignal>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;
using namespace roofline;

namespace {

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ROOFLINE_SANITIZED 1
#endif
#endif

/// The error of \p Run apart; "" without one.
std::string errorApart(function_ref<Error(MutableArrayRef<uint8_t>)> Run) {
  std::vector<uint8_t> Result;
  Error E = runApart("it", 4, Run, [&](ArrayRef<uint8_t> Bytes) {
    Result.assign(Bytes.begin(), Bytes.end());
  });
  return E ? toString(std::move(E)) : std::string();
}

TEST(RunApart, GivesWhatWasComputed) {
  int Here = 1; // the child's is its own
  std::vector<uint8_t> Result;
  Error E = runApart(
      "it", 3,
      [&](MutableArrayRef<uint8_t> Bytes) {
        Here = 2;
        Bytes[0] = 7;
        Bytes[2] = 9;
        return Error::success();
      },
      [&](ArrayRef<uint8_t> Bytes) {
        Result.assign(Bytes.begin(), Bytes.end());
      });
  EXPECT_FALSE(E);
  EXPECT_EQ(Result, (std::vector<uint8_t>{7, 0, 9}));
  EXPECT_EQ(Here, 1);
}

TEST(RunApart, PassesItsErrorOn) {
  EXPECT_EQ(errorApart([](MutableArrayRef<uint8_t>) {
              return createStringError("no such barrier");
            }),
            "no such barrier");
}

TEST(RunApart, SaysHowItCrashed) {
  EXPECT_EQ(errorApart([](MutableArrayRef<uint8_t>) {
              raise(SIGSEGV);
              return Error::success();
            }).substr(0, 18),
#ifdef ROOFLINE_SANITIZED
            "it ended by signal");
#else
            "it asks the operat");
#endif
  EXPECT_EQ(errorApart([](MutableArrayRef<uint8_t>) {
              *reinterpret_cast<volatile int *>(8) = 1;
              return Error::success();
            }),
            "it ended by signal 11, Segmentation fault");
}

#ifndef ROOFLINE_SANITIZED
TEST(RunApart, CannotAskTheSystem) {
  const std::string Refused =
      "it asks the operating system for something; a kernel computes alone";
  EXPECT_EQ(errorApart([](MutableArrayRef<uint8_t>) {
              (void)open("/etc/passwd", O_RDONLY);
              return Error::success();
            }),
            Refused);
  EXPECT_EQ(errorApart([](MutableArrayRef<uint8_t>) {
              (void)socket(AF_INET, SOCK_STREAM, 0);
              return Error::success();
            }),
            Refused);
  EXPECT_EQ(errorApart([](MutableArrayRef<uint8_t>) {
              execl("/bin/true", "true", nullptr);
              return Error::success();
            }),
            Refused);
}
#endif

TEST(RunApart, EndsAfterItsTime) {
  ASSERT_FALSE(setRunLimits({.Seconds = 1}));
  EXPECT_EQ(errorApart([](MutableArrayRef<uint8_t> Bytes) {
              while (true)
                *const_cast<volatile uint8_t *>(Bytes.data()) = 1;
              return Error::success();
            }),
            "it did not end within 1 s of processor time (--time-limit)");
  ASSERT_FALSE(setRunLimits({}));
}

/// What a shell that runs \p Script prints.
std::string shell(const RunFolder &Work, const std::string &Script) {
  Expected<Outcome> Ran = runForeign(Work.path(), "/bin/sh", {"-c", Script});
  return Ran ? Ran->Output : "error: " + toString(Ran.takeError());
}

TEST(RunForeign, WritesToItsFolderAlone) {
  RunFolder Work("roofline-test");
  ASSERT_FALSE(Work.error());
  EXPECT_EQ(shell(Work, "pwd; echo x > file; cat file"),
            (Work.path() + "\nx\n").str());
  if (Error E = setRunLimits({.Walls = Sandbox::Always})) {
    consumeError(std::move(E));
    GTEST_SKIP() << "no sandbox here";
  }
  SmallString<128> Other;
  ASSERT_FALSE(sys::fs::createUniqueDirectory("roofline-other", Other));
  const std::string Path = (Other + "/file").str();
  shell(Work, "echo x > " + Path);
  EXPECT_FALSE(sys::fs::exists(Path));
  shell(Work, "ln -s " + Path + " link; echo x > link");
  EXPECT_FALSE(sys::fs::exists(Path));
  EXPECT_EQ(shell(Work, "echo x > /dev/null && echo done"), "done\n");
  sys::fs::remove_directories(Other);
  ASSERT_FALSE(setRunLimits({}));
}

TEST(RunForeign, EndsAfterItsTimeWithItsChildren) {
  RunFolder Work("roofline-test");
  ASSERT_FALSE(setRunLimits({.Seconds = 1}));
  EXPECT_EQ(shell(Work, "(sleep 3; echo late > late) & sleep 1000"),
            "error: /bin/sh did not end within 1 s (--time-limit)");
  ASSERT_FALSE(setRunLimits({}));
  sleep(3);
  EXPECT_FALSE(sys::fs::exists(Work.file("late")));
}

TEST(RunForeign, GivesCodeAndOutput) {
  RunFolder Work("roofline-test");
  Expected<Outcome> Ran = runForeign(Work.path(), "/bin/sh",
                                     {"-c", "echo out; echo err >&2; exit 3"});
  ASSERT_TRUE(bool(Ran));
  EXPECT_EQ(Ran->Code, 3);
  EXPECT_EQ(Ran->Output, "out\nerr\n");
  Expected<Outcome> None = runForeign(Work.path(), "/no/such/program", {});
  EXPECT_FALSE(bool(None) && None->Code == 0);
  consumeError(None.takeError());
}

TEST(RunFolder, IsForItsUserAlone) {
  const mode_t Old = umask(0);
  {
    RunFolder Work("roofline-test");
    struct stat Status;
    ASSERT_EQ(stat(Work.path().str().c_str(), &Status), 0);
    EXPECT_EQ(Status.st_mode & 0777, 0700u);
    SmallString<128> Below;
    ASSERT_FALSE(RunFolder::makeSubfolder("part", Below));
    ASSERT_EQ(stat(Below.c_str(), &Status), 0);
    EXPECT_EQ(Status.st_mode & 0777, 0700u);
  }
  umask(Old);
}

TEST(ReadInput, TakesFilesAlone) {
  RunFolder Work("roofline-test");
  const std::string Pipe = Work.file("pipe");
  ASSERT_EQ(mkfifo(Pipe.c_str(), 0600), 0);
  EXPECT_EQ(readInput(Pipe).getError().message(),
            "a pipe or a device; a regular file is expected");
  EXPECT_TRUE(bool(readInput("/dev/zero").getError()));
  EXPECT_EQ(readInput(Work.path()).getError(),
            std::make_error_code(std::errc::is_a_directory));
  EXPECT_EQ(readInput(Work.file("none")).getError(),
            std::make_error_code(std::errc::no_such_file_or_directory));
}

TEST(Nesting, HasALimit) {
  EXPECT_EQ(findTooDeep("[[]] [[]]", 2), std::nullopt);
  EXPECT_EQ(findTooDeep("[\n {[", 2), "2:3");
  EXPECT_EQ(findTooDeep("\"[[[\"", 2), std::nullopt);
  EXPECT_EQ(findTooDeep("\"\\\"[[[\"[[[", 2), "1:10");
  EXPECT_EQ(findTooDeep("((", 1, "(", ")"), "1:2");
}

} // namespace
