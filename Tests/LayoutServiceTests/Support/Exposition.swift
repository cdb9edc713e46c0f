/// A reader of the text exposition format, as strict as the format's description.
struct Exposition {
  /// By name with labels, as written.
  var samples: [String: Double] = [:]
  var types: [String: String] = [:]
  var helped: Set<String> = []
  /// Lines that are none of sample, help and type, or come a second time.
  var unreadable: [String] = []

  init(_ text: String) {
    let sample =
      #/
      ([a-zA-Z_:][a-zA-Z0-9_:]*)
      (\{(?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*",?)+\})?
      \ (\S+)
      /#
    for line in text.split(separator: "\n", omittingEmptySubsequences: true) {
      let words = line.split(separator: " ", maxSplits: 3)
      if line.hasPrefix("# HELP "), words.count == 4 {
        helped.insert(String(words[2]))
      } else if line.hasPrefix("# TYPE "), words.count == 4, types[String(words[2])] == nil {
        types[String(words[2])] = String(words[3])
      } else if let match = line.wholeMatch(of: sample),
        let value = Double(match.3 == "+Inf" ? "inf" : String(match.3)),
        samples.updateValue(value, forKey: "\(match.1)\(match.2 ?? "")") == nil
      {
        continue
      } else {
        unreadable.append(String(line))
      }
    }
  }
}
