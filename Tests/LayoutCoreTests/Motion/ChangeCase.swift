import Comparison
import LayoutCore
import Oracle

/// Two small layouts made from scratch, and random steps between them, followed item by item.
struct ChangeCase {
  let before: LayoutUnderTest
  let after: LayoutUnderTest
  /// The sections and items after, and where they come from.
  let list: [NaiveStep.ListedSection]
  /// The slides of sections before that are gone.
  let leaving: [Int: Slide]
  /// The items before of sections before, when those were first reloaded.
  let replaced: [Int: Set<Int>]
  let change: LayoutChange
  let marksBefore: [[Bool]]
  let marksAfter: [[Bool]]

  private struct Content {
    var section: JSONValue
    var items: [JSONValue] = []
    var marks: [Bool] = []
    /// A mosaic keeps none.
    var keptMarks: [Bool] {
      section["engine"] == "mosaic" ? marks.map { _ in false } : marks
    }
  }

  static func slide(ofEntry entry: Int) -> Slide? { [nil, .left, .right][entry % 3] }

  /// - Parameter extent: The widths and heights of items, made of those that are drawn.
  init(_ random: inout SplitMix64, extent: (Double) -> Double = { $0 }) throws {
    let old = (0..<random.int(1...3)).map { _ in ChangeCase.content(&random) }
    let counts = old.map(\.items.count)
    var applied = AppliedSteps(counts)
    var list = NaiveStep.list(counts)
    var leaving: [Int: Slide] = [:]
    var replaced: [Int: Set<Int>] = [:]
    let stepCount = random.int(1...3)
    for _ in 0..<12 where applied.steps.count < stepCount {
      let step = StepTests.step(list.map(\.items.count), &random)
      guard step.errors(list.map(\.items.count)).isEmpty else { continue }
      try applied.apply(Step(step))
      for (entry, value) in step["deleteSections"].enumerated() {
        for number in value.section..<value.section + value.count {
          if let section = list[number].section {
            leaving[section] = ChangeCase.slide(ofEntry: entry)
          }
        }
      }
      for entry in step["reloadSections"] {
        guard let section = list[entry.section].section, !list[entry.section].isReloaded else {
          continue
        }
        replaced[section] = Set(
          list[entry.section].items.filter { $0.section == section }.map(\.item))
      }
      list = step.applied(to: list)
    }
    let new = list.map { ChangeCase.content($0, old, &random) }
    var head: [JSONValue.Member] = []
    if random.chance(0.3) { head.append(.init("scrollDirection", "horizontal")) }
    if random.chance(0.3) { head.append(.init("layoutDirection", "rtl")) }
    let globals = ChangeCase.globals(&random)
    let globalsAfter = random.chance(0.7) ? globals : ChangeCase.globals(&random)
    func layout(_ contents: [Content], _ globals: [JSONValue.Member]) throws -> LayoutUnderTest {
      let sections = contents.map { content in
        var section = content.section
        section["items"] = .array(
          zip(content.items, content.keptMarks).map { item, isEstimated in
            var item = item
            item["estimated"] = isEstimated ? true : nil
            for key in ["width", "height"] {
              item[key] = .number(extent(item[key]!.double!))
            }
            return item
          })
        return section
      }
      return try LayoutUnderTest(
        .object(head + globals + [.init("sections", .array(sections))]), containerWidth: 300)
    }
    before = try layout(old, globals)
    after = try layout(new, globalsAfter)
    self.list = list
    self.leaving = leaving
    self.replaced = replaced
    let (marksBefore, marksAfter) = (old.map(\.keptMarks), new.map(\.keptMarks))
    self.marksBefore = marksBefore
    self.marksAfter = marksAfter
    change = LayoutChange(
      before: before.layout, after: after.layout, mapping: applied.mapping,
      slides: SlidingSections(applied) { ChangeCase.slide(ofEntry: $0.entry) })
  }

  private static func stack(_ random: inout SplitMix64) -> JSONValue {
    .array(
      (0..<random.int(0...2)).map { _ in
        let extent = JSONValue.number(Double(random.int(0...3) * 10))
        return ["height": extent, "width": extent, "pin": .bool(random.chance(0.5))]
      })
  }

  /// The members of a snapshot about global headers, some of which wait.
  private static func globals(_ random: inout SplitMix64) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    if random.chance(0.4) {
      let headers = stack(&random).array!.map { header in
        guard header["pin"] == false, random.chance(0.5) else { return header }
        var header = header
        header["waits"] = true
        return header
      }
      members.append(.init("globalHeaders", .array(headers)))
    }
    if random.chance(0.2) { members.append(.init("globalHeaderBackgroundColor", "red")) }
    return members
  }

  private static func item(_ random: inout SplitMix64) -> JSONValue {
    [
      "width": .number(random.one(of: [0, 40, 60, 60, 60, 100, 320])),
      "height": .number(random.one(of: [0, 20, 30, 30, 30, 50, 110])),
    ]
  }

  private static func section(_ random: inout SplitMix64) -> JSONValue {
    let engine = random.one(of: ["flow", "column", "waterfall", "mosaic"])
    var metrics: [JSONValue.Member] = [
      .init("minimumLineSpacing", .number(Double(random.int(0...1) * 7))),
      .init("minimumInteritemSpacing", .number(Double(random.int(0...1) * 5))),
    ]
    func sometimes(_ key: String, _ value: JSONValue) {
      if random.chance(0.4) { metrics.append(.init(key, value)) }
    }
    sometimes("sectionInset", ["top": 5, "bottom": 40])
    sometimes("sectionSeparatorColor", "#000")
    switch engine {
    case "flow":
      sometimes(
        "lineAlignment", .string(random.one(of: ["leading", "center", "trailing", "justify"])))
      sometimes("itemAlignment", .string(random.one(of: ["leading", "trailing"])))
    case "mosaic": sometimes("segmentHeight", 60)
    default:
      metrics.append(.init("numberOfColumns", .number(Double(random.int(1...3)))))
      if engine == "column" {
        sometimes("cellHeight", "natural")
        sometimes("separatorColor", "#ccc")
      } else {
        sometimes("placement", .string(random.one(of: ["leftToRight", "rightToLeft"])))
      }
    }
    return .object([
      .init("engine", .string(engine)), .init("metrics", .object(metrics)),
      .init("headers", random.chance(0.5) ? stack(&random) : []),
      .init("footers", random.chance(0.3) ? stack(&random) : []),
    ])
  }

  private static func content(_ random: inout SplitMix64) -> Content {
    var content = Content(section: section(&random))
    let count = random.chance(0.1) ? 0 : random.int(1...24)
    let isUniform = random.chance(0.2)
    let one = item(&random)
    for _ in 0..<count {
      content.items.append(isUniform ? one : item(&random))
      content.marks.append(random.chance(0.2))
    }
    return content
  }

  private static func content(
    _ section: NaiveStep.ListedSection, _ old: [Content], _ random: inout SplitMix64
  ) -> Content {
    var content = Content(section: self.section(&random))
    if let number = section.section, !section.isReloaded {
      content.section = old[number].section
      if section.source?.hasPrefix("setSections") == true {
        switch random.int(0...2) {
        case 0: content.section["headers"] = stack(&random)
        case 1: content.section["footers"] = stack(&random)
        default: content.section["metrics"]?["backgroundColor"] = "#fff"
        }
      }
    }
    for item in section.items {
      let isNew = item.section == nil || item.isReloaded
      if isNew || item.source?.hasPrefix("resize") == true {
        content.items.append(self.item(&random))
        content.marks.append(isNew && random.chance(0.2))
      } else {
        content.items.append(old[item.section!].items[item.item])
        content.marks.append(old[item.section!].marks[item.item])
      }
    }
    return content
  }
}

extension SplitMix64 {
  mutating func chance(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &self) < probability
  }

  mutating func one<Value>(of values: [Value]) -> Value { values.randomElement(using: &self)! }

  mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  mutating func double(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &self)
  }
}
