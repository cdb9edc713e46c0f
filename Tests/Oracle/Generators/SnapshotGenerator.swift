/// Makes random valid snapshots, rich in the cases where layouts go wrong: exact fits to within
/// the tolerance, zeros, giants, insets wider than the container.
///
/// One seed always makes the same series. No snapshot needs more than 10 000 columns, at any of
/// the widths that `containerWidth()` makes.
public struct SnapshotGenerator: Sendable {
  /// The source of every choice; tests may draw from it too.
  public var random: SplitMix64
  /// Whether items may come in runs, and sizes may be estimates.
  public var makesRunsAndMarks = true

  public init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// Makes a generator whose first choices are those of the bytes.
  public init(choices: some Sequence<UInt8>) { random = SplitMix64(choices: choices) }

  /// A container width, from half a point to that of a wall.
  public mutating func containerWidth() -> Double {
    switch random.int(0...9) {
    case 0: random.one(of: [0.5, 1, 7])
    case 1...6: random.one(of: [280, 320, 375, 390, 744.5, 1024, 1366])
    case 7: random.one(of: [100.0 / 3, 5000])
    default: random.double(20...1500)
    }
  }

  /// A snapshot with up to 6 sections, whose exact fits are for this container width.
  public mutating func snapshot(containerWidth: Double) -> JSONValue {
    let horizontal = random.chance(0.25)
    var metrics = MetricsGenerator(containerWidth: containerWidth, horizontal: horizontal)
    var snapshot: JSONValue = [:]
    if horizontal || random.chance(0.2) {
      snapshot["scrollDirection"] = horizontal ? "horizontal" : "vertical"
    }
    if random.chance(0.4) { snapshot["layoutDirection"] = random.one(of: ["ltr", "rtl", "rtl"]) }
    if random.chance(0.5) { snapshot["engine"] = engine() }
    if random.chance(0.5) {
      snapshot["metrics"] = metrics.metrics(probability: 0.15, using: &random)
    }
    if random.chance(0.4) {
      snapshot["globalHeaders"] = globalHeaders(horizontal: horizontal)
    }
    if random.chance(0.15) {
      snapshot["globalHeaderBackgroundColor"] = MetricsGenerator.color(using: &random)
    }
    var sections: [JSONValue] = []
    for _ in 0..<random.int(0...6) {
      sections.append(section(of: snapshot, &metrics))
    }
    if random.chance(0.3) { snapshot["minimumContentLength"] = contentLength() }
    if makesRunsAndMarks, snapshot["globalHeaders"] != nil {
      addMarks(to: &snapshot["globalHeaders"]!)
    }
    snapshot["sections"] = .array(sections)
    return snapshot
  }

  /// A least extent of the content.
  mutating func contentLength() -> JSONValue {
    random.one(of: [0, 480, 1000.1, 5000, 100_000, 1_000_000])
  }

  /// A placeholder, with an extent or without one.
  mutating func placeholder(horizontal: Bool) -> JSONValue {
    var element: JSONValue = [:]
    if random.chance(0.4) {
      element[horizontal ? "width" : "height"] = random.one(of: [0, 44, 30.5, 300])
    }
    if random.chance(0.2) { element[horizontal ? "height" : "width"] = random.one(of: [0, 100]) }
    for key in ["backgroundColor", "selectedBackgroundColor"] where random.chance(0.3) {
      element[key] = MetricsGenerator.color(using: &random)
    }
    if random.chance(0.2) {
      element["padding"] = MetricsGenerator.insets([0, 4, 8.5], using: &random)
    }
    if random.chance(0.2) { element["data"] = random.one(of: ["", "wait", "Ä 1"]) }
    return element
  }

  mutating func engine() -> JSONValue {
    .string(random.one(of: ["flow"] + NaiveEngine.all.map(\.name)))
  }

  /// A section, valid in a snapshot that says the rest.
  mutating func section(
    of snapshot: JSONValue, _ metrics: inout MetricsGenerator
  ) -> JSONValue {
    var section: JSONValue = [:]
    if random.chance(0.3) { section["id"] = random.one(of: ["", "people", "Ä \"1\"\n", "0"]) }
    if random.chance(0.7) { section["engine"] = engine() }
    if random.chance(0.7) {
      section["metrics"] = metrics.metrics(probability: 0.2, using: &random)
    }
    if random.chance(0.4) {
      section["headers"] = supplementaries(horizontal: metrics.horizontal)
    }
    if random.chance(0.4) {
      section["footers"] = supplementaries(horizontal: metrics.horizontal)
    }
    if random.chance(0.3) { section["placeholder"] = placeholder(horizontal: metrics.horizontal) }
    if section["placeholder"] != nil, random.chance(0.6) { return section }
    if random.chance(0.06) {
      section["engine"] = "column"
      section["metrics"] = NaiveSource.merged(
        section["metrics"] ?? [:], ["rowHeight": "remainder"])
      section["items"] = 1
      return section
    }
    if random.chance(0.95) {
      var items = ItemsGenerator(
        metrics: NaiveMetrics(snapshot: snapshot, section: section),
        containerWidth: metrics.containerWidth, horizontal: metrics.horizontal)
      section["items"] = items.items(using: &random)
    }
    if makesRunsAndMarks { addRunsAndMarks(to: &section) }
    return section
  }

  /// 0 to 4 global headers: pinning, waiting, hidden and empty ones among them.
  mutating func globalHeaders(horizontal: Bool) -> JSONValue {
    let headers = supplementaries(horizontal: horizontal).array!
    return .array(
      headers.map { header in
        guard header["pin"]?.bool != true, random.chance(0.4) else { return header }
        var header = header
        header["waits"] = true
        return header
      })
  }

  /// 0 to 4 headers or footers: pinning, hidden and empty ones among them.
  mutating func supplementaries(horizontal: Bool) -> JSONValue {
    var elements: [JSONValue] = []
    for _ in 0..<random.int(0...4) {
      var element: JSONValue = [:]
      element[horizontal ? "width" : "height"] = random.one(of: [0, 10, 20, 44, 30.5, 200, 1000])
      if random.chance(0.2) {
        element[horizontal ? "height" : "width"] = random.one(of: [0, 1, 100])
      }
      if random.chance(0.6) { element["pin"] = .bool(random.chance(0.8)) }
      if random.chance(0.3) { element["hidden"] = .bool(random.chance(0.5)) }
      for key in ["backgroundColor", "selectedBackgroundColor"] where random.chance(0.2) {
        element[key] = MetricsGenerator.color(using: &random)
      }
      if random.chance(0.2) {
        element["padding"] = MetricsGenerator.insets([0, 4, 8.5], using: &random)
      }
      if random.chance(0.2) {
        element["data"] = random.one(of: [
          "", "title", "Ä \"1\"\n", .string(String(repeating: "é", count: 128)),
        ])
      }
      elements.append(element)
    }
    return .array(elements)
  }
}
