// SPDX-License-Identifier: Apache-2.0
#include "tests/support/trace_dat_writer.h"

#include <zlib.h>
#include <zstd.h>

namespace regress {
namespace {

constexpr size_t kPageBytes = 4096;
constexpr uint16_t kFunctionId = 1;
constexpr uint16_t kGraphEntryId = 11;
constexpr uint16_t kGraphExitId = 10;
constexpr uint16_t kTickId = 300;

class Bytes {
 public:
  explicit Bytes(bool big_endian) : big_endian_(big_endian) {}
  Bytes& Number(uint64_t value, size_t size) {
    for (size_t i = 0; i < size; ++i) {
      const size_t byte = big_endian_ ? size - 1 - i : i;
      text += static_cast<char>(value >> (8 * byte) & 0xff);
    }
    return *this;
  }
  Bytes& Text(const std::string& value) {
    text += value;
    return *this;
  }
  Bytes& CString(const std::string& value) {
    text += value;
    text += '\0';
    return *this;
  }
  void PatchNumber(size_t at, uint64_t value, size_t size) {
    Bytes patch(big_endian_);
    patch.Number(value, size);
    text.replace(at, size, patch.text);
  }
  std::string text;

 private:
  bool big_endian_;
};

std::string PageHeaderText(uint32_t long_size) {
  const std::string size = std::to_string(long_size);
  const std::string data = std::to_string(8 + long_size);
  return "\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
         "\tfield: local_t commit;\toffset:8;\tsize:" +
         size + ";\tsigned:1;\n\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n" +
         "\tfield: char data;\toffset:" + data +
         ";\tsize:" + std::to_string(kPageBytes - 8 - long_size) + ";\tsigned:1;\n";
}

const char kEventHeaderText[] =
    "# compressed entry header\n\ttype_len    :    5 bits\n\ttime_delta  :   27 bits\n"
    "\tarray       :   32 bits\n\n\tpadding     : type == 29\n\ttime_extend : type == 30\n"
    "\ttime_stamp : type == 31\n\tdata max type_len  == 28\n";

const char kCommonFields[] =
    "format:\n\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
    "\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"
    "\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n"
    "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n";

std::string Field(const std::string& declaration, int offset, int size, int is_signed) {
  return "\tfield:" + declaration + ";\toffset:" + std::to_string(offset) +
         ";\tsize:" + std::to_string(size) + ";\tsigned:" + std::to_string(is_signed) + ";\n";
}

std::string FunctionFormat() {
  return "name: function\nID: 1\n" + std::string(kCommonFields) +
         Field("unsigned long ip", 8, 8, 0) + Field("unsigned long parent_ip", 16, 8, 0) +
         "\nprint fmt: \" %ps <-- %ps\", (void *)REC->ip, (void *)REC->parent_ip\n";
}

std::string GraphEntryFormat() {
  return "name: funcgraph_entry\nID: 11\n" + std::string(kCommonFields) +
         Field("unsigned long func", 8, 8, 0) + Field("int depth", 16, 4, 1) +
         "\nprint fmt: \"--> %ps (%d)\", (void *)REC->func, REC->depth\n";
}

std::string GraphExitFormat(bool call_time) {
  std::string text = "name: funcgraph_exit\nID: 10\n" + std::string(kCommonFields) +
                     Field("unsigned long func", 8, 8, 0) + Field("int depth", 16, 4, 1) +
                     Field("unsigned int overrun", 20, 4, 0);
  if (call_time) text += Field("unsigned long long calltime", 24, 8, 0);
  text += Field("unsigned long long rettime", 32, 8, 0);
  return text + "\nprint fmt: \"<-- %ps (%d)\", (void *)REC->func, REC->depth\n";
}

std::string TickFormat() {
  return "name: tick\nID: 300\n" + std::string(kCommonFields) + Field("int step", 8, 4, 1) +
         Field("__data_loc char[] label", 12, 4, 1) +
         "\nprint fmt: \"step=%d label=%s\", REC->step, __get_str(label)\n";
}

std::string Kallsyms() {
  return "ffffffff81000000 T _stext\nffffffff81000200 T beta\nffffffff81000100 t alpha\n"
         "ffffffff81000200 T beta_alias\nffffffff81000300 T gamma\n"
         "0000000000001000 A per_cpu_thing\nffffffffc0000000 t clone_range\t[btrfs]\n"
         "ffffffffc0001000 t last_one\t[btrfs]\n";
}

std::string StatsText(uint32_t cpu, uint64_t overrun, uint64_t dropped) {
  return "CPU: " + std::to_string(cpu) + "\nentries: 0\noverrun: " + std::to_string(overrun) +
         "\ncommit overrun: 0\nbytes: 0\noldest event ts:     1.000000\nnow ts:     2.000000\n" +
         "dropped events: " + std::to_string(dropped) + "\nread events: 0\n";
}

std::string Pack(const std::string& text, const std::string& compressor) {
  if (compressor == "zstd") {
    std::string out(ZSTD_compressBound(text.size()), '\0');
    out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
    return out;
  }
  std::string out(compressBound(text.size()), '\0');
  uLongf size = out.size();
  compress(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(text.data()),
           text.size());
  out.resize(size);
  return out;
}

std::string Formats(const DatSpec& spec) {
  Bytes bytes(spec.big_endian);
  const std::vector<std::string> formats = {FunctionFormat(), GraphEntryFormat(),
                                            GraphExitFormat(spec.exit_has_call_time)};
  bytes.Number(formats.size(), 4);
  for (const std::string& format : formats) bytes.Number(format.size(), 8).Text(format);
  return bytes.text;
}

std::string EventFormats(const DatSpec& spec) {
  Bytes bytes(spec.big_endian);
  const std::string format = TickFormat();
  bytes.Number(1, 4).CString("demo").Number(1, 4).Number(format.size(), 8).Text(format);
  return bytes.text;
}

std::string HeaderInfo(const DatSpec& spec) {
  Bytes bytes(spec.big_endian);
  const std::string page = PageHeaderText(spec.long_size);
  const std::string event = kEventHeaderText;
  bytes.CString("header_page").Number(page.size(), 8).Text(page);
  bytes.CString("header_event").Number(event.size(), 8).Text(event);
  return bytes.text;
}

std::string Sized(const DatSpec& spec, const std::string& text, size_t bytes_of_size) {
  Bytes bytes(spec.big_endian);
  bytes.Number(text.size(), bytes_of_size).Text(text);
  return bytes.text;
}

Bytes Start(const DatSpec& spec) {
  Bytes file(spec.big_endian);
  file.Text("\x17\x08\x44tracing").CString(std::to_string(spec.version));
  file.Number(spec.big_endian ? 1 : 0, 1).Number(spec.long_size, 1).Number(kPageBytes, 4);
  return file;
}

void Align(Bytes& file) {
  while (file.text.size() % kPageBytes != 0) file.text += '\0';
}

// "flyrecord" and the places of the CPU data, which follow at page borders.
void AppendCpuTable6(Bytes& file, const DatBufferSpec& buffer) {
  file.Text(std::string("flyrecord\0", 10));
  const size_t table = file.text.size();
  for (size_t i = 0; i < buffer.pages.size(); ++i) file.Number(0, 8).Number(0, 8);
  for (size_t i = 0; i < buffer.pages.size(); ++i) {
    Align(file);
    file.PatchNumber(table + i * 16, file.text.size(), 8);
    file.PatchNumber(table + i * 16 + 8, buffer.pages[i].size(), 8);
    file.Text(buffer.pages[i]);
  }
}

std::string Version6(const DatSpec& spec) {
  Bytes file = Start(spec);
  file.Text(HeaderInfo(spec)).Text(Formats(spec)).Text(EventFormats(spec));
  file.Text(Sized(spec, Kallsyms(), 4)).Text(Sized(spec, "", 4)).Text(Sized(spec, "77 cat\n", 8));
  file.Number(spec.buffers.at(0).pages.size(), 4);
  file.Text(std::string("options  \0", 10));
  if (spec.with_stats) {
    const std::string text = StatsText(0, spec.overrun, spec.dropped) + '\0';
    file.Number(2, 2).Number(text.size(), 4).Text(text);
  }
  const std::string clock = "[" + spec.clock + "] other" + '\0';
  file.Number(4, 2).Number(clock.size(), 4).Text(clock);
  std::vector<size_t> offsets;
  for (size_t i = 1; i < spec.buffers.size(); ++i) {
    const std::string& name = spec.buffers[i].name;
    file.Number(3, 2).Number(8 + name.size() + 1, 4);
    offsets.push_back(file.text.size());
    file.Number(0, 8).CString(name);
  }
  file.Number(0, 2);
  AppendCpuTable6(file, spec.buffers.at(0));
  for (size_t i = 1; i < spec.buffers.size(); ++i) {
    file.PatchNumber(offsets[i - 1], file.text.size(), 8);
    AppendCpuTable6(file, spec.buffers[i]);
  }
  return file.text;
}

// A section; its payload is packed if the file is.
uint64_t AppendSection(Bytes& file, const DatSpec& spec, uint64_t id, const std::string& payload,
                       bool pack) {
  const uint64_t at = file.text.size();
  pack = pack && spec.compressor != "none";
  file.Number(id, 2).Number(pack ? 1 : 0, 2).Number(0, 4);
  if (!pack) {
    file.Number(payload.size(), 8).Text(payload);
    return at;
  }
  const std::string packed = Pack(payload, spec.compressor);
  file.Number(packed.size() + 8, 8).Number(packed.size(), 4).Number(payload.size(), 4).Text(packed);
  return at;
}

void AppendOption(Bytes& options, uint64_t id, const std::string& data) {
  options.Number(id, 2).Number(data.size(), 4).Text(data);
}

std::string Offset(const DatSpec& spec, uint64_t value) {
  Bytes bytes(spec.big_endian);
  bytes.Number(value, 8);
  return bytes.text;
}

// The data section of one buffer; returns its option.
std::string AppendBuffer7(Bytes& file, const DatSpec& spec, const DatBufferSpec& buffer) {
  const bool pack = spec.compressor != "none";
  const uint64_t at = file.text.size();
  file.Number(3, 2).Number(pack ? 1 : 0, 2).Number(0, 4);
  const size_t size_at = file.text.size();
  file.Number(0, 8);
  Bytes option(spec.big_endian);
  option.Number(at, 8).CString(buffer.name).CString(spec.clock).Number(kPageBytes, 4);
  option.Number(buffer.pages.size(), 4);
  for (size_t cpu = 0; cpu < buffer.pages.size(); ++cpu) {
    const std::string& pages = buffer.pages[cpu];
    if (!pack) Align(file);
    const uint64_t from = file.text.size();
    uint64_t size = pages.size();
    if (pack) {
      // Chunks of two pages.
      const size_t chunk = 2 * kPageBytes;
      file.Number((pages.size() + chunk - 1) / chunk, 4);
      for (size_t begin = 0; begin < pages.size(); begin += chunk) {
        const std::string piece = pages.substr(begin, chunk);
        const std::string packed = Pack(piece, spec.compressor);
        file.Number(packed.size(), 4).Number(piece.size(), 4).Text(packed);
      }
      size = file.text.size() - from - 4;
    } else {
      file.Text(pages);
    }
    option.Number(cpu, 4).Number(from, 8).Number(size, 8);
  }
  file.PatchNumber(size_at, file.text.size() - size_at - 8, 8);
  return option.text;
}

std::string Version7(const DatSpec& spec) {
  Bytes file = Start(spec);
  file.CString(spec.compressor).CString("1.0");
  const size_t first_options = file.text.size();
  file.Number(0, 8);
  Bytes options(spec.big_endian);
  AppendOption(options, 16, Offset(spec, AppendSection(file, spec, 16, HeaderInfo(spec), true)));
  AppendOption(options, 17, Offset(spec, AppendSection(file, spec, 17, Formats(spec), true)));
  AppendOption(options, 18, Offset(spec, AppendSection(file, spec, 18, EventFormats(spec), true)));
  AppendOption(options, 19,
               Offset(spec, AppendSection(file, spec, 19, Sized(spec, Kallsyms(), 4), true)));
  AppendOption(options, 21,
               Offset(spec, AppendSection(file, spec, 21, Sized(spec, "77 cat\n", 8), true)));
  AppendOption(options, 4, "[" + spec.clock + "] other" + '\0');
  AppendOption(options, 5, std::string("Linux host 6.9.0-test x86_64") + '\0');
  if (spec.with_stats) AppendOption(options, 2, StatsText(0, spec.overrun, spec.dropped) + '\0');
  // The place of the next options is known only after the data.
  const size_t next_in_options = options.text.size() + 6;
  AppendOption(options, 0, Offset(spec, 0));
  file.PatchNumber(first_options, file.text.size(), 8);
  const size_t next_at = file.text.size() + 16 + next_in_options;
  AppendSection(file, spec, 0, options.text, false);
  Bytes more(spec.big_endian);
  for (const DatBufferSpec& buffer : spec.buffers)
    AppendOption(more, 3, AppendBuffer7(file, spec, buffer));
  AppendOption(more, 0, Offset(spec, 0));
  file.PatchNumber(next_at, file.text.size(), 8);
  AppendSection(file, spec, 0, more.text, false);
  return file.text;
}

}  // namespace

void RingWriter::Number(std::string& out, uint64_t value, size_t size) const {
  Bytes bytes(big_endian_);
  bytes.Number(value, size);
  out += bytes.text;
}

std::string RingWriter::Common(uint16_t id, int32_t pid) const {
  std::string out;
  Number(out, id, 2);
  out += std::string(2, '\0');
  Number(out, static_cast<uint32_t>(pid), 4);
  return out;
}

void RingWriter::NewPage() {
  Page page;
  page.start = time_;
  pages_.push_back(std::move(page));
}

void RingWriter::Add(uint64_t time_ns, const std::string& payload, bool long_form) {
  std::string padded = payload;
  while (padded.size() % 4 != 0) padded += '\0';
  if (pages_.empty() || pages_.back().data.size() + padded.size() + 24 > kPageBytes - 24) NewPage();
  std::string& data = pages_.back().data;
  uint64_t delta = time_ns - time_;
  const auto header = [&](uint64_t kind, uint64_t time) {
    Number(data, big_endian_ ? kind << 27 | time : time << 5 | kind, 4);
  };
  if (delta >> 27 != 0) {
    header(30, delta & ((1u << 27) - 1));
    Number(data, delta >> 27, 4);
    delta = 0;
  }
  time_ = time_ns;
  if (long_form || padded.size() > 28 * 4) {
    header(0, delta);
    Number(data, padded.size() + 4, 4);
  } else {
    header(padded.size() / 4, delta);
  }
  data += padded;
}

void RingWriter::Function(uint64_t time_ns, int32_t pid, uint64_t ip, uint64_t parent) {
  std::string payload = Common(kFunctionId, pid);
  Number(payload, ip, 8);
  Number(payload, parent, 8);
  Add(time_ns, payload);
}

void RingWriter::GraphEntry(uint64_t time_ns, int32_t pid, uint64_t func, int32_t depth) {
  std::string payload = Common(kGraphEntryId, pid);
  Number(payload, func, 8);
  Number(payload, static_cast<uint32_t>(depth), 4);
  Add(time_ns, payload);
}

void RingWriter::GraphExit(uint64_t time_ns, int32_t pid, uint64_t func, int32_t depth,
                           uint64_t call_ns) {
  std::string payload = Common(kGraphExitId, pid);
  Number(payload, func, 8);
  Number(payload, static_cast<uint32_t>(depth), 4);
  Number(payload, 0, 4);
  Number(payload, call_ns, 8);
  Number(payload, time_ns, 8);
  Add(time_ns, payload);
}

void RingWriter::Tick(uint64_t time_ns, int32_t pid, int32_t step, const std::string& label) {
  std::string payload = Common(kTickId, pid);
  Number(payload, static_cast<uint32_t>(step), 4);
  Number(payload, (label.size() + 1) << 16 | 16, 4);
  payload += label;
  payload += '\0';
  Add(time_ns, payload);
}

void RingWriter::LongTick(uint64_t time_ns, int32_t pid, int32_t step) {
  std::string payload = Common(kTickId, pid);
  Number(payload, static_cast<uint32_t>(step), 4);
  Number(payload, uint64_t{2} << 16 | 16, 4);
  payload += std::string("x\0\0\0", 4);
  Add(time_ns, payload, true);
}

void RingWriter::Discarded(uint32_t bytes) {
  if (pages_.empty()) NewPage();
  std::string& data = pages_.back().data;
  Number(data, big_endian_ ? uint64_t{29} << 27 | 1 : uint64_t{1} << 5 | 29, 4);
  Number(data, bytes, 4);
  data += std::string(bytes - 4, '\0');
  time_ += 1;
}

void RingWriter::Lose(std::optional<uint64_t> events) {
  NewPage();
  pages_.back().missed = true;
  pages_.back().missed_count = events;
}

std::string RingWriter::Pages() const {
  std::string out;
  for (const Page& page : pages_) {
    const size_t begin = out.size();
    uint64_t commit = page.data.size();
    if (page.missed) commit |= uint64_t{1} << 31;
    if (page.missed_count) commit |= uint64_t{1} << 30;
    Number(out, page.start, 8);
    Number(out, commit, long_size_);
    out += page.data;
    if (page.missed_count) Number(out, *page.missed_count, long_size_);
    out.resize(begin + kPageBytes, '\0');
  }
  return out;
}

std::string WriteTraceDat(const DatSpec& spec) {
  return spec.version == 6 ? Version6(spec) : Version7(spec);
}

}  // namespace regress
