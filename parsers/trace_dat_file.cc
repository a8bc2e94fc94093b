// SPDX-License-Identifier: Apache-2.0
#include "parsers/trace_dat_file.h"

#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <set>
#include <utility>

#include "models/data/error.h"
#include "parsers/line_reader.h"
#include "parsers/scan.h"

namespace regress {
namespace {

constexpr std::string_view kMagic = "\x17\x08\x44tracing";
constexpr size_t kMaxSectionBytes = size_t{48} << 20;
constexpr size_t kMaxOptionsBytes = size_t{4} << 20;
constexpr uint32_t kMaxCpus = 65536;
constexpr size_t kMaxBuffers = 256;
constexpr size_t kMaxPageBytes = size_t{1} << 20;

// Options of both versions; in version 7 the sections have the numbers of theirs.
enum OptionId : uint64_t {
  kDone = 0,
  kCpuStat = 2,
  kBuffer = 3,
  kTraceClock = 4,
  kUname = 5,
  kCpuCount = 8,
  kHeaderInfo = 16,
  kFtraceEvents = 17,
  kEventFormats = 18,
  kKallsyms = 19,
  kPrintk = 20,
  kCmdLines = 21,
  kBufferText = 22,
};

// "[local] global counter ..." -> "local"
std::string SelectedClock(std::string_view text) {
  const size_t open = text.find('[');
  const size_t close = text.find(']');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return "";
  return std::string(text.substr(open + 1, close - open - 1));
}

class DatReader {
 public:
  DatReader(const RandomBytes& bytes, const std::string& path) : bytes_(&bytes), path_(path) {}

  DatFile Read() {
    const std::string head = bytes_->Read(0, 4096);
    ByteCursor cursor(std::string_view(head).substr(kMagic.size()), true);
    const std::optional<std::string_view> version = cursor.CString();
    const std::optional<uint64_t> big = cursor.Number(1);
    const std::optional<uint64_t> long_size = cursor.Number(1);
    if (!version || !big || !long_size) Cut("its first lines", kMagic.size() + 8);
    const std::optional<uint64_t> number = ParseUnsigned(*version);
    if (!number || (*number != 6 && *number != 7))
      Fail(fmt::format("trace.dat version {} is not supported", *version), "known are 6 and 7");
    file_.version = static_cast<int>(*number);
    file_.little_endian = *big == 0;
    if (*long_size != 4 && *long_size != 8) Fail("the size of a long is neither 4 nor 8 bytes");
    file_.long_size = static_cast<uint32_t>(*long_size);
    ByteCursor rest(cursor.rest(), file_.little_endian);
    const std::optional<uint64_t> page = rest.Number(4);
    if (!page) Cut("its first lines", kMagic.size() + 12);
    file_.page_size = CheckedPage(*page);
    const uint64_t at = kMagic.size() + version->size() + 1 + 6;
    if (file_.version == 6) {
      ReadVersion6(at);
    } else {
      ReadVersion7(rest, at);
    }
    return std::move(file_);
  }

 private:
  [[noreturn]] void Fail(const std::string& what, std::string help = "") const {
    throw Error(ErrorKind::kBadInput, path_ + ": error: " + what, std::move(help));
  }
  // The file ends before what it needs at byte `needed`.
  [[noreturn]] void Cut(std::string_view what, uint64_t needed) const {
    const uint64_t missing = needed > bytes_->size() ? needed - bytes_->size() : 0;
    Fail(fmt::format("trace.dat is cut: {} at byte {} is missing, the file has {} bytes ({} more "
                     "are needed at least)",
                     what, needed, bytes_->size(), missing),
         "record it again; nothing can be counted without its tables");
  }
  uint32_t CheckedPage(uint64_t size) const {
    if (size < 64 || size > kMaxPageBytes) Fail(fmt::format("page size {} makes no sense", size));
    return static_cast<uint32_t>(size);
  }

  // `size` bytes at `at` as a whole.
  std::string Whole(uint64_t at, uint64_t size, std::string_view what) const {
    if (size > kMaxSectionBytes) Fail(fmt::format("{} has {} bytes: damaged", what, size));
    std::string text = bytes_->Read(at, static_cast<size_t>(size));
    if (text.size() < size) Cut(what, at + size);
    return text;
  }
  uint64_t NumberAt(uint64_t& at, size_t size, std::string_view what) const {
    const std::string text = Whole(at, size, what);
    at += size;
    return LoadNumber(text.data(), size, file_.little_endian);
  }
  std::string TextAt(uint64_t& at, size_t length_bytes, std::string_view what) const {
    const uint64_t size = NumberAt(at, length_bytes, what);
    std::string text = Whole(at, size, what);
    at += size;
    return text;
  }
  std::string CStringAt(uint64_t& at, std::string_view what) const {
    const std::string piece = bytes_->Read(at, 4096);
    const size_t end = piece.find('\0');
    if (end == std::string::npos) Cut(what, at + piece.size() + 1);
    at += end + 1;
    return piece.substr(0, end);
  }

  void AddFormat(std::string_view text) {
    if (std::optional<RecordFormat> format = ParseRecordFormat(text)) {
      file_.formats.push_back(std::move(*format));
    }
  }

  void ReadVersion6(uint64_t at) {
    if (CStringAt(at, "the page header") != "header_page") Fail("no page header: damaged");
    file_.page_layout = ParsePageLayout(TextAt(at, 8, "the page header"));
    if (CStringAt(at, "the event header") != "header_event") Fail("no event header: damaged");
    TextAt(at, 8, "the event header");
    for (uint64_t n = NumberAt(at, 4, "the formats"); n > 0; --n)
      AddFormat(TextAt(at, 8, "the formats"));
    for (uint64_t systems = NumberAt(at, 4, "the formats"); systems > 0; --systems) {
      CStringAt(at, "the formats");
      for (uint64_t n = NumberAt(at, 4, "the formats"); n > 0; --n)
        AddFormat(TextAt(at, 8, "the formats"));
    }
    file_.kallsyms = TextAt(at, 4, "the symbols");
    TextAt(at, 4, "the printk formats");
    file_.cmdlines = TextAt(at, 8, "the command lines");
    const uint64_t cpus = NumberAt(at, 4, "the number of CPUs");
    if (cpus > kMaxCpus) Fail(fmt::format("{} CPUs make no sense", cpus));
    std::vector<std::pair<uint64_t, std::string>> instances;
    cpu_count_ = cpus;
    for (;;) {
      const std::string word = Whole(at, 10, "the table of CPU data");
      at += 10;
      if (word.substr(0, 7) != "options") {
        DatBuffer main;
        main.clock = file_.clock;
        main.page_size = file_.page_size;
        main.stats = StatsOf("");
        ReadCpuTable6(word, at, cpus, main);
        file_.buffers.push_back(std::move(main));
        break;
      }
      for (;;) {
        const uint64_t id = NumberAt(at, 2, "the options");
        if (id == kDone) break;
        const std::string data = TextAt(at, 4, "the options");
        if (id == kBuffer) {
          ByteCursor cursor(data, file_.little_endian);
          const std::optional<uint64_t> offset = cursor.Number(8);
          const std::string_view name = cursor.rest().substr(0, cursor.rest().find('\0'));
          if (offset && instances.size() < kMaxBuffers)
            instances.emplace_back(*offset, std::string(name));
        } else {
          CommonOption(id, data);
        }
      }
    }
    for (const auto& [offset, name] : instances) {
      DatBuffer buffer;
      buffer.name = name;
      buffer.clock = file_.clock;
      buffer.page_size = file_.page_size;
      buffer.stats = StatsOf(name);
      uint64_t from = offset;
      if (bytes_->size() < from + 10) {
        Problem(fmt::format("the data of buffer {} at byte {} are missing", name, offset));
      } else {
        const std::string word = Whole(from, 10, "an instance");
        from += 10;
        ReadCpuTable6(word, from, cpu_count_, buffer);
      }
      file_.buffers.push_back(std::move(buffer));
    }
  }

  void ReadCpuTable6(std::string_view word, uint64_t at, uint64_t cpus, DatBuffer& buffer) {
    if (word.substr(0, 7) == "latency") {
      buffer.is_latency_text = true;
      buffer.text_offset = at;
      return;
    }
    if (word.substr(0, 9) != "flyrecord") Fail("no table of CPU data: damaged");
    for (uint64_t cpu = 0; cpu < cpus; ++cpu) {
      DatCpu data;
      data.cpu = static_cast<uint32_t>(cpu);
      data.offset = NumberAt(at, 8, "the table of CPU data");
      data.size = NumberAt(at, 8, "the table of CPU data");
      buffer.cpus.push_back(data);
    }
  }

  // Options that both versions have.
  void CommonOption(uint64_t id, std::string_view data) {
    const std::string_view text = data.substr(0, data.find('\0'));
    if (id == kCpuStat) AddStats(text);
    if (id == kTraceClock) file_.clock = SelectedClock(text);
    if (id == kUname) {
      std::string_view rest = text;  // "Linux host 6.1.0-57-amd64 x86_64"
      NextField(rest);
      NextField(rest);
      file_.release = NextField(rest);
    }
    if (id == kCpuCount && data.size() >= 4) {
      const uint64_t cpus = LoadNumber(data.data(), 4, file_.little_endian);
      if (cpus > 0 && cpus <= kMaxCpus) cpu_count_ = cpus;
    }
  }

  // "CPU: 0\nentries: 3\noverrun: 0\n..."; "Buffer: NAME" turns to another buffer.
  void AddStats(std::string_view text) {
    LineReader lines(text);
    while (const std::optional<std::string_view> line = lines.Next()) {
      if (line->substr(0, 8) == "Buffer: ") stats_buffer_ = Trim(line->substr(8));
      const size_t colon = line->find(": ");
      if (colon == std::string_view::npos) continue;
      const std::optional<uint64_t> value = ParseUnsigned(Trim(line->substr(colon + 2)));
      if (!value) continue;
      DatStats& stats = StatsEntry(stats_buffer_);
      if (line->substr(0, colon) == "overrun") {
        stats.present = true;
        stats.overrun += *value;
      }
      if (line->substr(0, colon) == "dropped events")
        stats.dropped = stats.dropped.value_or(0) + *value;
    }
  }
  DatStats& StatsEntry(const std::string& name) {
    for (auto& [buffer, stats] : stats_) {
      if (buffer == name) return stats;
    }
    stats_.emplace_back(name, DatStats());
    return stats_.back().second;
  }
  DatStats StatsOf(const std::string& name) const {
    for (const auto& [buffer, stats] : stats_) {
      if (buffer == name) return stats;
    }
    return {};
  }

  void Problem(std::string text) {
    if (file_.problem.empty()) file_.problem = std::move(text);
  }

  struct Section {
    uint64_t id = 0;
    bool compressed = false;
    uint64_t size = 0;   // bytes of the payload in the file
    uint64_t begin = 0;  // of the payload
  };
  Section SectionAt(uint64_t at, std::string_view what) const {
    Section section;
    section.id = NumberAt(at, 2, what);
    section.compressed = (NumberAt(at, 2, what) & 1) != 0;
    NumberAt(at, 4, what);  // index of its name
    section.size = NumberAt(at, 8, what);
    section.begin = at;
    return section;
  }
  std::string Payload(const Section& section, std::string_view what) const {
    if (!section.compressed) return Whole(section.begin, section.size, what);
    uint64_t at = section.begin;
    const uint64_t packed_size = NumberAt(at, 4, what);
    const uint64_t size = NumberAt(at, 4, what);
    const std::string packed = Whole(at, packed_size, what);
    if (size > kMaxSectionBytes) Fail(fmt::format("{} has {} bytes: damaged", what, size));
    std::optional<std::string> text = Unpack(packed, static_cast<size_t>(size), file_.compressor);
    if (!text) Fail(fmt::format("{} cannot be unpacked with {}: damaged", what, file_.compressor));
    return std::move(*text);
  }

  void ReadVersion7(ByteCursor& rest, uint64_t at) {
    const std::optional<std::string_view> name = rest.CString();
    const std::optional<std::string_view> version = rest.CString();
    const std::optional<uint64_t> first = rest.Number(8);
    if (!name || !version || !first) Cut("its first lines", at + 16);
    file_.compressor = *name;
    std::set<uint64_t> seen;
    uint64_t next = *first;
    while (next != 0 && seen.insert(next).second && seen.size() <= 4096) {
      if (bytes_->size() < next + 16) {
        if (file_.buffers.empty()) Cut("the table of its contents", next + 16);
        Problem(fmt::format("the options at byte {} are missing", next));
        break;
      }
      const Section section = SectionAt(next, "the table of its contents");
      if (section.id != kDone) Fail("no options where they should be: damaged");
      if (section.size > kMaxOptionsBytes) Fail("the options are too long: damaged");
      next = ReadOptions(Payload(section, "the table of its contents"));
    }
    if (file_.buffers.empty())
      Fail("trace.dat has no table of buffers: it is cut or was not finished");
    for (DatBuffer& buffer : file_.buffers) {
      buffer.stats = StatsOf(buffer.name);
      if (buffer.clock.empty()) buffer.clock = file_.clock;
    }
    std::stable_sort(
        file_.buffers.begin(), file_.buffers.end(),
        [](const DatBuffer& a, const DatBuffer& b) { return a.name.empty() > b.name.empty(); });
  }

  // Returns the offset of the next options, 0 after the last.
  uint64_t ReadOptions(std::string_view data) {
    ByteCursor cursor(data, file_.little_endian);
    for (;;) {
      const std::optional<uint64_t> id = cursor.Number(2);
      const std::optional<uint64_t> size = cursor.Number(4);
      const std::optional<std::string_view> text =
          size ? cursor.Text(*size) : std::optional<std::string_view>();
      if (!id || !text) {
        Problem("the options are not whole");
        return 0;
      }
      ByteCursor option(*text, file_.little_endian);
      switch (*id) {
        case kDone:
          return option.Number(8).value_or(0);
        case kBuffer:
        case kBufferText:
          AddBuffer(option, *id == kBufferText);
          break;
        case kHeaderInfo:
        case kFtraceEvents:
        case kEventFormats:
        case kKallsyms:
        case kCmdLines:
          if (const std::optional<uint64_t> offset = option.Number(8)) Describe(*id, *offset);
          break;
        default:
          CommonOption(*id, *text);
      }
    }
  }

  void AddBuffer(ByteCursor& option, bool is_text) {
    const std::optional<uint64_t> offset = option.Number(8);
    const std::optional<std::string_view> name = option.CString();
    const std::optional<std::string_view> clock = option.CString();
    if (!offset || !name || !clock || file_.buffers.size() >= kMaxBuffers) return;
    DatBuffer buffer;
    buffer.name = *name;
    buffer.clock = *clock;
    buffer.page_size = file_.page_size;
    if (bytes_->size() < *offset + 16) {
      Problem(fmt::format("the data of buffer '{}' at byte {} are missing", *name, *offset));
    } else {
      const Section section = SectionAt(*offset, "the data");
      buffer.compressed = section.compressed;
      buffer.text_offset = section.begin;
    }
    buffer.is_latency_text = is_text;
    const std::optional<uint64_t> page = option.Number(4);
    const std::optional<uint64_t> cpus = option.Number(4);
    if (!is_text && page && cpus && *cpus <= kMaxCpus) {
      buffer.page_size = CheckedPage(*page);
      for (uint64_t i = 0; i < *cpus; ++i) {
        const std::optional<uint64_t> cpu = option.Number(4);
        const std::optional<uint64_t> from = option.Number(8);
        const std::optional<uint64_t> size = option.Number(8);
        if (!cpu || !from || !size) break;
        buffer.cpus.push_back({static_cast<uint32_t>(*cpu), *from, *size});
      }
    }
    file_.buffers.push_back(std::move(buffer));
  }

  void Describe(uint64_t id, uint64_t offset) {
    const Section section = SectionAt(offset, "a description");
    const std::string text = Payload(section, "a description");
    ByteCursor cursor(text, file_.little_endian);
    const auto sized = [&cursor](size_t bytes) -> std::optional<std::string_view> {
      const std::optional<uint64_t> size = cursor.Number(bytes);
      return size ? cursor.Text(*size) : std::nullopt;
    };
    const auto add_formats = [&] {
      for (uint64_t n = cursor.Number(4).value_or(0); n > 0; --n) {
        const std::optional<std::string_view> format = sized(8);
        if (!format) return;
        AddFormat(*format);
      }
    };
    if (id == kHeaderInfo) {
      cursor.CString();
      file_.page_layout = ParsePageLayout(sized(8).value_or(""));
    } else if (id == kFtraceEvents) {
      add_formats();
    } else if (id == kEventFormats) {
      for (uint64_t n = cursor.Number(4).value_or(0); n > 0 && cursor.CString(); --n) add_formats();
    } else if (id == kKallsyms) {
      file_.kallsyms = sized(4).value_or("");
    } else if (id == kCmdLines) {
      file_.cmdlines = sized(8).value_or("");
    }
  }

  const RandomBytes* bytes_;
  std::string path_;
  DatFile file_;
  uint64_t cpu_count_ = 0;
  std::string stats_buffer_;
  std::vector<std::pair<std::string, DatStats>> stats_;
};

}  // namespace

bool LooksLikeTraceDat(std::string_view head) {
  return head.substr(0, kMagic.size()) == kMagic;
}

DatFile ReadDatFile(const RandomBytes& bytes, const std::string& path) {
  return DatReader(bytes, path).Read();
}

std::optional<std::string> Unpack(std::string_view packed, size_t size,
                                  const std::string& compressor) {
  std::string out(size, '\0');
  if (compressor == "zstd") {
    const size_t got = ZSTD_decompress(out.data(), out.size(), packed.data(), packed.size());
    if (ZSTD_isError(got) != 0 || got != size) return std::nullopt;
    return out;
  }
  if (compressor == "zlib") {
    uLongf length = static_cast<uLongf>(size);
    const int status =
        uncompress(static_cast<Bytef*>(static_cast<void*>(out.data())), &length,
                   static_cast<const Bytef*>(static_cast<const void*>(packed.data())),
                   static_cast<uLong>(packed.size()));
    if (status != Z_OK || length != size) return std::nullopt;
    return out;
  }
  return std::nullopt;
}

}  // namespace regress
