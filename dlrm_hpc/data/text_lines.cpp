// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/data/text_lines.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>

#ifdef TRIREME_HAVE_ZLIB
#include <zlib.h>
#endif

#include "solvers/base/error.hpp"

namespace trireme::dlrm {
namespace {

constexpr std::size_t longest_line = std::size_t{16} << 20;
constexpr std::size_t piece = std::size_t{1} << 20;

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw Error(ErrorKind::input, "cannot read '" + path + "'", why, "");
}

}  // namespace

struct TextLines::Stream {
  explicit Stream(const std::string& path) {
    plain = std::fopen(path.c_str(), "rb");
    if (!plain) refuse(path, std::strerror(errno));
    unsigned char magic[2] = {};
    const bool gzip = std::fread(magic, 1, 2, plain) == 2 && magic[0] == 0x1f && magic[1] == 0x8b;
    if (std::ferror(plain)) refuse(path, std::strerror(errno));
    std::rewind(plain);
    if (!gzip) return;
#ifdef TRIREME_HAVE_ZLIB
    std::fclose(plain);
    plain = nullptr;
    packed = gzopen(path.c_str(), "rb");
    if (!packed) refuse(path, "it cannot be opened again");
    gzbuffer(packed, 1u << 17);
#else
    refuse(path, "it is gzip and this build has no zlib");
#endif
  }
  ~Stream() {
    if (plain) std::fclose(plain);
#ifdef TRIREME_HAVE_ZLIB
    if (packed) gzclose(packed);
#endif
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  std::size_t read(const std::string& path, char* place, std::size_t bytes) {
#ifdef TRIREME_HAVE_ZLIB
    if (packed) {
      const int got = gzread(packed, place, static_cast<unsigned>(bytes));
      int code = Z_OK;
      const char* const problem = gzerror(packed, &code);
      if (got < 0 || (code != Z_OK && code != Z_STREAM_END))
        refuse(path, std::string("its gzip stream is damaged or cut off: ") + problem);
      return static_cast<std::size_t>(got);
    }
#endif
    const std::size_t got = std::fread(place, 1, bytes, plain);
    if (got < bytes && std::ferror(plain)) refuse(path, std::strerror(errno));
    return got;
  }

  std::FILE* plain = nullptr;
#ifdef TRIREME_HAVE_ZLIB
  gzFile packed = nullptr;
#endif
};

TextLines::TextLines(const std::string& path) : path_(path), stream_(std::make_unique<Stream>(path)) {}
TextLines::~TextLines() = default;

bool TextLines::fill() {
  if (at_end_) return false;
  if (end_ + piece > buffer_.size()) buffer_.resize(2 * buffer_.size() + piece);
  const std::size_t got = stream_->read(path_, buffer_.data() + end_, piece);
  end_ += got;
  at_end_ = got == 0;
  return got > 0;
}

const std::vector<std::string_view>& TextLines::next(std::size_t count) {
  // What earlier views pointed to goes; what is left moves to the front.
  if (begin_ > 0) std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;

  // Places first: filling may move the buffer.
  std::vector<std::size_t> ends;
  std::size_t at = 0;
  while (ends.size() < count) {
    const void* const found = end_ > at ? std::memchr(buffer_.data() + at, '\n', end_ - at) : nullptr;
    if (found) {
      at = static_cast<std::size_t>(static_cast<const char*>(found) - buffer_.data()) + 1;
      ends.push_back(at);
      continue;
    }
    const std::size_t line_begin = ends.empty() ? 0 : ends.back();
    at = end_;
    if (end_ - line_begin > longest_line)
      refuse(path_, "line " + std::to_string(lines_ + static_cast<GlobalIndex>(ends.size()) + 1) +
                        " is longer than 16 MiB");
    if (!fill()) {
      if (end_ > line_begin) ends.push_back(end_);
      break;
    }
  }
  views_.clear();
  for (const std::size_t end : ends) {
    std::size_t length = end - begin_;
    const char* const data = buffer_.data() + begin_;
    if (length > 0 && data[length - 1] == '\n') --length;
    if (length > 0 && data[length - 1] == '\r') --length;
    views_.emplace_back(data, length);
    begin_ = end;
  }
  lines_ += static_cast<GlobalIndex>(views_.size());
  return views_;
}

}  // namespace trireme::dlrm
