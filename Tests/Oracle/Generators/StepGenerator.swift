/// Makes random valid steps for snapshots: all lists, several sections, moves between them, sections in and out.
///
/// One seed always makes the same series.
public struct StepGenerator: Sendable {
  var snapshots: SnapshotGenerator
  /// Whether items say more than sizes.
  public var saysMembers = false

  /// The source of every choice; tests may draw from it too.
  public var random: SplitMix64 {
    get { snapshots.random }
    set { snapshots.random = newValue }
  }

  public init(seed: UInt64) { self.init(SnapshotGenerator(seed: seed)) }

  /// Makes a generator whose first choices are those of the bytes.
  public init(choices: some Sequence<UInt8>) { self.init(SnapshotGenerator(choices: choices)) }

  private init(_ snapshots: SnapshotGenerator) {
    self.snapshots = snapshots
    self.snapshots.makesRunsAndMarks = true
  }

  /// A snapshot with runs and marks, for a container width that it makes too.
  public mutating func snapshot() -> (snapshot: JSONValue, containerWidth: Double) {
    let width = snapshots.containerWidth()
    var snapshot = snapshots.snapshot(containerWidth: width)
    if saysMembers {
      snapshot["sections"] = snapshots.sayingMembers(sections: snapshot["sections"] ?? [])
    }
    return (snapshot, width)
  }

  /// Bounds and insets of a scroll position.
  public mutating func scrollPosition(
    in layout: NaiveLayout
  ) -> (bounds: NaiveRect, inset: NaiveInsets) {
    snapshots.scrollPosition(in: layout)
  }

  /// Up to four steps, now and then an empty one.
  public mutating func steps(for snapshot: JSONValue, containerWidth: Double) -> [JSONValue] {
    var steps: [JSONValue] = []
    var result = resolved(snapshot)
    for _ in 0..<random.one(of: [1, 1, 1, 2, 2, 4]) {
      var step = random.chance(0.05) ? [:] : step(for: result, containerWidth: containerWidth)
      if saysMembers { step = snapshots.sayingMembers(step: step) }
      guard let change = try? NaiveChange(parent: result, steps: [step]) else {
        preconditionFailure("the step has errors: \(step.text)")
      }
      steps.append(step)
      result = change.result
    }
    return steps
  }

  /// A step for a resolved snapshot.
  private mutating func step(for snapshot: JSONValue, containerWidth: Double) -> JSONValue {
    let sections = snapshot["sections"]!.array!.map { NaiveResolvedSection($0, of: snapshot) }
    let horizontal = snapshot["scrollDirection"]?.string == "horizontal"
    var plan = StepPlan(sections: sections, horizontal: horizontal)
    if random.chance(0.5) { planSections(&plan, containerWidth: containerWidth) }
    if random.chance(0.3) { planSettings(&plan, containerWidth: containerWidth) }
    plan.placeSections(using: &random)
    if random.chance(0.9) {
      for section in plan.staying { planItems(of: section, &plan) }
      for section in plan.staying where random.chance(0.5) { planInsertions(into: section, &plan) }
    }
    plan.placeItems(using: &random)
    if random.chance(0.1) {
      var headers = snapshots.globalHeaders(horizontal: horizontal)
      snapshots.addMarks(to: &headers)
      plan.step["set"] = ["globalHeaders": headers]
    }
    if random.chance(0.05) {
      var settings = plan.step["set"] ?? [:]
      settings["globalHeaderBackgroundColor"] = MetricsGenerator.color(using: &snapshots.random)
      plan.step["set"] = settings
    }
    if random.chance(0.1) {
      var set = plan.step["set"] ?? [:]
      set["minimumContentLength"] = snapshots.contentLength()
      plan.step["set"] = set
    }
    if random.chance(0.1) { addEmptyEntries(to: &plan) }
    return plan.step
  }

  // MARK: Sections

  private mutating func planSections(_ plan: inout StepPlan, containerWidth: Double) {
    var section = 0
    while section < plan.sections.count {
      var count = 1
      if random.chance(0.3) { count = min(2, plan.sections.count - section) }
      var range: JSONValue = ["section": .number(Double(section))]
      if count > 1 || random.chance(0.5) { range["count"] = .number(Double(count)) }
      switch random.int(0...9) {
      case 0:
        if random.chance(0.3) { range["slide"] = random.one(of: ["left", "right"]) }
        plan.append(range, to: "deleteSections")
        plan.ended.formUnion(section..<section + count)
      case 1:
        count = 1
        plan.append(
          ["section": .number(Double(section)), "value": self.section(plan, containerWidth)],
          to: "reloadSections")
        plan.ended.insert(section)
      case 2:
        plan.append(
          ["from": .number(Double(section)), "count": .number(Double(count))], to: "moveSections")
      default: break
      }
      section += count
    }
    for _ in 0..<random.one(of: [0, 0, 1, 2]) {
      var sections: [JSONValue] = []
      for _ in 0..<random.int(1...2) { sections.append(self.section(plan, containerWidth)) }
      var entry: JSONValue = ["sections": .array(sections)]
      if random.chance(0.3) { entry["slide"] = random.one(of: ["left", "right"]) }
      plan.append(entry, to: "insertSections")
    }
  }

  private mutating func section(_ plan: StepPlan, _ containerWidth: Double) -> JSONValue {
    var metrics = MetricsGenerator(containerWidth: containerWidth, horizontal: plan.horizontal)
    let snapshot: JSONValue = [
      "scrollDirection": plan.horizontal ? "horizontal" : "vertical"
    ]
    return snapshots.section(of: snapshot, &metrics)
  }

  private mutating func supplementaries(horizontal: Bool) -> JSONValue {
    var list = snapshots.supplementaries(horizontal: horizontal)
    snapshots.addMarks(to: &list)
    return list
  }

  private mutating func planSettings(_ plan: inout StepPlan, containerWidth: Double) {
    var metrics = MetricsGenerator(containerWidth: containerWidth, horizontal: plan.horizontal)
    for section in plan.sections.indices where random.chance(0.4) {
      var entry: JSONValue = ["section": .number(Double(section))]
      if random.chance(0.4) {
        let engine = random.one(of: NaiveEngine.all)
        if engine.takesItems(of: plan.sections[section].engine) {
          entry["engine"] = .string(engine.name)
          plan.engines[section] = engine
        }
      }
      if random.chance(0.6) {
        entry["metrics"] = metrics.metrics(probability: 0.15, using: &snapshots.random)
      }
      for key in ["headers", "footers"] where random.chance(0.2) {
        entry[key] = supplementaries(horizontal: plan.horizontal)
      }
      if random.chance(0.2) {
        entry["placeholder"] =
          random.chance(0.3) ? JSONValue.null : snapshots.placeholder(horizontal: plan.horizontal)
      }
      plan.append(entry, to: "setSections")
    }
  }

  // MARK: Items

  private mutating func planItems(of section: Int, _ plan: inout StepPlan) {
    let count = plan.sections[section].items.count
    let engine = plan.engines[section]
    var used: Set<Int> = []
    var named: Set<Int> = []
    for _ in 0..<random.int(0...4) where count > 0 {
      let first = random.int(0...count - 1)
      let longest = random.chance(0.1) ? count : random.int(1...5)
      var end = first
      while end < min(count, first + longest) && !used.contains(end) { end += 1 }
      if end == first { continue }
      used.formUnion(first..<end)
      let length = end - first
      var entry: JSONValue = [
        "section": .number(Double(section)), "item": .number(Double(first)),
      ]
      let kind = random.int(0...4)
      if kind != 3 { named.formUnion(first..<end) }
      switch kind {
      case 0:
        if length > 1 || random.chance(0.3) { entry["count"] = .number(Double(length)) }
        plan.append(entry, to: "delete")
        plan.kept[section] -= length
      case 1:
        let hasItems = random.chance(0.6)
        if hasItems {
          entry["items"] = items(length, for: engine, horizontal: plan.horizontal, complete: false)
        }
        if !hasItems && length > 1 || random.chance(0.3) {
          entry["count"] = .number(Double(length))
        }
        plan.append(entry, to: "reload")
      case 2: resize(section, first..<end, &plan)
      default:
        let targets = plan.staying.filter {
          plan.engines[$0].takesItems(of: plan.sections[section].engine)
        }
        let target = random.chance(0.6) ? section : targets.randomElement(using: &random) ?? section
        plan.append(["from": entry, "count": .number(Double(length))], to: "move")
        plan.kept[section] -= length
        plan.incoming[target]!.append(
          StepPlan.Block(list: "move", entry: plan.count(of: "move") - 1, length: length))
        if kind == 4 && random.chance(0.3) { resize(section, first..<end, &plan) }
      }
    }
    if saysMembers, random.chance(0.6) {
      let free = plan.sections[section].items.indices.filter { !named.contains($0) }
      adjust(section, free, &plan)
    }
    let stays = plan.sections[section].engine.name == engine.name
    let isMarked = plan.sections[section].items.contains(where: \.isEstimated)
    if named.isEmpty && stays && isMarked && random.chance(0.4) {
      plan.append(["section": .number(Double(section)), "estimated": "mean"], to: "resize")
    }
  }

  /// Gives some of these items other members, as neighbours or one by one.
  private mutating func adjust(_ section: Int, _ items: [Int], _ plan: inout StepPlan) {
    guard let first = items.randomElement(using: &random) else { return }
    var entry: JSONValue = ["section": .number(Double(section))]
    var count = 1
    if random.chance(0.5) {
      let most = random.int(1...8)
      while count < most, items.contains(first + count) { count += 1 }
      entry["item"] = .number(Double(first))
      entry["count"] = count == 1 && random.chance(0.5) ? nil : .number(Double(count))
    } else {
      let some = items.shuffled(using: &random).prefix(random.int(1...5))
      count = some.count
      entry["at"] = .array(some.map { .number(Double($0)) })
    }
    for member in NaiveMember.all where random.chance(0.3) {
      let length = random.one(of: [6, 16])
      let values = member.values.filter { $0.array.map { $0.count == length } ?? true } + [.null]
      let key = member.name == "transform" && length == 16 ? "transform3D" : member.name
      entry[key] =
        random.chance(0.5)
        ? random.one(of: values)
        : .array((0..<count).map { _ in random.one(of: values) })
    }
    plan.append(entry, to: "adjust")
  }

  private mutating func resize(_ section: Int, _ items: Range<Int>, _ plan: inout StepPlan) {
    let given = self.items(
      items.count, for: plan.engines[section], horizontal: plan.horizontal, complete: false,
      placed: false)
    var entry: JSONValue = ["section": .number(Double(section))]
    if random.chance(0.5) {
      entry["item"] = .number(Double(items.lowerBound))
      entry["items"] = given
    } else {
      let columns = columns(self.items(ofColumns: NaiveItem.asGiven(given)))
      for member in columns.members! { entry[member.key] = member.value }
      entry["at"] = .array(items.shuffled(using: &random).map { .number(Double($0)) })
    }
    plan.append(entry, to: "resize")
  }

  /// The items without an extent that not all of them have.
  private func items(ofColumns items: [NaiveItem]) -> [NaiveItem] {
    let hasWidths = items.allSatisfy { $0.width != nil }
    let hasHeights = items.allSatisfy { $0.height != nil }
    return items.map {
      NaiveItem(
        width: hasWidths ? $0.width : nil, height: hasHeights ? $0.height : nil,
        isEstimated: $0.isEstimated)
    }
  }

  private mutating func planInsertions(into section: Int, _ plan: inout StepPlan) {
    for _ in 0..<random.int(1...2) {
      let count = random.chance(0.05) ? random.int(50...400) : random.int(1...6)
      let items = items(
        count, for: plan.engines[section], horizontal: plan.horizontal, complete: true)
      plan.append(["items": items], to: "insert")
      plan.incoming[section]!.append(
        StepPlan.Block(list: "insert", entry: plan.count(of: "insert") - 1, length: count))
    }
  }

  /// Entries without effect, whose places are not looked at.
  private mutating func addEmptyEntries(to plan: inout StepPlan) {
    let place = JSONValue.number(Double(random.int(0...9)))
    if random.chance(0.5) {
      plan.append(
        ["section": place, "item": place, "items": random.one(of: [0, []])], to: "insert")
    }
    if random.chance(0.5) { plan.append(["section": place], to: "setSections") }
    if random.chance(0.5) { plan.append(["section": place, "at": []], to: "resize") }
    if saysMembers { plan.append(["section": place, "item": place, "count": 3], to: "adjust") }
    if random.chance(0.5) { plan.append(["section": place, "sections": []], to: "insertSections") }
  }
}
