// SPDX-License-Identifier: Apache-2.0
#include "optim/read/file_bytes.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <vector>

#ifdef TRIREME_HAVE_ZLIB
#include <zlib.h>
#endif
#ifdef TRIREME_HAVE_BZIP2
#include <bzlib.h>
#endif

#include "solvers/base/error.hpp"

namespace trireme::optim {
namespace {

constexpr std::size_t piece = std::size_t{1} << 20;

std::ifstream open(const std::string& path) {
  if (!std::filesystem::is_regular_file(path))
    throw Error(ErrorKind::input, "cannot open '" + path + "'", "it is missing or no file", "check the name");
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Error(ErrorKind::io, "cannot open '" + path + "'", "no permission?", "");
  return file;
}

[[noreturn]] void refuse_damaged(const std::string& path, const std::string& why) {
  throw Error(ErrorKind::input, path + ": damaged or cut off", why, "fetch the file again");
}

#ifdef TRIREME_HAVE_ZLIB
std::string gunzip(const std::string& path) {
  std::unique_ptr<gzFile_s, int (*)(gzFile)> file(gzopen(path.c_str(), "rb"), gzclose);
  if (!file) throw Error(ErrorKind::io, "cannot open '" + path + "'");
  std::string text;
  std::vector<char> buffer(piece);
  int count = 0;
  while ((count = gzread(file.get(), buffer.data(), static_cast<unsigned>(buffer.size()))) > 0)
    text.append(buffer.data(), static_cast<std::size_t>(count));
  int error = Z_OK;
  const std::string why = gzerror(file.get(), &error);
  if (count < 0 || (error != Z_OK && error != Z_STREAM_END)) refuse_damaged(path, why);
  return text;
}
#endif

#ifdef TRIREME_HAVE_BZIP2
// A file may be several streams, one behind the other.
std::string bunzip2(const std::string& path) {
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
  if (!file) throw Error(ErrorKind::io, "cannot open '" + path + "'");
  std::string text;
  std::vector<char> buffer(piece);
  char unused[BZ_MAX_UNUSED];
  int n_unused = 0;
  for (;;) {
    int error = BZ_OK;
    BZFILE* stream = BZ2_bzReadOpen(&error, file.get(), 0, 0, n_unused > 0 ? unused : nullptr, n_unused);
    while (error == BZ_OK) {
      const int count = BZ2_bzRead(&error, stream, buffer.data(), static_cast<int>(buffer.size()));
      if (error == BZ_OK || error == BZ_STREAM_END)
        text.append(buffer.data(), static_cast<std::size_t>(count));
    }
    const bool ended = error == BZ_STREAM_END;
    if (ended) {
      void* rest = nullptr;
      BZ2_bzReadGetUnused(&error, stream, &rest, &n_unused);
      std::copy_n(static_cast<const char*>(rest), n_unused, unused);
    }
    int ignored = BZ_OK;
    BZ2_bzReadClose(&ignored, stream);
    if (!ended) refuse_damaged(path, "bzip2 finds no whole stream");
    if (n_unused == 0) {
      const int next = std::fgetc(file.get());
      if (next == EOF) return text;
      std::ungetc(next, file.get());
    }
  }
}
#endif

}  // namespace

Compression compression_of(const std::string& path) {
  std::ifstream file = open(path);
  unsigned char magic[3] = {};
  file.read(reinterpret_cast<char*>(magic), 3);
  if (magic[0] == 0x1f && magic[1] == 0x8b) return Compression::gzip;
  if (magic[0] == 'B' && magic[1] == 'Z' && magic[2] == 'h') return Compression::bzip2;
  return Compression::none;
}

GlobalIndex file_size(const std::string& path) {
  open(path);
  return static_cast<GlobalIndex>(std::filesystem::file_size(path));
}

std::string file_bytes(const std::string& path) {
  switch (compression_of(path)) {
    case Compression::none:
      return file_bytes(path, 0, file_size(path));
    case Compression::gzip:
#ifdef TRIREME_HAVE_ZLIB
      return gunzip(path);
#else
      break;
#endif
    case Compression::bzip2:
#ifdef TRIREME_HAVE_BZIP2
      return bunzip2(path);
#else
      break;
#endif
  }
  throw Error(ErrorKind::input, path + ": compressed", "this build has no library for it",
              "decompress the file, or build with zlib and bzip2");
}

std::string file_bytes(const std::string& path, GlobalIndex begin, GlobalIndex end) {
  std::ifstream file = open(path);
  std::string text(static_cast<std::size_t>(end - begin), '\0');
  file.seekg(begin);
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!file) throw Error(ErrorKind::io, "cannot read '" + path + "'", "it ended early", "");
  return text;
}

}  // namespace trireme::optim
