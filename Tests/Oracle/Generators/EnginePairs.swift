/// Makes small lists, and a step that gives one of their sections another engine, or other metrics of its own, and edits
/// it and its neighbours.
public struct EnginePairs: Sendable {
  /// The engines by name.
  public static let engines = NaiveEngine.all.map(\.name)

  private var random: SplitMix64
  private var isHorizontal = false

  public init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// A `ChangeInquiry` of a section that goes from one engine to another one, or stays with it.
  public mutating func inquiry(from engine: String, to other: String) -> JSONValue {
    isHorizontal = random.chance(0.2)
    let isEmpty = random.chance(0.1)
    var sections = [section(engine, isEmpty: isEmpty)]
    let place = random.int(0...1)
    if place == 1 { sections.insert(neighbour(), at: 0) }
    for _ in 0..<random.int(0...2) { sections.append(neighbour()) }
    var step: JSONValue = [:]
    var counts = sections.map { $0["items"]!.array!.count }
    let sets =
      engine != "mosaic" && NaiveEngine.named(other).takesItems(of: NaiveEngine.named(engine))
      && random.chance(0.5)
    if sets {
      var entry: JSONValue = ["section": .number(Double(place)), "engine": .string(other)]
      if random.chance(0.5) { entry["metrics"] = metrics(other) }
      for key in ["headers", "footers"] where random.chance(0.1) { entry[key] = stack() }
      step["setSections"] = [entry]
    } else {
      step["reloadSections"] = [
        ["section": .number(Double(place)), "value": reloaded(sections[place], other)]
      ]
    }
    for number in sections.indices where sets || number != place {
      edit(number, count: &counts[number], &step)
    }
    if random.chance(0.1) { step["set"] = ["globalHeaders": stack()] }
    if random.chance(0.15) {
      let inserted: JSONValue = [neighbour()]
      step["insertSections"] = [["section": .number(Double(sections.count)), "sections": inserted]]
    }
    var snapshot: JSONValue = ["sections": .array(sections)]
    if random.chance(0.2) { snapshot["globalHeaders"] = stack() }
    if isHorizontal {
      snapshot["scrollDirection"] = "horizontal"
      if random.chance(0.5) { snapshot["layoutDirection"] = "rtl" }
    }
    return [
      "snapshot": snapshot, "steps": [step], "width": 300,
      "container": isHorizontal ? "height" : "width",
    ]
  }

  /// The same section of another engine, mostly with the same insets, spacings and columns, so that cells may stay where
  /// they are; or another one.
  private mutating func reloaded(_ section: JSONValue, _ engine: String) -> JSONValue {
    if random.chance(0.2) { return self.section(engine, isEmpty: random.chance(0.2)) }
    var result = section
    result["engine"] = .string(engine)
    var metrics = metrics(engine)
    if random.chance(0.7) {
      for key in ["sectionInset", "minimumLineSpacing", "minimumInteritemSpacing"] {
        metrics[key] = section["metrics"]![key]
      }
      if let columns = section["metrics"]!["numberOfColumns"] {
        metrics["numberOfColumns"] = columns
      }
    }
    result["metrics"] = metrics
    if random.chance(0.4), var items = section["items"]?.array, !items.isEmpty {
      items[random.int(0...items.count - 1)] = item()
      result["items"] = .array(items)
    }
    return result
  }

  /// Deletes, inserts and resizes some of a section's items.
  private mutating func edit(_ section: Int, count: inout Int, _ step: inout JSONValue) {
    func append(_ entry: JSONValue, to list: String) {
      step[list] = .array((step[list]?.array ?? []) + [entry])
    }
    let number = JSONValue.number(Double(section))
    if count > 0, random.chance(0.25) {
      let item = random.int(0...count - 1)
      let deleted = random.chance(0.3) ? count - item : 1
      append(
        [
          "section": number, "item": .number(Double(item)), "count": .number(Double(deleted)),
        ], to: "delete")
      count -= deleted
    } else if count > 0, random.chance(0.25) {
      let item = JSONValue.number(Double(random.int(0...count - 1)))
      var size = self.item()
      (size["x"], size["y"]) = (nil, nil)
      append(["section": number, "item": item, "items": [size]], to: "resize")
    }
    if random.chance(0.25) {
      let place = JSONValue.number(Double(random.int(0...count)))
      append(["section": number, "item": place, "items": .array([item()])], to: "insert")
    }
  }

  private mutating func neighbour() -> JSONValue {
    section(random.one(of: EnginePairs.engines), isEmpty: random.chance(0.4))
  }

  private mutating func section(_ engine: String, isEmpty: Bool) -> JSONValue {
    var section: JSONValue = ["engine": .string(engine), "metrics": metrics(engine)]
    if random.chance(0.4) { section["headers"] = stack() }
    if random.chance(0.3) { section["footers"] = stack() }
    let one = item()
    let areEqual = random.chance(0.4)
    var items: [JSONValue] = []
    for _ in 0..<(isEmpty ? 0 : random.int(1...14)) { items.append(areEqual ? one : item()) }
    section["items"] = .array(items)
    return section
  }

  private func extents(along: Double, across: Double) -> JSONValue {
    let (height, width) = isHorizontal ? (across, along) : (along, across)
    return ["height": .number(height), "width": .number(width)]
  }

  private mutating func item() -> JSONValue {
    var item = extents(
      along: random.one(of: [0, 20, 30, 30, 50, 110]), across: random.one(of: [40, 60, 60, 100]))
    if random.chance(0.05) { item["estimated"] = true }
    if random.chance(0.4) {
      let along: Double = random.one(of: [10, 80, 200])
      item["x"] = .number(isHorizontal ? along : 70)
      item["y"] = .number(isHorizontal ? 70 : along)
    }
    return item
  }

  private mutating func stack() -> JSONValue {
    var stack: [JSONValue] = []
    for _ in 0..<random.int(0...2) {
      var element = extents(along: random.one(of: [0, 10, 20]), across: 0)
      if random.chance(0.3) { element["pin"] = true }
      if random.chance(0.1) { element["estimated"] = true }
      if random.chance(0.1) { element["padding"] = ["top": 3] }
      stack.append(element)
    }
    return .array(stack)
  }

  private mutating func metrics(_ engine: String) -> JSONValue {
    let (leading, trailing) = isHorizontal ? ("left", "right") : ("top", "bottom")
    var metrics: JSONValue = [
      "minimumLineSpacing": random.one(of: [0, 0, 7]),
      "minimumInteritemSpacing": random.one(of: [0, 5]), "sectionInset": [:],
    ]
    metrics["sectionInset"]![leading] = random.one(of: [0, 0, 5])
    metrics["sectionInset"]![trailing] = random.one(of: [0, 10, 40])
    if random.chance(0.25) {
      metrics["sectionSeparatorColor"] = "#000"
      metrics["showsSectionSeparatorWhenLastSection"] = .bool(random.chance(0.5))
    }
    for (key, value) in [
      ("backgroundColor", "#eee" as JSONValue), ("selectedBackgroundColor", "#ccf"),
      ("padding", ["left": 4]),
    ] where random.chance(0.1) {
      metrics[key] = value
    }
    var decorations = random.apart
    if decorations.chance(0.1) {
      metrics["background"] = ["behind": decorations.one(of: ["section", "items"])]
    }
    if decorations.chance(0.2) {
      metrics["shelf"] = decorations.one(of: [
        [:], ["height": 10], ["height": 5, "insets": ["top": 5, "bottom": -5]],
        ["insets": ["top": -100, "left": -3]], ["color": "#888", "insets": ["bottom": -60]],
      ])
    }
    if engine == "column" || engine == "waterfall" {
      metrics["numberOfColumns"] = random.one(of: [1, 2, 3])
    }
    if engine == "column" {
      if random.chance(0.3) { metrics["cellHeight"] = random.one(of: ["natural", "running"]) }
      if random.chance(0.3) { metrics["cellOrder"] = "rightToLeft" }
      if random.chance(0.5) { metrics["separatorColor"] = random.one(of: ["#ccc", "#ddd"]) }
      if random.chance(0.2) { metrics["showsColumnSeparator"] = false }
      if random.chance(0.3) { metrics["separatorInsets"] = ["left": 10, "top": 10] }
      if random.chance(0.2) { metrics["separatorThickness"] = 1 }
    }
    if engine == "waterfall" && random.chance(0.4) {
      metrics["placement"] = random.one(of: ["leftToRight", "rightToLeft"])
    }
    if engine == "mosaic" && random.chance(0.5) { metrics["segmentHeight"] = 60 }
    if engine == "groups" {
      metrics["groups"] = decorations.one(of: [
        [["height": 60]], [["height": 50, "row": [["parts": 2], ["column": [["repeat": 2]]]]]],
        [["height": 30, "row": [["repeat": 3]]], ["height": 20]],
        [["height": 30, "row": [["points": 30], ["points": 20], ["points": 20]]]],
      ])
      if decorations.chance(0.4) { metrics["leadingGroups"] = [["height": 90]] }
      if decorations.chance(0.4) {
        metrics["lastGroups"] = [
          ["height": 25, "row": [[:], [:]]],
          // Its last two slots are those of a group above.
          [
            "height": 30,
            "row": [["column": [["points": 9]], "points": 30], ["points": 20], ["points": 20]],
          ],
          ["height": 40, "column": [["row": [["repeat": 4]]], ["points": 10]]],
        ]
      }
    }
    return metrics
  }
}
