// SPDX-License-Identifier: Apache-2.0
// How fast fio's output is read, against touching every byte of it once (memchr over lines) in the
// same process: JSON documents, reports, interval logs. Optional argument: MiB of text.
#include <fmt/format.h>
#include <sys/resource.h>

#include <cstdlib>
#include <cstring>
#include <string>

#include "parsers/byte_stream.h"
#include "parsers/fio_format.h"
#include "parsers/format.h"

namespace regress {
namespace {

double CpuSeconds() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

std::string Latency(std::string_view name, int mean) {
  std::string text = fmt::format(
      "        \"{}\" : {{\n          \"min\" : {},\n          \"max\" : {},\n"
      "          \"mean\" : {}.250000,\n          \"stddev\" : 17.125000,\n"
      "          \"N\" : 20000,\n          \"percentile\" : {{\n",
      name, mean / 2, mean * 40, mean);
  const char* const percentiles[] = {"1.000000",  "5.000000",  "10.000000", "50.000000",
                                     "90.000000", "95.000000", "99.000000", "99.900000"};
  for (const char* percentile : percentiles)
    text += fmt::format("            \"{}\" : {},\n", percentile, mean);
  return text +
         fmt::format("            \"99.990000\" : {}\n          }}\n        }},\n", mean * 9);
}

std::string Document(int run) {
  std::string text = fmt::format(
      "{{\n  \"fio version\" : \"fio-3.33\",\n  \"timestamp_ms\" : {},\n  \"jobs\" : [\n    {{\n"
      "      \"jobname\" : \"scan\",\n      \"groupid\" : 0,\n      \"error\" : 0,\n"
      "      \"job options\" : {{\n        \"bs\" : \"4k\",\n        \"rw\" : \"randrw\"\n      "
      "}},\n",
      1700000000000 + int64_t{20000} * run);
  for (const char* direction : {"read", "write"}) {
    text += fmt::format(
        "      \"{}\" : {{\n        \"io_bytes\" : 81920000,\n        \"io_kbytes\" : 80000,\n"
        "        \"bw_bytes\" : 8192000,\n        \"bw\" : 8000,\n        \"iops\" : 2000.000000,\n"
        "        \"runtime\" : 10000,\n        \"total_ios\" : 20000,\n",
        direction);
    text += Latency("slat_ns", 1200 + run % 90) + Latency("clat_ns", 65000 + run % 900) +
            Latency("lat_ns", 66200 + run % 900);
    text += "        \"bw_samples\" : 20\n      },\n";
  }
  return text + "      \"usr_cpu\" : 1.250000,\n      \"sys_cpu\" : 9.500000\n    }\n  ]\n}\n";
}

std::string LogRows(int run) {
  std::string text;
  for (int i = 0; i < 50; ++i)
    text += fmt::format("{}, {}, {}, 4096, {}\n", run * 50 + i, 4000 + (run * 7919 + i) % 90000,
                        i % 2, (run + i) % 7 * 4096);
  return text;
}

std::string Report(int run) {
  std::string text = fmt::format(
      "scan: (groupid=0, jobs=1): err= 0: pid={}: Tue Mar  3 12:00:01 2026\n"
      "  read: IOPS=8530, BW=33.3MiB/s (34.9MB/s)(66.7MiB/2002msec)\n"
      "    clat (usec): min=12, max=12584, avg=65.85, stdev=355.97\n"
      "    clat percentiles (usec):\n",
      run);
  for (int i = 0; i < 5; ++i)
    text += "     |  1.00th=[   15],  5.00th=[   16], 10.00th=[   16], 20.00th=[   17],\n";
  return text +
         "  lat (usec)   : 20=31.29%, 50=37.83%, 100=23.95%, 250=3.88%, 500=1.50%\n"
         "  cpu          : usr=0.55%, sys=13.74%, ctx=24437, majf=0, minf=11\n"
         "     issued rwts: total=17078,0,0,0 short=0,0,0,0 dropped=0,0,0,0\n\n"
         "Run status group 0 (all jobs):\n"
         "   READ: bw=33.3MiB/s (34.9MB/s), 33.3MiB/s-33.3MiB/s (34.9MB/s-34.9MB/s), io=66.7MiB "
         "(70.0MB), run=2002-2002msec\n\n";
}

// All lines of the text, looked at once.
size_t CountLines(const std::string& text) {
  size_t lines = 0;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at < end) {
    const void* newline = std::memchr(at, '\n', static_cast<size_t>(end - at));
    if (newline == nullptr) break;
    at = static_cast<const char*>(newline) + 1;
    ++lines;
  }
  return lines;
}

void MeasureFormat(const char* name, const char* path, size_t mebibytes,
                   std::string (*piece)(int)) {
  const size_t size = mebibytes << 20;
  std::string text;
  text.reserve(size + (size_t{1} << 16));
  for (int run = 0; text.size() < size; ++run) text += piece(run);
  const double megabytes = static_cast<double>(text.size()) / 1e6;
  double start = CpuSeconds();
  const size_t lines = CountLines(text);
  const double peer = CpuSeconds() - start;
  ByteStream stream = ByteStream::FromMemory(std::move(text), path);
  size_t readings = 0;
  start = CpuSeconds();
  ParseFio(stream, {}, [&](EvidenceBundle&& bundle) { readings += bundle.measurements.size(); });
  const double own = CpuSeconds() - start;
  fmt::print("{:<8} {:7.0f} MB/s  ({:.0f} MB, {} lines, {} readings; {:.0f} times a bare look)\n",
             name, megabytes / own, megabytes, lines, readings, peer > 0 ? own / peer : 0);
}

}  // namespace
}  // namespace regress

int main(int argc, char** argv) {
  const size_t mebibytes = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 64;
  regress::MeasureFormat("json", "runs.json", mebibytes, regress::Document);
  regress::MeasureFormat("report", "runs.txt", mebibytes, regress::Report);
  regress::MeasureFormat("log", "scan_clat.1.log", mebibytes, regress::LogRows);
}
