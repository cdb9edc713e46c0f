extension StepGenerator {
  /// The same steps in other words: lists in another order, ranges in pieces, items in other forms.
  public mutating func respelled(_ steps: [JSONValue]) -> [JSONValue] {
    var result: [JSONValue] = []
    for step in steps {
      var lists: [JSONValue.Member] = []
      for list in step.members! {
        var value = list.value
        if let entries = value.array {
          var pieces: [JSONValue] = []
          for entry in entries { pieces += self.pieces(of: entry, in: list.key) }
          value = .array(pieces.shuffled(using: &random))
        }
        lists.append(JSONValue.Member(list.key, value))
      }
      if random.chance(0.2) {
        let unused = NaiveStep.names.filter { step[$0] == nil }
        if let name = unused.randomElement(using: &random) {
          lists.append(JSONValue.Member(name, []))
        }
      }
      result.append(.object(lists.shuffled(using: &random)))
    }
    return result
  }

  /// An entry as one or several that say the same together.
  private mutating func pieces(of entry: JSONValue, in list: String) -> [JSONValue] {
    if list == "adjust" { return [shuffled(entry)] }
    if let at = entry["at"]?.array { return piecesOfNamed(entry, at) }
    let given = entry["items"].map(NaiveItem.asGiven)
    let sections = entry["sections"]?.array
    let count = given?.count ?? sections?.count ?? entry["count"]?.int ?? 1
    if count == 0 || entry["value"] != nil || entry["estimated"] != nil { return [shuffled(entry)] }
    var pieces: [JSONValue] = []
    for part in parts(count) {
      var piece = entry
      if let sections { piece["sections"] = .array(Array(sections[part])) }
      if let given { piece["items"] = written(Array(given[part])) }
      for key in ["item", "section", "from", "to"] {
        // A range of sections goes on with the next section, one of items with the next item.
        if key == "section" && entry["item"] != nil { continue }
        piece[key] = entry[key].map { Self.advanced($0, by: part.lowerBound) }
      }
      let mayCount = sections == nil && list != "insert" && (given == nil || list == "reload")
      let isWritten = part.count > 1 && given == nil || random.chance(0.3)
      piece["count"] = mayCount && isWritten ? .number(Double(part.count)) : nil
      pieces.append(shuffled(piece))
    }
    return pieces
  }

  /// The place that stands so much farther.
  private static func advanced(_ place: JSONValue, by distance: Int) -> JSONValue {
    if let number = place.double { return .number(number + Double(distance)) }
    var place = place
    place["item"] = place["item"].map { advanced($0, by: distance) }
    return place
  }

  /// Items that are named one by one, in another order, in several entries.
  private mutating func piecesOfNamed(_ entry: JSONValue, _ at: [JSONValue]) -> [JSONValue] {
    if at.isEmpty { return [shuffled(entry)] }
    let items = NaiveItem.columns(entry, count: at.count)
    let order = at.indices.shuffled(using: &random)
    var pieces: [JSONValue] = []
    for part in parts(at.count) {
      var piece: JSONValue = ["section": entry["section"]!]
      if part.count == 1 && random.chance(0.5) {
        piece["item"] = at[order[part.lowerBound]]
        piece["items"] = written([items[order[part.lowerBound]]])
      } else {
        piece["at"] = .array(part.map { at[order[$0]] })
        for member in columns(part.map { items[order[$0]] }).members! {
          piece[member.key] = member.value
        }
      }
      pieces.append(shuffled(piece))
    }
    return pieces
  }

  /// A range from 0 in one piece, in some, or one by one.
  private mutating func parts(_ count: Int) -> [Range<Int>] {
    let longest = random.one(of: [1, 2, count, count])
    var parts: [Range<Int>] = []
    var first = 0
    while first < count {
      let end = min(count, first + random.int(1...longest))
      parts.append(first..<end)
      first = end
    }
    return parts
  }

  private mutating func shuffled(_ entry: JSONValue) -> JSONValue {
    .object(entry.members!.shuffled(using: &random))
  }
}
