// Answers inquiries about layouts, one line of JSON each, from standard input to standard output: scripts compare the
// service's answers with them. `Inquiry`, `SourceInquiry` and `ChangeInquiry` describe their form.
//
//     OracleProgram cases --seed N [--count M] [--mistakes] [--turns T] [--places P] KIND
//
// prints the random cases of M seeds from N on, one line each; `Cases` describes them.

import Glibc
import Oracle

if CommandLine.arguments.dropFirst().first == "cases" {
  var options = CommandLine.arguments.dropFirst(2)
  guard let kind = options.popLast().flatMap(Cases.Kind.init) else { exit(64) }
  var cases = Cases(kind)
  var (seed, count) = (UInt64(1), UInt64(1))
  while let option = options.popFirst() {
    if option == "--mistakes" {
      cases.hasMistakes = true
      continue
    }
    guard let value = options.popFirst().flatMap(UInt64.init) else { exit(64) }
    switch option {
    case "--seed": seed = value
    case "--count": count = value
    case "--turns": cases.turns = Int(value)
    case "--places": cases.places = Int(value)
    default: exit(64)
    }
  }
  for seed in seed..<seed + count { print(cases.made(seed: seed).text) }
  exit(0)
}

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
