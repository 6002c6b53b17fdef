// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/data/npz_file.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#ifdef TRIREME_HAVE_ZLIB
#include <zlib.h>
#endif

#include "dlrm_hpc/data/zip_checksum.hpp"
#include "solvers/base/assert.hpp"
#include "solvers/base/error.hpp"

namespace trireme::dlrm {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

[[noreturn]] void damaged(const std::string& what, const std::string& why) {
  throw Error(ErrorKind::input, "cannot read '" + what + "'", why, "write it anew with numpy");
}

File open_file(const std::string& path) {
  File file(std::fopen(path.c_str(), "rb"));
  if (!file)
    throw Error(ErrorKind::input, "cannot open '" + path + "'", std::strerror(errno), "name another file");
  return file;
}

void go_to(std::FILE* file, std::uint64_t place, const std::string& path) {
  if (fseeko(file, static_cast<off_t>(place), SEEK_SET) != 0) damaged(path, "it is shorter than it says");
}

void read_exactly(std::FILE* file, void* to, std::size_t bytes, const std::string& path) {
  if (bytes == 0 || std::fread(to, 1, bytes, file) == bytes) return;
  if (std::ferror(file))
    throw Error(ErrorKind::io, "cannot read '" + path + "'", std::strerror(errno), "look at the disk");
  damaged(path, "it ends too early");
}

// A number of so many bytes, lowest first.
std::uint64_t number_at(const std::string& bytes, std::size_t place, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t k = 0; k < size && place + k < bytes.size(); ++k)
    value |= std::uint64_t{static_cast<unsigned char>(bytes[place + k])} << (8 * k);
  return value;
}

}  // namespace

struct NumpyArray::Stream {
  std::string name;
  File file;
  std::uint64_t packed_left = 0;
  bool deflated = false;
  std::vector<GlobalIndex> shape;
  char kind = 0;  // 'f', 'i', 'u', 'b'
  std::size_t bytes = 0;
  GlobalIndex left = 0;                   // values
  std::uint64_t unpacked = 0;             // bytes so far
  std::uint32_t checksum = 0;             // of them
  std::optional<std::uint32_t> expected;  // of all bytes; none: a .npy has none
  std::vector<unsigned char> input = std::vector<unsigned char>(1 << 16), values;
#ifdef TRIREME_HAVE_ZLIB
  z_stream inflater = {};
  bool inflates = false;
  ~Stream() {
    if (inflates) inflateEnd(&inflater);
  }
#endif

  void begin(int method) {
    if (method == 0) return;
    deflated = true;
#ifdef TRIREME_HAVE_ZLIB
    TRIREME_VALIDATE(method == 8, ErrorKind::input, "cannot read '" + name + "'",
                     fmt::format("it is packed by method {}", method), "write it with numpy.savez");
    inflates = inflateInit2(&inflater, -MAX_WBITS) == Z_OK;
    if (!inflates) throw Error(ErrorKind::internal, "zlib does not start", name, "");
#else
    throw Error(ErrorKind::input, "cannot read '" + name + "'", "it is packed, and this build has no zlib",
                "write it with numpy.savez");
#endif
  }

  // The next bytes of the array's file, counted in size and checksum.
  void get(void* to, std::size_t n) {
    unpack(to, n);
    unpacked += n;
    if (expected && n > 0) checksum = add_to_checksum(checksum, {static_cast<const char*>(to), n});
  }

  // Once the last value was read.
  void check_end() const {
    if (left == 0 && expected && checksum != *expected)
      damaged(name, "its checksum is not that of its values");
  }

  void unpack(void* to, std::size_t n) {
    if (!deflated) {
      if (n > packed_left) damaged(name, "it ends too early");
      read_exactly(file.get(), to, n, name);
      packed_left -= n;
      return;
    }
#ifdef TRIREME_HAVE_ZLIB
    auto* out = static_cast<unsigned char*>(to);
    while (n > 0) {
      if (inflater.avail_in == 0 && packed_left > 0) {
        const auto take = static_cast<std::size_t>(std::min<std::uint64_t>(packed_left, input.size()));
        read_exactly(file.get(), input.data(), take, name);
        packed_left -= take;
        inflater.next_in = input.data();
        inflater.avail_in = static_cast<uInt>(take);
      }
      const auto room = static_cast<uInt>(std::min<std::size_t>(n, 1u << 30));
      inflater.next_out = out;
      inflater.avail_out = room;
      const int code = inflate(&inflater, Z_NO_FLUSH);
      const std::size_t got = room - inflater.avail_out;
      out += got;
      n -= got;
      if (n > 0 && (code == Z_STREAM_END || (code != Z_OK && code != Z_BUF_ERROR) ||
                    (got == 0 && inflater.avail_in == 0 && packed_left == 0)))
        damaged(name, "its packed data are damaged or end too early");
    }
#endif
  }

  // The text between `key` and what ends it.
  std::string field(const std::string& header, const std::string& key, char end) const {
    const std::size_t place = header.find("'" + key + "'");
    const std::size_t colon = place == std::string::npos ? place : header.find(':', place);
    const std::size_t stop = colon == std::string::npos ? colon : header.find(end, colon);
    if (stop == std::string::npos) damaged(name, "its header has no " + key);
    return header.substr(colon + 1, stop - colon - 1);
  }

  void read_header() {
    std::string magic(10, '\0');
    get(magic.data(), 10);
    const int version = magic[6];
    if (magic.compare(0, 6, "\x93NUMPY") != 0 || version < 1 || version > 3)
      damaged(name, "it is no array of numpy");
    std::uint64_t length = number_at(magic, 8, 2);
    if (version > 1) {
      std::string more(2, '\0');
      get(more.data(), 2);
      length |= number_at(more, 0, 2) << 16;
    }
    if (length > (1u << 20)) damaged(name, "its header is too long");
    std::string header(static_cast<std::size_t>(length), '\0');
    get(header.data(), header.size());
    const std::string type = field(header, "descr", ',');
    const std::size_t quote = type.find('\'');
    if (quote == std::string::npos || quote + 3 >= type.size()) damaged(name, "it has no plain numbers");
    kind = type[quote + 2];
    bytes = static_cast<std::size_t>(type[quote + 3] - '0');
    const bool floats = kind == 'f' && (bytes == 4 || bytes == 8);
    const bool integers =
        (kind == 'i' || kind == 'u' || kind == 'b') && (bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8);
    if (type[quote + 1] == '>' || !(floats || integers) || type.find('\'', quote + 1) != quote + 4)
      damaged(name,
              "its values are of type" + type + "; numbers of 1 to 8 bytes are read, the lowest byte first");
    if (field(header, "fortran_order", ',').find("True") != std::string::npos)
      damaged(name, "it stands in Fortran's order");
    const std::string dimensions = field(header, "shape", ')');
    left = 1;
    for (std::size_t at = dimensions.find_first_of("0123456789"); at != std::string::npos;) {
      GlobalIndex extent = 0;
      const auto [end, code] =
          std::from_chars(dimensions.data() + at, dimensions.data() + dimensions.size(), extent);
      if (code != std::errc() || (extent > 0 && left > (GlobalIndex{1} << 48) / extent))
        damaged(name, "its shape is absurd");
      left *= extent;
      shape.push_back(extent);
      at = dimensions.find_first_of("0123456789", static_cast<std::size_t>(end - dimensions.data()));
    }
  }
};

NumpyArray::NumpyArray(std::unique_ptr<Stream> stream) : stream_(std::move(stream)) {}
NumpyArray::NumpyArray(NumpyArray&&) noexcept = default;
NumpyArray& NumpyArray::operator=(NumpyArray&&) noexcept = default;
NumpyArray::~NumpyArray() = default;

const std::string& NumpyArray::name() const {
  return stream_->name;
}
const std::vector<GlobalIndex>& NumpyArray::shape() const {
  return stream_->shape;
}
GlobalIndex NumpyArray::size() const {
  GlobalIndex product = 1;
  for (const GlobalIndex extent : shape()) product *= extent;
  return product;
}
bool NumpyArray::is_integer() const {
  return stream_->kind != 'f';
}

template <class T>
void NumpyArray::read_as(std::span<T> values) {
  Stream& stream = *stream_;
  if (static_cast<GlobalIndex>(values.size()) > stream.left) damaged(stream.name, "it has fewer values");
  stream.left -= static_cast<GlobalIndex>(values.size());
  const auto convert = [&]<class Stored>(Stored) {
    stream.values.resize(values.size() * sizeof(Stored));
    stream.get(stream.values.data(), stream.values.size());
    for (std::size_t k = 0; k < values.size(); ++k) {
      Stored value;
      std::memcpy(&value, stream.values.data() + k * sizeof(Stored), sizeof(Stored));
      values[k] = static_cast<T>(value);
    }
  };
  const bool is_signed = stream.kind == 'i';
  if (stream.kind == 'f')
    stream.bytes == 4 ? convert(float{}) : convert(double{});
  else if (stream.bytes == 1)
    is_signed ? convert(std::int8_t{}) : convert(std::uint8_t{});
  else if (stream.bytes == 2)
    is_signed ? convert(std::int16_t{}) : convert(std::uint16_t{});
  else if (stream.bytes == 4)
    is_signed ? convert(std::int32_t{}) : convert(std::uint32_t{});
  else
    is_signed ? convert(std::int64_t{}) : convert(std::uint64_t{});
  stream.check_end();
}

void NumpyArray::read(std::span<float> values) {
  read_as(values);
}

void NumpyArray::read(std::span<std::int64_t> values) {
  if (!is_integer()) damaged(name(), "it has fractions where integers are wanted");
  read_as(values);
}

void NumpyArray::skip(GlobalIndex values) {
  std::vector<float> ignored(static_cast<std::size_t>(std::min<GlobalIndex>(values, 1 << 16)));
  while (values > 0) {
    const GlobalIndex n = std::min(values, static_cast<GlobalIndex>(ignored.size()));
    read(std::span(ignored).first(static_cast<std::size_t>(n)));
    values -= n;
  }
}

NumpyFile::NumpyFile(const std::string& path) : path_(path) {
  const File file = open_file(path);
  char magic[6] = {};
  const std::size_t got = std::fread(magic, 1, sizeof(magic), file.get());
  if (got == 6 && std::memcmp(magic, "\x93NUMPY", 6) == 0) {
    fseeko(file.get(), 0, SEEK_END);
    const auto bytes = static_cast<std::uint64_t>(ftello(file.get()));
    entries_.push_back({"", 0, bytes, bytes, 0, 0});
    return;
  }
  if (got < 4 || std::memcmp(magic, "PK\x03\x04", 4) != 0) damaged(path, "it is neither .npy nor .npz");
  is_archive_ = true;
  read_directory(file.get());
}

// The directory stands at the end, behind it a record that tells where it begins; the record's 64-bit twin,
// where there is one, is found by a locator right before it.
void NumpyFile::read_directory(std::FILE* file) {
  fseeko(file, 0, SEEK_END);
  const auto length = static_cast<std::uint64_t>(ftello(file));
  const std::uint64_t tail_bytes = std::min<std::uint64_t>(length, 65536 + 22 + 20);
  std::string tail(static_cast<std::size_t>(tail_bytes), '\0');
  go_to(file, length - tail_bytes, path_);
  read_exactly(file, tail.data(), tail.size(), path_);
  const std::size_t end = tail.rfind("PK\x05\x06");
  if (end == std::string::npos || end + 22 > tail.size()) damaged(path_, "its directory is missing");
  std::uint64_t bytes = number_at(tail, end + 12, 4), begin = number_at(tail, end + 16, 4);
  if (end >= 20 && tail.compare(end - 20, 4, "PK\x06\x07") == 0) {
    std::string record(56, '\0');
    go_to(file, number_at(tail, end - 12, 8), path_);
    read_exactly(file, record.data(), record.size(), path_);
    bytes = number_at(record, 40, 8);
    begin = number_at(record, 48, 8);
  }
  if (begin > length || bytes > length - begin) damaged(path_, "its directory lies outside");
  std::string directory(static_cast<std::size_t>(bytes), '\0');
  go_to(file, begin, path_);
  read_exactly(file, directory.data(), directory.size(), path_);
  for (std::size_t at = 0; at + 46 <= directory.size() && directory.compare(at, 4, "PK\x01\x02") == 0;) {
    const auto name_length = static_cast<std::size_t>(number_at(directory, at + 28, 2)),
               extra_length = static_cast<std::size_t>(number_at(directory, at + 30, 2)),
               comment_length = static_cast<std::size_t>(number_at(directory, at + 32, 2));
    if (at + 46 + name_length + extra_length > directory.size()) damaged(path_, "its directory is cut");
    Entry entry{directory.substr(at + 46, name_length),
                number_at(directory, at + 42, 4),
                number_at(directory, at + 20, 4),
                number_at(directory, at + 24, 4),
                static_cast<int>(number_at(directory, at + 10, 2)),
                static_cast<std::uint32_t>(number_at(directory, at + 16, 4))};
    // What did not fit stands in the 64-bit extension, in this order.
    const std::size_t extra_end = at + 46 + name_length + extra_length;
    for (std::size_t extra = at + 46 + name_length; extra + 4 <= extra_end;) {
      std::size_t value = extra + 4;
      if (number_at(directory, extra, 2) == 1)
        for (std::uint64_t* field : {&entry.size, &entry.packed, &entry.header})
          if (*field == 0xffffffffu) {
            *field = number_at(directory, value, 8);
            value += 8;
          }
      extra += 4 + static_cast<std::size_t>(number_at(directory, extra + 2, 2));
    }
    if (entry.name.size() > 4 && entry.name.ends_with(".npy")) {
      entry.name.resize(entry.name.size() - 4);
      entries_.push_back(entry);
    }
    at = extra_end + comment_length;
  }
}

std::vector<std::string> NumpyFile::names() const {
  std::vector<std::string> names;
  for (const Entry& entry : entries_) names.push_back(entry.name);
  return names;
}

bool NumpyFile::has(const std::string& name) const {
  return std::any_of(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.name == name; });
}

NumpyArray NumpyFile::open(const std::string& name) const {
  const auto entry =
      std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.name == name; });
  TRIREME_VALIDATE(
      entry != entries_.end(), ErrorKind::input, "'" + path_ + "' has no array '" + name + "'",
      "it has " + (entries_.empty() ? std::string("none") : fmt::format("{}", fmt::join(names(), ", "))),
      "name another file");
  auto stream = std::make_unique<NumpyArray::Stream>();
  stream->name = name.empty() ? path_ : path_ + ":" + name;
  stream->file = open_file(path_);
  stream->packed_left = entry->packed;
  go_to(stream->file.get(), entry->header, path_);
  if (is_archive_) {
    std::string header(30, '\0');
    read_exactly(stream->file.get(), header.data(), header.size(), path_);
    if (header.compare(0, 4, "PK\x03\x04") != 0) damaged(path_, "an entry is not where it should be");
    go_to(stream->file.get(), entry->header + 30 + number_at(header, 26, 2) + number_at(header, 28, 2),
          path_);
  }
  stream->begin(entry->method);
  if (is_archive_) stream->expected = entry->checksum;
  stream->read_header();
  // A shape costs nothing to claim: memory is taken for it only where the file has its values.
  const std::uint64_t wanted =
      stream->unpacked + static_cast<std::uint64_t>(stream->left) * static_cast<std::uint64_t>(stream->bytes);
  if (wanted != entry->size)
    damaged(stream->name,
            fmt::format("its shape wants {} bytes with its header, it has {}", wanted, entry->size));
  if (entry->method == 0 && entry->packed != entry->size)
    damaged(stream->name, "it is not packed, but its packed size is another");
  stream->check_end();
  return NumpyArray(std::move(stream));
}

}  // namespace trireme::dlrm
