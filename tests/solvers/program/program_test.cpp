// SPDX-License-Identifier: Apache-2.0
// The frame as a user meets it: exit codes, messages, reports of frame_probe under mpiexec.
#include <algorithm>
#include <csignal>
#include <fstream>
#include <string>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/solvers/program/launched_job.hpp"

namespace trireme::program {
namespace {

class ProgramFrame : public ::testing::Test {
 protected:
  // An aborted process cannot free what it holds, so a leak check must not change its exit code.
  test::JobResult probe(int ranks, const std::string& arguments, const std::string& environment = "") {
    return folder_.run(fmt::format("ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=0 {} {} -n {} {} {}",
                                   environment, TRIREME_TEST_MPIEXEC, ranks, TRIREME_TEST_PROBE, arguments));
  }
  void write(const std::string& name, const std::string& text) {
    std::ofstream(folder_.path() / name) << text;
  }
  nlohmann::json report() {
    return nlohmann::json::parse(test::file_text(folder_.path() / "report.json"), nullptr, false);
  }

  test::JobFolder folder_{"trireme_program_test"};
};

int lines_with(const std::string& text, const std::string& part) {
  int count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

void expect_part(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "'" << part << "' not in:\n" << text;
}

// Of a job that one rank aborts. Rarely MPICH's launcher kills that rank too, before its own code has reached
// it.
void expect_aborted(const test::JobResult& job, int exit_code) {
  EXPECT_TRUE(job.exit_code == exit_code || job.exit_code == SIGKILL) << job.exit_code << " " << job.err;
}

void expect_report(const nlohmann::json& report, int exit_code, int ranks) {
  ASSERT_TRUE(report.is_object()) << "no report";
  EXPECT_EQ(report.at("program"), "frame-probe");
  EXPECT_TRUE(report.at("version").is_string());
  EXPECT_TRUE(report.at("converged").is_boolean());
  EXPECT_FALSE(report.at("reason").get<std::string>().empty());
  EXPECT_EQ(report.at("exit_code"), exit_code);
  EXPECT_EQ(report.at("ranks"), ranks);
  EXPECT_GE(report.at("threads").get<int>(), 1);
  EXPECT_GT(report.at("time").at("total").get<double>(), 0.0);
}

TEST_F(ProgramFrame, RunsAndReports) {
  write("case.yaml", "probe:\n  number: 4\n");
  const auto job = probe(2, "word1 case.yaml probe.rank=1 --json-report report.json");
  EXPECT_EQ(job.exit_code, 0) << job.err;
  expect_part(job.out, "number=4 words=1");
  EXPECT_EQ(lines_with(job.out, "number="), 1);
  EXPECT_EQ(job.err, "");
  const auto json = report();
  expect_report(json, 0, 2);
  EXPECT_EQ(json.at("converged"), true);
  EXPECT_EQ(json.at("result").at("number"), 4);
  EXPECT_EQ(json.at("deck").at("probe").at("number"), 4);
  EXPECT_EQ(json.at("deck").at("probe").at("action"), "succeed");
  EXPECT_EQ(json.at("deck_origin").at("probe.number"), "case.yaml:2");
  EXPECT_FALSE(json.at("commit").get<std::string>().empty());
  EXPECT_TRUE(json.at("libraries").contains("petsc"));
  EXPECT_EQ(json.at("machine").at("places").size(), 2u);
  ASSERT_EQ(json.at("timers").size(), 1u);
  EXPECT_EQ(json.at("timers").at(0).at("event"), "probe");
  EXPECT_GT(json.at("memory").at("peak_mib_total").get<double>(),
            json.at("memory").at("peak_mib_largest_rank").get<double>());
}

TEST_F(ProgramFrame, RanksShareTheCoresWhereNoThreadCountIsSet) {
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  ASSERT_EQ(probe(2, "--json-report report.json", "env -u OMP_NUM_THREADS").exit_code, 0);
  EXPECT_LE(2 * report().at("threads").get<int>(), std::max(2, cores));
  ASSERT_EQ(probe(2, "--json-report report.json", "OMP_NUM_THREADS=3").exit_code, 0);
  EXPECT_EQ(report().at("threads"), 3);
}

TEST_F(ProgramFrame, AnswersQuestions) {
  const auto help = probe(2, "--help");
  EXPECT_EQ(help.exit_code, 0) << help.err;
  expect_part(help.out, "probe.action=succeed");
  expect_part(help.out, "run.wall_clock_limit=0");
  EXPECT_EQ(lines_with(help.out, "Usage:"), 1);
  EXPECT_EQ(probe(1, "-help").out, help.out) << "PETSc's own -help must not take over";
  const auto version = probe(1, "--version");
  EXPECT_EQ(version.exit_code, 0);
  expect_part(version.out, "frame-probe 0.");
  expect_part(version.out, "commit");
  EXPECT_EQ(probe(1, "--markdown").exit_code, 0);
}

TEST_F(ProgramFrame, TemplateIsADeck) {
  const auto written = probe(1, "--write-template probe.number=7");
  ASSERT_EQ(written.exit_code, 0) << written.err;
  write("template.yaml", written.out);
  const auto job = probe(1, "template.yaml");
  EXPECT_EQ(job.exit_code, 0) << job.err;
  expect_part(job.out, "number=7");
}

TEST_F(ProgramFrame, ChecksWithoutRunning) {
  const auto good = probe(2, "--check probe.action=error probe.code=4");
  EXPECT_EQ(good.exit_code, 0) << good.err;
  expect_part(good.out, "options are valid");
  EXPECT_EQ(probe(2, "--check probe.number=11").exit_code, 2);
}

TEST_F(ProgramFrame, RefusesBadDecksOnceOnAllRanks) {
  write("case.yaml", "probe:\n  nmber: 4\n");
  const auto unknown = probe(4, "case.yaml --json-report report.json");
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_EQ(lines_with(unknown.err, "error:"), 1) << unknown.err;
  expect_part(unknown.err, "case.yaml:2:");
  expect_part(unknown.err, "did you mean 'probe.number'?");
  expect_report(report(), 2, 4);
  expect_part(report().at("reason"), "probe.nmber");

  const auto missing = probe(3, "missing.yaml");
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_EQ(lines_with(missing.err, "error:"), 1) << missing.err;
  expect_part(missing.err, "error: missing.yaml: cannot read this deck (no such file)");
  EXPECT_EQ(probe(2, "probe.number=20").exit_code, 2);
  const auto flag = probe(2, "--chek --json-report report.json");
  EXPECT_EQ(flag.exit_code, 2);
  expect_part(flag.err, "--check");
  expect_report(report(), 2, 2);
}

TEST_F(ProgramFrame, AnUnwritableReportIsFoundBeforeTheWork) {
  for (const char* flags : {"", "--check "}) {
    const auto job = probe(2, std::string(flags) + "--json-report no/such/folder/report.json");
    EXPECT_EQ(job.exit_code, 5) << job.out << job.err;
    EXPECT_EQ(lines_with(job.err, "error:"), 1) << job.err;
    expect_part(job.err, "no/such/folder/report.json");
    EXPECT_EQ(lines_with(job.out, "number="), 0) << job.out;
  }
}

TEST_F(ProgramFrame, AFullStandardOutputIsAFailure) {
  const auto job = folder_.run(std::string(TRIREME_TEST_PROBE) + " --json-report report.json >/dev/full");
  EXPECT_EQ(job.exit_code, 5) << job.err;
  expect_part(job.err, "standard output could not be written");
  EXPECT_EQ(report().at("exit_code"), 5);
}

TEST_F(ProgramFrame, AnAbsurdThreadCountIsAUsageError) {
  for (const char* threads : {"1000000", "many"}) {
    const auto job = probe(2, "", std::string("OMP_NUM_THREADS=") + threads);
    EXPECT_EQ(job.exit_code, 2) << job.err;
    EXPECT_EQ(lines_with(job.err, "error: OMP_NUM_THREADS is"), 1) << job.err;
  }
}

TEST_F(ProgramFrame, AllRanksEndWithTheAgreedCode) {
  for (const int code : {2, 3, 4, 5, 6}) {
    const auto returned = probe(2, fmt::format("probe.action=exit probe.rank=1 probe.code={}", code));
    EXPECT_EQ(returned.exit_code, code) << returned.err;
    const auto thrown = probe(2, fmt::format("probe.action=guarded_error probe.rank=1 probe.code={}", code));
    EXPECT_EQ(thrown.exit_code, code) << thrown.err;
    EXPECT_EQ(lines_with(thrown.err, "error:"), 1) << thrown.err;
    expect_part(thrown.err, "rank 1: probe failed (it was told to) -> tell it otherwise");
  }
}

TEST_F(ProgramFrame, EveryRankFailingSaysItOnce) {
  const auto job = probe(4, "probe.action=error probe.code=4 --json-report report.json");
  EXPECT_EQ(job.exit_code, 4) << job.err;
  EXPECT_EQ(lines_with(job.err, "error:"), 1) << job.err;
  EXPECT_EQ(lines_with(job.err, "rank"), 0) << job.err;
  expect_report(report(), 4, 4);
  EXPECT_EQ(report().at("converged"), false);
}

TEST_F(ProgramFrame, ARankThatThrowsAloneDoesNotHangTheOthers) {
  const auto job = probe(3, "probe.action=error probe.rank=2 probe.code=5 --json-report report.json",
                         "FRAME_PROBE_PATIENCE=0.5");
  expect_aborted(job, 5);
  expect_part(job.err, "rank 2: probe failed");
  EXPECT_LT(job.seconds, 30);
  expect_report(report(), 5, 3);
}

TEST_F(ProgramFrame, ForeignExceptionsBecomeOneMessage) {
  const auto memory = probe(2, "probe.action=memory");
  EXPECT_EQ(memory.exit_code, 1);
  expect_part(memory.err, "out of memory");
  const auto foreign = probe(2, "probe.action=foreign");
  EXPECT_EQ(foreign.exit_code, 1);
  expect_part(foreign.err, "foreign exception");
  EXPECT_EQ(lines_with(foreign.err, "error:"), 1);
}

TEST_F(ProgramFrame, PetscErrorsAreOneMessage) {
  const auto job = probe(2, "probe.action=petsc");
  EXPECT_NE(job.exit_code, 0);
  EXPECT_LT(job.exit_code, 10) << job.err;
  expect_part(job.err, "nosuchtype");
  EXPECT_EQ(lines_with(job.err, "error: PETSc"), 1) << job.err;
  EXPECT_EQ(job.err.find("PETSC ERROR"), std::string::npos) << "PETSc's own page of text:\n" << job.err;
  const auto file = probe(2, "-options_file nosuchfile", "FRAME_PROBE_PATIENCE=0.5");
  expect_aborted(file, 2);
  expect_part(file.err, "nosuchfile");
}

TEST_F(ProgramFrame, PassesPetscOptionsOnAndNamesUnusedOnes) {
  const auto job = probe(2, "probe.action=probe_option -probe_value 7 -ksp_tpye gmres");
  EXPECT_EQ(job.exit_code, 0) << job.err;
  expect_part(job.out, "probe_value=7");
  expect_part(job.out, "warning: PETSc option '-ksp_tpye gmres' was not used");
  EXPECT_EQ(lines_with(job.out, "was not used"), 1) << job.out;
}

TEST_F(ProgramFrame, DeckPetscOptionsAreWeakerThanTheCommandLine) {
  write("case.yaml", "probe.action: probe_option\nrun.petsc_options: -probe_value deck\n");
  expect_part(probe(1, "case.yaml").out, "probe_value=deck");
  expect_part(probe(1, "case.yaml -probe_value line").out, "probe_value=line");
  expect_part(probe(1, "case.yaml", "PETSC_OPTIONS=\"-probe_value environment\"").out,
              "probe_value=environment");
}

TEST_F(ProgramFrame, StopsOnRequest) {
  const auto signal = probe(2, "probe.action=signal probe.rank=1 --json-report report.json");
  EXPECT_EQ(signal.exit_code, 6) << signal.err;
  expect_part(signal.out, "stop signal received");
  expect_report(report(), 6, 2);
  EXPECT_EQ(report().at("reason"), "stop signal received");

  const auto budget = probe(2, "probe.action=wait run.wall_clock_limit=0.2");
  EXPECT_EQ(budget.exit_code, 6) << budget.err;
  expect_part(budget.out, "wall-clock limit");

  write("STOP", "");
  const auto file = probe(2, "probe.action=wait");
  EXPECT_EQ(file.exit_code, 6) << file.err;
  expect_part(file.out, "file STOP found");
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "STOP"));
}

TEST_F(ProgramFrame, AnUnwritableReportIsAnIoError) {
  const auto job = probe(2, "--json-report no/such/folder/report.json");
  EXPECT_EQ(job.exit_code, 5);
  EXPECT_EQ(lines_with(job.err, "error:"), 1) << job.err;
  expect_part(job.err, "no/such/folder/report.json");
}

TEST_F(ProgramFrame, VerboseShowsPlacesAndOptions) {
  const auto job = probe(2, "--verbose");
  EXPECT_EQ(job.exit_code, 0) << job.err;
  expect_part(job.out, "cpu of each thread");
  expect_part(job.out, "  number: 1");
}

}  // namespace
}  // namespace trireme::program
