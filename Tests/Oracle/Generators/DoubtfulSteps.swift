extension StepGenerator {
  /// Steps of which the last one has some entries at places taken at random, so that it is mostly refused. All values are
  /// valid.
  public mutating func doubtfulSteps(
    for snapshot: JSONValue, containerWidth: Double
  ) -> [JSONValue] {
    var steps = steps(for: snapshot, containerWidth: containerWidth)
    let result = (try? NaiveChange(parent: snapshot, steps: steps.dropLast()))?.result ?? snapshot
    let counts = result["sections"]!.array!.map { NaiveItem.asGiven($0["items"] ?? 0).count }
    var step = steps.popLast() ?? [:]
    for _ in 0..<random.int(1...5) {
      let name = random.one(of: NaiveStep.names.filter { saysMembers || $0 != "adjust" })
      let entry = doubtfulEntry(name, counts)
      step[name] = .array((step[name]?.array ?? []) + [entry])
    }
    return steps + [step]
  }

  private mutating func doubtfulEntry(_ name: String, _ counts: [Int]) -> JSONValue {
    func number(_ value: Int) -> JSONValue { .number(Double(value)) }
    let section = random.int(0...counts.count)
    let itemCount = section < counts.count ? counts[section] : 1
    let item = random.int(0...min(itemCount, 20))
    var entry: JSONValue = ["section": number(section)]
    let count = random.one(of: [1, 1, 2, 3])
    switch name {
    case "delete", "reload":
      entry["item"] = number(item)
      entry["count"] = number(count)
    case "resize", "insert":
      entry["item"] = number(item)
      entry["items"] = random.one(of: [
        number(count), ["count": number(count), "height": 5, "width": 6],
      ])
    case "adjust":
      entry["alpha"] = 0.5
      if random.chance(0.5) {
        entry["at"] = [number(item), number(random.one(of: [item, 0]))]
      } else {
        entry["item"] = number(item)
        entry["count"] = number(count)
      }
    case "move":
      entry["item"] = number(item)
      let to: JSONValue = [
        "section": number(random.int(0...counts.count)), "item": number(random.int(0...9)),
      ]
      return ["from": entry, "to": to, "count": number(count)]
    case "reloadSections":
      entry["value"] = ["engine": "column", "items": number(random.int(0...3))]
    case "setSections":
      entry["metrics"] = ["minimumLineSpacing": 3]
      entry["count"] = number(count)
    case "moveSections":
      return [
        "from": number(section), "to": number(random.int(0...counts.count)), "count": number(count),
      ]
    case "insertSections":
      entry["sections"] = .array(Array(repeating: ["items": 1], count: count))
    default: entry["count"] = number(count)
    }
    return entry
  }
}
