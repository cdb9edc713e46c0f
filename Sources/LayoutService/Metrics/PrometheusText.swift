/// The spellings of Prometheus' exposition format 0.0.4.
enum PrometheusText {
  /// A name with every character that the format does not allow replaced by `_`.
  static func name(_ text: String) -> String {
    var name = ""
    for scalar in text.unicodeScalars {
      let isLetter = scalar == "_" || "a"..."z" ~= scalar || "A"..."Z" ~= scalar
      let isLaterDigit = "0"..."9" ~= scalar && !name.isEmpty
      name.unicodeScalars.append(isLetter || isLaterDigit ? scalar : "_")
    }
    return name.isEmpty ? "_" : name
  }

  /// `name="value",…` ordered by name, without the braces.
  static func labels(_ labels: [(String, String)]) -> String {
    labels.map { (name($0.0), $0.1) }.sorted { $0 < $1 }
      .map { "\($0.0)=\"\(escaped($0.1, quotes: true))\"" }.joined(separator: ",")
  }

  /// The escaped text of a label's value or, without `quotes`, of a help text.
  static func escaped(_ text: String, quotes: Bool) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "\n": escaped += "\\n"
      case "\\": escaped += "\\\\"
      case "\"" where quotes: escaped += "\\\""
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }

  /// The fewest digits that give the same double when read.
  static func number(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
    return Int64(exactly: value).map(String.init) ?? value.description
  }
}
