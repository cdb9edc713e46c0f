/// Random cases for tests in any language, as JSON: the same for the same seed.
public struct Cases {
  /// What a case is about.
  public enum Kind: String, CaseIterable, Sendable {
    /// `{"snapshot": {…}, "container": "width", "extent": 390, "turns": [{"places": […], "anchor": "auto", "steps": […]}]}`:
    /// a layout, and what happens to it. The places of a turn are in the layout as the turns before left it. Steps that
    /// are refused leave it as it is.
    case lists
    /// A list whose snapshot has a source, without turns.
    case sources
    /// `{"snapshot": {…}, "container": "width", "extent": 390, "from": {…}, "to": {…}, "steps": […]}`: a snapshot with a
    /// source, which is also the first one of two trees, of which the second one is mostly right; and steps of a user on
    /// the first one, which are mostly allowed. Mistakes are in the trees.
    case trees
  }

  /// The kind of all cases.
  public let kind: Kind
  /// Whether they have mistakes: a list has a second snapshot, `mistaken`, and mistakes in all its steps.
  public var hasMistakes = false
  /// How many turns a list has, and how many places a turn.
  public var turns = 3
  public var places = 4

  public init(_ kind: Kind) { self.kind = kind }

  /// The case of a seed.
  public func made(seed: UInt64) -> JSONValue {
    var one: JSONValue =
      switch kind {
      case .lists: list(seed)
      case .sources: source(seed)
      case .trees: trees(seed)
      }
    one["seed"] = .number(Double(seed))
    return one
  }

  private func head(_ snapshot: JSONValue, extent: Double) -> JSONValue {
    let isHorizontal = snapshot["scrollDirection"] == "horizontal"
    return ["container": isHorizontal ? "height" : "width", "extent": .number(extent)]
  }

  private func list(_ seed: UInt64) -> JSONValue {
    var generator = StepGenerator(seed: seed)
    let (snapshot, width) = generator.snapshot()
    var result = head(snapshot, extent: width)
    result["snapshot"] = snapshot
    if hasMistakes { result["mistaken"] = Mistakes.made(in: snapshot, using: &generator.random) }
    var now = snapshot
    var all: [JSONValue] = []
    for _ in 0..<turns {
      var turn: JSONValue = [:]
      if places > 0 {
        let layout = NaiveLayout(snapshot: now, containerWidth: width)
        var asked: [JSONValue] = []
        for _ in 0..<places { asked.append(generator.place(in: layout)) }
        turn["places"] = .array(asked)
      }
      turn["anchor"] = generator.random.one(of: ["auto", "first", "end", "none"])
      let isDoubtful = generator.random.chance(0.1)
      let steps =
        isDoubtful
        ? generator.doubtfulSteps(for: now, containerWidth: width)
        : generator.steps(for: now, containerWidth: width)
      turn["steps"] =
        hasMistakes
        ? Mistakes.made(in: .array(steps), using: &generator.random) : .array(steps)
      if let change = try? NaiveChange(parent: now, steps: steps), !hasMistakes {
        now = change.result
      }
      all.append(turn)
    }
    result["turns"] = .array(all)
    return result
  }

  private func source(_ seed: UInt64) -> JSONValue {
    var generator = SnapshotGenerator(seed: seed)
    let width = generator.containerWidth()
    let snapshot = generator.snapshotWithSource(containerWidth: width)
    var result = head(snapshot, extent: width)
    result["snapshot"] =
      hasMistakes ? Mistakes.madeInSource(of: snapshot, using: &generator.random) : snapshot
    return result
  }

  private func trees(_ seed: UInt64) -> JSONValue {
    var generator = SnapshotGenerator(seed: seed)
    let most = generator.random.one(of: [1, 6, 12])
    // Of several trees the largest one.
    var (from, to) = generator.changedSource(containerWidth: 390, mostChanges: most)
    for _ in 0..<generator.random.int(0...4) {
      let other = generator.changedSource(containerWidth: 390, mostChanges: most)
      if other.from["source"]!.nodePaths.count > from["source"]!.nodePaths.count {
        (from, to) = other
      }
    }
    var result = head(from, extent: 390)
    let sections = resolved(NaiveSource(from).snapshot)["sections"]!.array!
    let counts = sections.map { NaiveItem.asGiven($0["items"] ?? 0).count }
    result["steps"] = .array([generator.userStep(counts)])
    result["snapshot"] = from
    result["from"] = from
    result["to"] = to
    guard hasMistakes else { return result }
    let which = generator.random.int(0...2)
    for (number, name) in ["from", "to"].enumerated() where which != number {
      result[name] = Mistakes.madeInSource(of: result[name]!, using: &generator.random)
    }
    if generator.random.chance(0.05) {
      (result["from"], result["to"]) = (which == 0 ? from : nil, which == 0 ? nil : to)
    }
    return result
  }
}

extension SnapshotGenerator {
  /// Entries of a user on the items of sections: mostly there, now and then not.
  fileprivate mutating func userStep(_ counts: [Int]) -> JSONValue {
    func place(_ random: inout SplitMix64, spare: Int) -> JSONValue {
      let filled = counts.indices.filter { counts[$0] > 0 }
      let section =
        random.chance(0.8)
        ? filled.randomElement(using: &random) ?? 0
        : random.int(0...max(0, counts.count - (random.chance(0.95) ? 1 : 0)))
      let count = section < counts.count ? counts[section] : 0
      let item = random.int(0...max(0, count - (random.chance(0.95) ? 1 - spare : 0)))
      return ["section": .number(Double(section)), "item": .number(Double(item))]
    }
    var step: JSONValue = [:]
    for _ in 0..<random.one(of: [1, 1, 2, 3]) {
      let names = ["delete", "move", "insert", "resize", "reload"]
      let list = random.chance(0.02) ? "deleteSections" : random.one(of: names)
      var entry = place(&random, spare: list == "insert" ? 1 : 0)
      switch list {
      case "delete": if random.chance(0.3) { entry["count"] = 2 }
      case "move": entry = ["from": entry, "to": place(&random, spare: 0)]
      case "insert", "resize": entry["items"] = [["width": 3, "height": 4]]
      case "deleteSections": entry = ["section": 0]
      default: break
      }
      step[list] = .array((step[list]?.array ?? []) + [entry])
    }
    return step
  }
}
