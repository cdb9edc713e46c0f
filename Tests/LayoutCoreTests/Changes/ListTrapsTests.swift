import LayoutCore
import Oracle
import Testing

@Suite("Traps of plans, against a look at every place")
struct ListTrapsTests {
  /// Where what stood at a place is when deletes and inserts alone count, found place by place.
  private func place(of index: Int, deleted: Set<Int>, inserted: Set<Int>) -> Int {
    var rank = (0..<index).count { !deleted.contains($0) }
    var place = 0
    while true {
      if !inserted.contains(place) {
        if rank == 0 { return place }
        rank -= 1
      }
      place += 1
    }
  }

  private func sections(_ entries: [NaiveStep.Entry]) -> Set<Int> {
    Set(entries.flatMap { $0.section..<$0.section + $0.count })
  }

  private func items(_ entries: [NaiveStep.Entry], of section: Int) -> Set<Int> {
    Set(entries.filter { $0.section == section }.flatMap { $0.item..<$0.item + $0.count })
  }

  /// The traps of a step without errors.
  private func traps(_ step: NaiveStep) -> [ListPlan.Trap] {
    var traps: [ListPlan.Trap] = []
    let deleted = sections(step["deleteSections"])
    let inserted = Set(
      step["insertSections"].flatMap { $0.section..<$0.section + $0.itemCounts.count })
    let movedTo = Set(step["moveSections"].flatMap { $0.toSection..<$0.toSection + $0.count })
    for (entry, reload) in step["reloadSections"].enumerated() {
      let place = place(of: reload.section, deleted: deleted, inserted: inserted)
      if movedTo.contains(place) {
        traps.append(.reloadedSection(step: 0, entry: entry, reload.section, insertsAt: place))
      }
    }
    let ended = deleted.union(step["reloadSections"].map(\.section))
    let ends = Set(
      step["move"].flatMap { move in
        (0..<move.count).map { ItemPath(move.toSection, move.toItem + $0) }
      })
    for (entry, reload) in step["reload"].enumerated() where !ended.contains(reload.section) {
      let section = place(of: reload.section, deleted: deleted, inserted: inserted)
      for item in reload.item..<reload.item + reload.count {
        let place = ItemPath(
          section,
          place(
            of: item, deleted: items(step["delete"], of: reload.section),
            inserted: items(step["insert"], of: section)))
        guard ends.contains(place) else { continue }
        traps.append(
          .reloadedItem(step: 0, entry: entry, ItemPath(reload.section, item), insertsAt: place))
        break
      }
    }
    let before = Set((step["delete"] + step["move"]).map(\.section))
    let after = Set(step["insert"].map(\.section) + step["move"].map(\.toSection))
    for (entry, move) in step["moveSections"].enumerated() {
      let changed = (0..<move.count).first {
        before.contains(move.section + $0) || after.contains(move.toSection + $0)
      }
      if let changed {
        traps.append(.movedSection(step: 0, entry: entry, move.section + changed))
      }
    }
    return traps
  }

  private func found(_ naive: NaiveStep, _ counts: [Int]) throws -> [ListPlan.Trap] {
    var applied = AppliedSteps(counts)
    let step = Step(naive)
    let mapping = try applied.apply(step)
    var plan = ListPlan()
    var meter = WorkMeter.unlimited
    _ = try plan.append(step, mapping, itemCount: applied.itemCount(of:), meter: &meter)
    return plan.traps
  }

  @Test("Sections move, come and go, too", arguments: 0..<8 as Range<UInt64>)
  func random(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var (itemTraps, sectionTraps, movedSections) = (0, 0, 0)
    for _ in 0..<3000 {
      let counts = (0..<random.int(1...3)).map { _ in random.int(0...4) }
      var naive = StepTests.step(counts, &random)
      for _ in 0..<random.int(0...2) {
        let section = random.int(0...counts.count - 1)
        guard counts[section] > 0 else { continue }
        let item = random.int(0...counts[section] - 1)
        if random.chance(0.5) {
          naive["reload"].append(.init(section, item))
        } else {
          let to = random.int(0...counts.count - 1)
          naive["move"].append(.init(section, item, to: to, random.int(0...2)))
        }
      }
      if random.chance(0.3) {
        naive["moveSections"].append(
          .init(random.int(0...counts.count - 1), to: random.int(0...counts.count - 1)))
      }
      if random.chance(0.2) {
        naive["reloadSections"].append(.init(random.int(0...counts.count - 1), itemCounts: [1]))
      }
      guard naive.errors(counts).isEmpty else { continue }
      let expected = traps(naive)
      #expect(try found(naive, counts) == expected, "\(counts) \(naive.lists)")
      for trap in expected {
        switch trap {
        case .reloadedItem: itemTraps += 1
        case .reloadedSection: sectionTraps += 1
        case .movedSection: movedSections += 1
        }
      }
    }
    #expect(itemTraps > 0 && sectionTraps > 0 && movedSections > 0)
  }

  @Test("The place of a reload counts no moves of sections")
  func movedSection() throws {
    var step = NaiveStep()
    step["moveSections"] = [.init(1, to: 0)]
    step["reload"] = [.init(0, 0)]
    step["move"] = [.init(0, 1, to: 1, 0)]
    let moved = ListPlan.Trap.movedSection
    // Section 0 is section 1 afterwards, which moves have done.
    #expect(
      try found(step, [2, 0]).allSatisfy { if case .reloadedItem = $0 { false } else { true } })
    step["move"] = [.init(0, 1, to: 0, 0)]
    #expect(
      try found(step, [2, 0]) == [
        .reloadedItem(step: 0, entry: 0, ItemPath(0, 0), insertsAt: ItemPath(0, 0)), moved(0, 0, 1),
      ])
  }

  @Test("What is reloaded in a section that goes is no trap")
  func deletedSection() throws {
    var step = NaiveStep()
    step["deleteSections"] = [.init(0)]
    step["reload"] = [.init(0, 0)]
    step["move"] = [.init(1, 1, to: 0, 0)]
    #expect(try found(step, [2, 2]).isEmpty)
  }
}
