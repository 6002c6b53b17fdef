// SPDX-License-Identifier: Apache-2.0
#include "meshes/read/file_bytes.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#ifdef TRIREME_HAVE_ZLIB
#include <zlib.h>
#endif

#include "solvers/base/error.hpp"

namespace trireme::mesh {
namespace {

constexpr std::size_t piece = std::size_t{1} << 20;

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

std::string read_plain(const std::string& path) {
  std::error_code status;
  if (std::filesystem::is_directory(path, status)) {
    throw Error(ErrorKind::input, "cannot read mesh file '" + path + "'", "it is a directory",
                "name a file inside it");
  }
  const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
  if (!file) {
    throw Error(ErrorKind::input, "cannot open mesh file '" + path + "'", std::strerror(errno),
                "check the path; it is relative to the current directory");
  }
  std::string bytes;
  for (;;) {
    const std::size_t before = bytes.size();
    bytes.resize(before + piece);
    const std::size_t got = std::fread(bytes.data() + before, 1, piece, file.get());
    bytes.resize(before + got);
    if (got < piece) break;
  }
  if (std::ferror(file.get())) {
    throw Error(ErrorKind::input, "cannot read mesh file '" + path + "'", std::strerror(errno));
  }
  return bytes;
}

bool is_gzip(const std::string& bytes) {
  return bytes.size() >= 2 && bytes[0] == '\x1f' && static_cast<unsigned char>(bytes[1]) == 0x8b;
}

#ifdef TRIREME_HAVE_ZLIB
std::string inflate_all(const std::string& path, const std::string& packed) {
  z_stream stream{};
  if (inflateInit2(&stream, 15 + 16) != Z_OK) {
    throw Error(ErrorKind::input, "cannot inflate '" + path + "'", "zlib refused to start");
  }
  const std::unique_ptr<z_stream, void (*)(z_stream*)> end(&stream, [](z_stream* s) { inflateEnd(s); });
  std::string bytes;
  std::size_t consumed = 0;
  int status = Z_OK;
  while (status != Z_STREAM_END) {
    if (stream.avail_in == 0) {
      const std::size_t take = std::min(piece, packed.size() - consumed);
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data() + consumed));
      stream.avail_in = static_cast<uInt>(take);
      consumed += take;
    }
    const std::size_t before = bytes.size();
    bytes.resize(before + piece);
    stream.next_out = reinterpret_cast<Bytef*>(bytes.data() + before);
    stream.avail_out = static_cast<uInt>(piece);
    status = inflate(&stream, Z_NO_FLUSH);
    bytes.resize(before + piece - stream.avail_out);
    const bool starved = stream.avail_in == 0 && consumed == packed.size() && stream.avail_out != 0;
    if (status != Z_STREAM_END && (status != Z_OK || starved)) {
      throw Error(ErrorKind::input,
                  path + ": the gzip stream is damaged or truncated after byte offset " +
                      std::to_string(consumed - stream.avail_in),
                  std::to_string(bytes.size()) + " bytes were inflated", "fetch the file again");
    }
  }
  return bytes;
}
#else
std::string inflate_all(const std::string& path, const std::string&) {
  throw Error(ErrorKind::input, "cannot read '" + path + "'", "it is gzip and this build has no zlib",
              "run gunzip on it");
}
#endif

}  // namespace

std::string read_file_bytes(const std::string& path) {
  std::string bytes = read_plain(path);
  return is_gzip(bytes) ? inflate_all(path, bytes) : bytes;
}

std::string_view without_gz(std::string_view path) {
  return path.ends_with(".gz") ? path.substr(0, path.size() - 3) : path;
}

}  // namespace trireme::mesh
