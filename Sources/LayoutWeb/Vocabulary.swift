import LayoutCore

/// Writes what a snapshot may say, for the page: it writes values as the module reads them, and refuses what the service
/// would.
///
/// The text is a JSON object: `engines` and `styles` are lists of names, in the order of their places; `metrics` is a list
/// of `[name, form]` or `[name, form, detail]`, the detail being the words of a choice, whether there may be no
/// styles, or the name of the metric that may not stand beside it; `limits` names the numbers of the answer.
struct Vocabulary {
  private(set) var json: [UInt8] = []

  /// The most that a snapshot and steps may have, by name.
  static let limits: [(name: StaticString, number: Int)] = [
    ("sections", ContentLimits.sections), ("items", NumberInput.itemsMax),
    ("explicitItems", ContentLimits.explicitItems), ("columns", ContentLimits.columns),
    ("segments", ContentLimits.segments), ("steps", ContentLimits.steps),
    ("stepEntries", ContentLimits.stepEntries),
  ]

  init() {
    write("{\"engines\":[")
    for engine in Engine.allCases { write(name: engine.rawValue) }
    write("],\"styles\":[")
    for style in SegmentStyle.allCases { write(name: style.rawValue) }
    write("],\"limits\":[")
    for (name, _) in Vocabulary.limits { write(form: name) }
    write("],\"metrics\":[")
    for key in MetricsKey.allCases { write(key.row) }
    write("]}")
  }

  private mutating func write(_ row: MetricRow) {
    comma()
    write("[")
    write(name: row.name)
    switch row.form {
    case .extent: write(form: "extent")
    case .positive: write(form: "positive")
    case .columns: write(form: "columns")
    case .size: write(form: "size")
    case .edges: write(form: "edges")
    case .choice(let words):
      write(form: "choice")
      write(",[")
      for word in words { write(name: word) }
      write("]")
    case .styles(let mayBeEmpty):
      write(form: "styles")
      write(mayBeEmpty ? ",true" : ",false")
    case .flag: write(form: "flag")
    case .color: write(form: "color")
    }
    if let rival = row.rival { write(name: rival.row.name) }
    write("]")
  }

  private mutating func write(_ text: StaticString) {
    text.withUTF8Buffer { unsafe json.append(contentsOf: $0) }
  }

  private mutating func write(form: StaticString) {
    comma()
    write("\"")
    write(form)
    write("\"")
  }

  private mutating func write(name: String) {
    comma()
    write("\"")
    json.append(utf8: name)
    write("\"")
  }

  /// Unless this is the first of a list.
  private mutating func comma() {
    if let last = json.last, last != UInt8(ascii: "[") { write(",") }
  }
}
