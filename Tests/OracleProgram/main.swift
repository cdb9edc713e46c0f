// Answers inquiries about layouts, one line of JSON each, from standard input to standard output: scripts compare the
// service's answers with them. `Inquiry`, `SourceInquiry` and `ChangeInquiry` describe their form.

import Glibc
import Oracle

while let line = readLine() {
  let json = try? JSONValue(parsing: line)
  let reply = json.flatMap {
    $0["steps"] == nil
      ? SourceInquiry($0)?.reply ?? Inquiry($0)?.reply : ChangeInquiry($0)?.reply
  }
  print((reply ?? ["error": "this is no inquiry"]).text)
  // The caller waits for this line before it asks on.
  fflush(nil)
}
