// SPDX-License-Identifier: Apache-2.0
// fio's logs per interval or per IO (write_bw_log, write_iops_log, write_lat_log and their slat and
// clat parts) and its logs of completion latency histograms (write_hist_log). The rows do not say
// what they measure; that stands in the name of the file (PREFIX_bw.N.log) or in --fio-log-columns.
// What comes out are figures of the whole log by direction, named after it: rows, mean, minimum and
// maximum of the intervals; percentiles of histograms, merged from their bins.
//   bw:   fio.write_bw_log_mean_MBps (MiB/s), _min_, _max_
//   iops: fio.write_iops_log_mean (1/s), _min, _max
//   lat, slat, clat: fio.write_clat_log_mean_ns, _min_ns, _max_ns
//   all:  fio.write_bw_log_rows (count), fio.write_bw_log_end_ms (time of the last row)
//   histograms: fio.write_clat_hist_samples, fio.write_clat_hist_99%_ns
// In a log per IO, which shows block sizes, the rate is work by time span: the mean of the rates of
// single IOs says nothing.
#pragma once

#include <string_view>

#include "parsers/format.h"

namespace regress {

// How sure the first rows make it that they are of a log, 0 to 100.
int LooksLikeFioLog(std::string_view head);
// Does the text begin like a log that fio stored compressed (log_store_compressed)?
bool LooksLikeCompressedFioLog(std::string_view head);
// Throws Error(kBadInput) if the columns cannot be told, Error(kUsage) for a wrong
// --fio-log-columns.
void ParseFioLog(ByteStream& input, const ParseOptions& options, const BundleSink& sink);

}  // namespace regress
