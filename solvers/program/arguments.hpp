// SPDX-License-Identifier: Apache-2.0
// The words behind a program's name, sorted by what they are. Grammar, called by Program:
//
//   PROGRAM [WORDS] [DECK.yaml] [key=value ...] [--flag ...] [-petsc_option [value] ...]
//
// One dash and a letter opens a PETSc option; the next word is its value unless it opens an option itself, is
// a key=value, or is a .yaml file (except behind -options_file and the like). Two dashes are flags of ours.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace trireme::program {

// What positional words mean.
enum class Positional {
  deck,   // one, the deck
  words,  // a .yaml or .yml file is the deck, the others belong to the program (sub-commands and their files)
};

// A flag that a program gives to one of its keys: `--levels 2` or `--levels=2` for `mesh.refine=2`.
struct KeyFlag {
  std::string name;  // with its dashes
  std::string key;
};

struct Arguments {
  std::string deck;
  std::vector<std::string> assignments;  // key=value
  std::vector<std::string> words;
  std::vector<std::string> petsc;
  bool help = false;
  bool version = false;
  bool write_template = false;
  bool check = false;
  bool verbose = false;
  bool markdown = false;
  std::string json_report;  // empty: none
  std::string
      problem;  // text of the first usage error; the rest is still filled in, so that a report can be written
};

Arguments parse_arguments(std::span<const std::string> words, Positional positional,
                          std::span<const KeyFlag> key_flags = {});

// The flags' help, one per line.
std::string flags_help();

}  // namespace trireme::program
