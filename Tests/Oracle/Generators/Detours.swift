extension StepGenerator {
  /// Two steps of which the second takes back what the first does, so that the layout is the snapshot's again.
  public mutating func detour(for snapshot: JSONValue) -> [JSONValue] {
    let all = resolved(snapshot)["sections"]!.array!
    let horizontal = snapshot["scrollDirection"]?.string == "horizontal"
    let bare: JSONValue = ["scrollDirection": horizontal ? "horizontal" : "vertical"]
    guard let number = all.indices.randomElement(using: &random) else {
      return [
        ["insertSections": [["section": 0, "sections": [["items": 3]]]]],
        ["deleteSections": [["section": 0]]],
      ]
    }
    let section = NaiveResolvedSection(all[number], of: bare)
    switch random.int(0...6) {
    case 0:
      let place = JSONValue.number(Double(random.int(0...all.count)))
      return [
        ["insertSections": [["section": place, "sections": [all[number]]]]],
        ["deleteSections": [["section": place]]],
      ]
    case 1:
      let place = JSONValue.number(Double(number))
      return [
        ["deleteSections": [["section": place]]],
        ["insertSections": [["section": place, "sections": [all[number]]]]],
      ]
    case 2:
      let (from, to) = (Double(number), Double(random.int(0...all.count - 1)))
      return [
        ["moveSections": [["from": .number(from), "to": .number(to)]]],
        ["moveSections": [["from": .number(to), "to": .number(from)]]],
      ]
    default:
      guard let placeholder = section.placeholder else { return detour(in: section, number) }
      // A section forgets it where it gets items.
      func set(_ value: JSONValue) -> JSONValue {
        ["setSections": [["section": .number(Double(number)), "placeholder": value]]]
      }
      return [set(.null), set(placeholder)]
    }
  }

  /// The same with items of one section.
  private mutating func detour(in section: NaiveResolvedSection, _ number: Int) -> [JSONValue] {
    let count = section.items.count
    func path(_ item: Int) -> JSONValue {
      ["section": .number(Double(number)), "item": .number(Double(item))]
    }
    func entry(_ item: Int, _ key: String, _ value: JSONValue) -> JSONValue {
      var entry = path(item)
      entry[key] = value
      return entry
    }
    let first = random.int(0...count)
    let end = random.int(first...count)
    let length = JSONValue.number(Double(end - first))
    let kind = random.int(0...3)
    if kind == 0 || first == end {
      let place = random.int(0...count)
      let inserted = random.int(1...9)
      let items = items(
        inserted, for: section.engine, horizontal: section.horizontal, complete: true)
      return [
        ["insert": [entry(place, "items", items)]],
        ["delete": [entry(place, "count", .number(Double(inserted)))]],
      ]
    }
    let old = Array(section.items[first..<end])
    let oldItems = written(section.horizontal ? old.map(\.transposed) : old)
    if kind == 1 {
      return [
        ["delete": [entry(first, "count", length)]], ["insert": [entry(first, "items", oldItems)]],
      ]
    }
    if kind == 2 {
      let to = random.int(0...count - (end - first))
      func move(_ from: Int, _ to: Int) -> JSONValue {
        ["move": [["from": path(from), "to": path(to), "count": length]]]
      }
      return [move(first, to), move(to, first)]
    }
    var other = old
    for item in other.indices where random.chance(0.7) {
      // A width that an item of a waterfall does not have could not be taken back.
      if other[item].width != nil { other[item].width = extent() }
      if other[item].height != nil { other[item].height = extent() }
      other[item].isEstimated = random.chance(0.5)
    }
    let otherItems = written(section.horizontal ? other.map(\.transposed) : other)
    return [
      ["resize": [entry(first, "items", otherItems)]],
      ["resize": [entry(first, "items", oldItems)]],
    ]
  }
}
