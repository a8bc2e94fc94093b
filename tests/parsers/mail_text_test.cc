// SPDX-License-Identifier: Apache-2.0
#include "parsers/mail_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <string>
#include <vector>

#include "parsers/mail_headers.h"
#include "parsers/mbox_reader.h"
#include "parsers/mime_parts.h"

namespace regress {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::deque<MailMessage> Read(const std::string& text) {
  std::deque<MailMessage> messages;  // never moves what it holds
  ReadMailText(text, "in.txt",
               [&](MailMessage&& message) { messages.push_back(std::move(message)); });
  return messages;
}

// "part:line:depth:text" of every line that is no furniture and not blank.
std::vector<std::string> Lines(const MailMessage& message) {
  std::vector<std::string> lines;
  for (const MailPart& part : message.parts) {
    for (const TextLine& line : part.lines) {
      if (line.text.empty() || line.use != LineUse::kText) continue;
      lines.push_back(std::to_string(part.index) + ":" + std::to_string(line.line) + ":" +
                      std::to_string(line.quote_depth) + ":" + std::string(line.text));
    }
  }
  return lines;
}

TEST(MailText, PlainTextWithoutHeadersKeepsItsLines) {
  const auto messages = Read("Hello,\r\n\r\n> quoted\r\n> > > deep\r\n>>> dense\r\n");
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_THAT(Lines(messages[0]),
              ElementsAre("0:1:0:Hello,", "0:3:1:quoted", "0:4:3:deep", "0:5:3:dense"));
}

TEST(MailText, QuoteMarksEndAtTheFirstOtherCharacterAndABarIsNone) {
  const auto messages = Read("> | a |\n>  two\n>\n  > indented\n>x\n| > y\n");
  EXPECT_THAT(Lines(messages[0]),
              ElementsAre("0:1:1:| a |", "0:2:1: two", "0:4:1:indented", "0:5:1:x", "0:6:0:| > y"));
  EXPECT_EQ(messages[0].parts[0].lines[3].column, 5u);
}

TEST(MailText, QuotesNestedAThousandDeep) {
  const auto messages = Read(std::string(1000, '>') + " deep\n");
  EXPECT_THAT(Lines(messages[0]), ElementsAre("0:1:1000:deep"));
}

TEST(MailText, HeadersAreUnfoldedAndDecoded) {
  const auto messages = Read(
      "From: A\nSubject: =?utf-8?Q?caf=C3=A9?= [tree]  one two\n three\nMessage-ID: "
      "<1@x>\n\nbody\n");
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0].subject, "caf\u00e9 [tree]  one two three");
  EXPECT_EQ(messages[0].subject_line, 2u);
  EXPECT_EQ(messages[0].message_id, "<1@x>");
  EXPECT_FALSE(messages[0].is_reply);
  EXPECT_THAT(Lines(messages[0]), ElementsAre("0:6:0:body"));
}

TEST(MailText, CharsetsBecomeUtf8) {
  const struct {
    const char* name;
    const char* charset;
    const char* bytes;
    const char* expected;
  } kRows[] = {
      {"latin1", "iso-8859-1", "3 \xb1 4\xa0%", "3 \u00b1 4 %"},
      {"latin2", "ISO-8859-2", "3 \xb1 4", "3 \u0105 4"},
      {"utf8", "UTF-8", "3 \u00b1 4\u00a0%", "3 \u00b1 4 %"},
      {"ascii with high bytes", "us-ascii", "3 \xb1 4", "3 \ufffd 4"},
      {"unknown", "x-none", "3 \xc2\xb1 4 \xff", "3 \u00b1 4 \ufffd"},
      {"overlong", "utf-8", "a\xc0\xafz", "a\ufffd\ufffdz"},
      {"surrogate", "utf-8", "a\xed\xa0\x80z", "a\ufffd\ufffd\ufffdz"},
      {"cut sequence", "utf-8", "a\xe2\x82", "a\ufffd\ufffd"},
  };
  for (const auto& row : kRows) {
    SCOPED_TRACE(row.name);
    const auto messages = Read(std::string("From: A\nContent-Type: text/plain; charset=\"") +
                               row.charset + "\"\n\n" + row.bytes + "\n");
    EXPECT_THAT(Lines(messages[0]), ElementsAre("0:4:0:" + std::string(row.expected)));
  }
}

TEST(MailText, EncodedPartsCountTheirOwnLinesAndAttachmentsAreSkipped) {
  const auto messages = Read(
      "From: A\nContent-Type: multipart/mixed; boundary=\"b\"\n\npreamble\n"
      "--b\nContent-Type: text/plain; charset=utf-8\n"
      "Content-Transfer-Encoding: quoted-printable\n\none=\n two =C2=B1\nthree\n"
      "--b\nContent-Type: text/plain\nContent-Disposition: attachment; filename=\"config\"\n\nX=y\n"
      "--b\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\nZm91cgpmaXZlCg==\n"
      "--b\nContent-Type: text/plain\n\nsix\n--b--\n");
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_THAT(Lines(messages[0]), ElementsAre("0:1:0:one two \u00b1", "0:2:0:three", "2:1:0:four",
                                              "2:2:0:five", "3:25:0:six"));
  EXPECT_TRUE(messages[0].parts[0].decoded);
  EXPECT_FALSE(messages[0].parts[2].decoded);
}

TEST(MailText, HtmlIsReadOnlyWithoutPlainText) {
  const std::string html = "Content-Type: text/html\n\n<p>a &lt; b</p><div>c</div>\n";
  const auto alone = Read("From: A\n" + html);
  EXPECT_THAT(Lines(alone[0]), ElementsAre("0:4:0:a < b", "0:4:0:c"));
  const auto both = Read("From: A\nContent-Type: multipart/alternative; boundary=b\n\n--b\n" +
                         html + "--b\nContent-Type: text/plain\n\nplain\n--b--\n");
  EXPECT_THAT(Lines(both[0]), ElementsAre("1:11:0:plain"));
}

TEST(MailText, ABase64PartThatIsNoneIsReadAsItStands) {
  const std::string head = "From: A\nContent-Transfer-Encoding: base64\n\n";
  const auto none = Read(head + "plain words, no code\n");
  EXPECT_THAT(Lines(none[0]), ElementsAre("0:4:0:plain words, no code"));
  ASSERT_EQ(none[0].damage.size(), 1u);
  EXPECT_EQ(none[0].damage[0].message, "part says base64 but is none: read as it stands");
  EXPECT_EQ(none[0].damage[0].source.at.line, 4u);
  const auto footer = Read(head + "b25lCg==\n___ list footer ___\n");
  EXPECT_THAT(Lines(footer[0]), ElementsAre("0:1:0:one", "0:2:0:___ list footer ___"));
  ASSERT_EQ(footer[0].damage.size(), 1u);
  EXPECT_EQ(footer[0].damage[0].source.at.line, 5u);
}

TEST(MailText, MboxMessagesKeepTheLinesOfTheFile) {
  const std::string mbox =
      "From a@x Fri May 29 09:04:00 2026\nSubject: one\n\nbody\n>From here\nFrom there on\n\n"
      "From b@x Fri May 29 09:05:00 2026\nSubject: Re: two\n\nlast\n";
  const auto messages = Read(mbox);
  ASSERT_EQ(messages.size(), 2u);
  EXPECT_THAT(Lines(messages[0]),
              ElementsAre("0:4:0:body", "0:5:0:From here", "0:6:0:From there on"));
  EXPECT_EQ(messages[1].index, 1);
  EXPECT_TRUE(messages[1].is_reply);
  EXPECT_EQ(messages[1].subject_line, 9u);
  EXPECT_THAT(Lines(messages[1]), ElementsAre("0:11:0:last"));
}

TEST(MailText, MboxMessageLargerThanTheWindowOfTheReader) {
  std::string mbox;
  for (int i = 0; i < 3; ++i) {
    mbox += "From a@x Fri May 29 09:04:00 2026\nSubject: s\n\n";
    for (int line = 0; line < 40000; ++line) mbox += "a line of some thirty-odd characters\n";
  }
  const auto messages = Read(mbox);
  ASSERT_EQ(messages.size(), 3u);
  EXPECT_EQ(messages[2].parts[0].lines.size(), 40000u);
  EXPECT_EQ(messages[2].parts[0].lines[0].line, 2u * 40003 + 4);
}

TEST(MailText, FromLineShape) {
  EXPECT_TRUE(IsFromLine("From mboxrd@z Thu Jan  1 00:00:00 1970"));
  EXPECT_TRUE(IsFromLine("From a@x Fri May 29 09:04:00 +0200 2026\r"));
  EXPECT_FALSE(
      IsFromLine("From the table of 2026 at 09:04 we see that nothing has changed at all"));
  EXPECT_FALSE(IsFromLine("From here on"));
}

TEST(MailText, ArchivePageIsCutIntoItsMessages) {
  const std::string page =
      "* [tree] abc: x.y 5% improvement\n@ 2026-05-29 9:04 robot\n0 siblings; 2+ messages\n"
      "From: robot @ 2026-05-29 9:04 UTC (permalink / raw)\nTo: A; +Cc: B\nHello,\n* a point\n"
      "^ permalink raw reply [flat|nested] 2+ messages in thread\n"
      "* Re: [tree] abc: x.y 5% improvement\n@ 2026-05-29 10:39 ` A\n"
      "From: A @ 2026-05-29 10:39 UTC (permalink / raw)\nThanks\n> Hello,\n"
      "^ permalink raw reply [flat|nested] 2+ messages in thread\nend of thread\n";
  const auto messages = Read(page);
  ASSERT_EQ(messages.size(), 2u);
  EXPECT_EQ(messages[0].subject, "[tree] abc: x.y 5% improvement");
  EXPECT_THAT(Lines(messages[0]), ElementsAre("0:6:0:Hello,", "0:7:0:* a point"));
  EXPECT_TRUE(messages[1].is_reply);
  EXPECT_EQ(messages[1].subject_line, 9u);
  EXPECT_THAT(Lines(messages[1]), ElementsAre("0:12:0:Thanks", "0:13:1:Hello,"));
}

TEST(MailText, HtmlPageKeepsSourceLines) {
  const auto messages = Read(
      "<!DOCTYPE html>\n<html><head><title>t</title><style>p { x > 1% }</style></head>\n"
      "<body><pre>a &plusmn; 3%\n&gt; <b>q</b>\n</pre><blockquote>cited<br>twice</blockquote>\n"
      "<script>\nvar x = '</p>';\n</script><!-- c\n --><p>after</body></html>\n");
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_THAT(Lines(messages[0]), ElementsAre("0:2:0:t", "0:3:0:a \u00b1 3%", "0:4:1:q",
                                              "0:5:1:cited", "0:5:1:twice", "0:9:0:after"));
}

TEST(MailText, PlainMessagesAreTheSameWithAndWithoutGMime) {
  const std::string kMessages[] = {
      "From: A\nSubject: s\n\nbody\n\n> q \xc2\xb1\n",
      "From: A\nContent-Type: text/plain; charset=iso-8859-1\n"
      "Content-Transfer-Encoding: 8bit\nContent-Disposition: inline\n\n1 \xb1 2\r\n\r\nend",
      "From: A\nContent-Type: text/plain; format=flowed\nContent-Transfer-Encoding: "
      "7bit\n\n\n\nx\n",
      "From: A\nSubject: no body\n\n",
      "From: A\nSubject: no body, no empty line\n",
      "From: A\nSubject: folded\n subject\n\nbody without end",
  };
  for (const std::string& text : kMessages) {
    SCOPED_TRACE(text);
    const MailHeaders headers = ReadHeaders(text, 7);
    ASSERT_TRUE(IsPlain(headers));
    const RawMessage raw = {text, 7, false};
    MailMessage fast;
    AppendPlainPart(raw, headers, fast);
    MailMessage slow;
    AppendMimeParts(raw, slow);
    EXPECT_EQ(Lines(fast), Lines(slow));
  }
}

TEST(MailText, DegenerateInputs) {
  EXPECT_THAT(Read("")[0].parts[0].lines, IsEmpty());
  EXPECT_EQ(Read("From: A").size(), 1u);
  EXPECT_EQ(Read("\n\n\n\n\n\n")[0].parts[0].lines.size(), 2u);
  EXPECT_THAT(Lines(Read(std::string("a\0b\n", 4))[0]), ElementsAre(std::string("0:1:0:a\0b", 9)));
  EXPECT_EQ(Read("<html").size(), 1u);
}

// A message of every kind cut at any byte is read without a crash.
TEST(MailText, MessagesCutAnywhere) {
  const std::string text =
      "From a@x Fri May 29 09:04:00 2026\nSubject: =?utf-8?B?w6k=?=\n"
      "Content-Type: multipart/mixed; boundary=\"b\"\n\n--b\nContent-Type: text/plain\n"
      "Content-Transfer-Encoding: base64\n\nZm91cgpmaXZlCg==\n--b\nContent-Type: text/html\n\n"
      "<p>&amp;</p>\n--b--\n";
  for (size_t size = 0; size <= text.size(); ++size) {
    EXPECT_EQ(Read(text.substr(0, size)).size(), 1u) << size;
  }
}

}  // namespace
}  // namespace regress
