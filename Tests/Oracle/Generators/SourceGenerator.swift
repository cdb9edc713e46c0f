extension SnapshotGenerator {
  /// A snapshot with a source: a random tree of up to some 20 nodes, with ids, states, keys, headers and metrics.
  public mutating func snapshotWithSource(containerWidth: Double) -> JSONValue {
    var snapshot = snapshot(containerWidth: containerWidth)
    let horizontal = snapshot["scrollDirection"] == "horizontal"
    var metrics = MetricsGenerator(containerWidth: containerWidth, horizontal: horizontal)
    snapshot["sections"] = nil
    var count = 0
    snapshot["source"] = node(below: snapshot, depth: 0, &count, &metrics)
    return snapshot
  }

  /// A node, and those below it.
  ///
  /// - Parameter outer: A snapshot that says what the node inherits.
  private mutating func node(
    below outer: JSONValue, depth: Int, _ count: inout Int, _ metrics: inout MetricsGenerator
  ) -> JSONValue {
    count += 1
    var node: JSONValue = [:]
    if random.chance(0.7) { node["id"] = .string("node \(count)") }
    if random.chance(0.3) { node["engine"] = engine() }
    if random.chance(0.5) { node["metrics"] = metrics.metrics(probability: 0.15, using: &random) }
    for key in ["headers", "footers"] where random.chance(0.4) {
      var stack = supplementaries(horizontal: metrics.horizontal)
      if key == "headers" { markVisible(&stack) }
      node[key] = stack
    }
    if random.chance(0.4) { node["placeholder"] = placeholder(horizontal: metrics.horizontal) }
    var inherited = outer
    inherited["metrics"] = NaiveSource.merged(outer["metrics"] ?? [:], node["metrics"] ?? [:])
    inherited["engine"] = node["engine"] ?? outer["engine"]
    if depth < 4, count < 20, random.chance(depth == 0 ? 0.9 : 0.5) {
      var children: [JSONValue] = []
      for _ in 0..<random.int(0...4) {
        children.append(self.node(below: inherited, depth: depth + 1, &count, &metrics))
      }
      node["children"] = .array(children)
      if !children.isEmpty, random.chance(0.3) {
        node["selected"] = .number(Double(random.int(0...children.count - 1)))
      }
      return node
    }
    if random.chance(0.6) {
      node["state"] = random.one(of: [
        "initial", "loading", "refreshing", "loaded", "noContent", "error",
      ])
    }
    for key in ["movable", "editable"] where random.chance(0.3) {
      node[key] = .bool(random.chance(0.7))
    }
    if random.chance(0.4) {
      var sections: [JSONValue] = []
      for _ in 0..<random.int(0...3) { sections.append(section(of: inherited, &metrics)) }
      node["sections"] = .array(sections)
    } else if random.chance(0.9) {
      var items = ItemsGenerator(
        metrics: NaiveMetrics(snapshot: inherited, section: [:]),
        containerWidth: metrics.containerWidth, horizontal: metrics.horizontal)
      node["items"] = items.items(using: &random)
    }
    return node
  }

  private mutating func markVisible(_ stack: inout JSONValue) {
    stack = .array(
      (stack.array ?? []).map {
        var element = $0
        if random.chance(0.5) {
          element["visibleWhileShowingPlaceholder"] = .bool(random.chance(0.7))
        }
        return element
      })
  }
}
