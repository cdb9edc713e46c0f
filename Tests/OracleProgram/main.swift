// Answers inquiries about layouts, one line of JSON each, from standard input to standard output: scripts compare the
// service's answers with them. `Inquiry` describes their form.

import Glibc
import Oracle

while let line = readLine() {
  let inquiry = (try? JSONValue(parsing: line)).flatMap(Inquiry.init)
  let reply = inquiry?.reply ?? ["error": "this is no inquiry"]
  print(reply.text)
  // The caller waits for this line before it asks on.
  fflush(nil)
}
