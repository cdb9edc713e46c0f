extension SnapshotGenerator {
  /// Says of some items that there are more of them, and of some sizes that they are estimates.
  mutating func addRunsAndMarks(to section: inout JSONValue) {
    if let items = section["items"] { section["items"] = markedRuns(items) }
    for key in ["headers", "footers"] where section[key] != nil { addMarks(to: &section[key]!) }
  }

  /// Says of some headers or footers that their extents are estimates.
  mutating func addMarks(to supplementaries: inout JSONValue) {
    var marked: [JSONValue] = []
    for var element in supplementaries.array ?? [] {
      if random.chance(0.2) { element["estimated"] = .bool(random.chance(0.8)) }
      // An estimate may leave its extent out.
      if element["estimated"]?.bool == true && random.chance(0.3) {
        (element["height"], element["width"]) = (nil, nil)
      }
      marked.append(element)
    }
    supplementaries = .array(marked)
  }

  private mutating func markedRuns(_ items: JSONValue) -> JSONValue {
    let probability = random.one(of: [0, 0, 0.1, 0.5, 1])
    switch items {
    case .number(let count):
      guard random.chance(probability) else { return items }
      return ["count": .number(count), "estimated": true]
    case .array(let rows):
      let repeats = random.chance(0.5) && rows.count < 100
      var entries: [JSONValue] = []
      for var row in rows {
        if random.chance(probability) { row["estimated"] = .bool(random.chance(0.9)) }
        if repeats && random.chance(0.4) { row["count"] = .number(Double(random.int(0...6))) }
        entries.append(row)
      }
      return .array(entries)
    default:
      var items = items
      if items["count"] != nil || random.chance(0.5) {
        if random.chance(probability) { items["estimated"] = .bool(random.chance(0.9)) }
      } else {
        let count = NaiveItem.asGiven(items).count
        var marks: [JSONValue] = []
        for _ in 0..<count { marks.append(.bool(random.chance(probability))) }
        items["estimated"] = .array(marks)
      }
      return items
    }
  }
}
