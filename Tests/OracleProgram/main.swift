// Answers inquiries about layouts, one line of JSON each, from standard input to standard output: what scripts compare
// the service's answers with. `Inquiry` says how they look.

import Glibc
import Oracle

while let line = readLine() {
  let inquiry = (try? JSONValue(parsing: line)).flatMap(Inquiry.init)
  let reply = inquiry?.reply ?? ["error": "this is no inquiry"]
  print(reply.text)
  // Whoever asks waits for this line before he asks on.
  fflush(nil)
}
