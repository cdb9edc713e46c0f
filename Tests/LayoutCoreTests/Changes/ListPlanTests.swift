import LayoutCore
import Oracle
import Testing

@Suite("Plans for plain arrays")
struct ListPlanTests {
  /// A section of a plain array: what it is, and what its items are.
  private struct NamedSection: Equatable {
    var name: String
    var items: [String]
  }

  @Test(
    "Run one after the other, the operations make the list after", arguments: 0..<8 as Range<UInt64>
  )
  func operations(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var stepCount = 0
    for _ in 0..<300 {
      let counts = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        Int.random(in: 0...6, using: &random)
      }
      let naive = StepTests.step(counts, &random)
      guard naive.errors(counts).isEmpty else { continue }
      stepCount += 1
      var applied = AppliedSteps(counts)
      let step = Step(naive)
      let mapping = try applied.apply(step)
      var plan = ListPlan()
      var meter = WorkMeter.unlimited
      let isAppended = try plan.append(
        step, mapping, itemCount: applied.itemCount(of:), meter: &meter)
      #expect(isAppended)
      let before = counts.indices.map { section in
        NamedSection(name: "\(section)", items: (0..<counts[section]).map { "\(section).\($0)" })
      }
      #expect(run(plan, before) == expected(naive.applied(to: NaiveStep.list(counts))))
    }
    #expect(stepCount > 50)
  }

  private func expected(_ list: [NaiveStep.ListedSection]) -> [NamedSection] {
    list.map { section in
      let name = section.section.map { "\($0)\(section.isReloaded ? "r" : "")" } ?? "new"
      return NamedSection(
        name: name,
        items: section.items.map { item in
          item.section.map { "\($0).\(item.item)\(item.isReloaded ? "r" : "")" } ?? "new"
        })
    }
  }

  private func run(_ plan: ListPlan, _ before: [NamedSection]) -> [NamedSection] {
    var list = before
    var taken: [String: NamedSection] = [:]
    for operation in plan.operations {
      switch operation {
      case .removeItem(let path): list[path.section].items.remove(at: path.item)
      case .removeSection(let section):
        let removed = list.remove(at: section)
        taken[removed.name] = removed
      case .insertSection(let section, let itemCount, let from, let isReloaded):
        var inserted = NamedSection(name: "new", items: [])
        if let from { inserted = taken["\(from)"]! }
        if isReloaded { inserted.name += "r" }
        if let itemCount { inserted.items = Array(repeating: "new", count: itemCount) }
        list.insert(inserted, at: section)
      case .insertItem(let path, let from, let isReloaded):
        let name = from.map { "\($0.section).\($0.item)\(isReloaded ? "r" : "")" } ?? "new"
        list[path.section].items.insert(name, at: path.item)
      }
    }
    return list
  }
}
