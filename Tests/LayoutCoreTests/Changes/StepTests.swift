import LayoutCore
import Oracle
import Testing

@Suite("Steps")
struct StepTests {
  /// Compares what the core makes of a step with plain surgery on arrays.
  private func expectSurgery(
    _ step: NaiveStep, _ counts: [Int], sourceLocation: SourceLocation = #_sourceLocation
  ) -> Bool {
    let errors = step.errors(counts)
    var applied = AppliedSteps(counts)
    do {
      let mapping = try applied.apply(Step(step))
      let list = mapping.list(applied.itemCounts)
      let expected = step.applied(to: NaiveStep.list(counts))
      if errors.isEmpty, list == expected,
        applied.itemCount == expected.reduce(0, { $0 + $1.items.count })
      {
        return true
      }
      Issue.record(
        "\(counts) \(step.lists): \(errors) \(list) \(expected)", sourceLocation: sourceLocation)
    } catch {
      if error.texts == errors { return false }
      Issue.record(
        "\(counts) \(step.lists): \(error.texts), not \(errors)", sourceLocation: sourceLocation)
    }
    return false
  }

  /// Every entry of a single item or section of a list and one place beyond.
  private static func entries(_ counts: [Int]) -> [(String, NaiveStep.Entry)] {
    var entries: [(String, NaiveStep.Entry)] = []
    let places = (counts.indices).flatMap { section in
      (0..<counts[section] + (section == 0 ? 1 : 0)).map { (section, $0) }
    }
    for (section, item) in places {
      for name in ["delete", "reload", "resize"] {
        entries.append((name, .init(section, item)))
      }
      for (toSection, toItem) in places {
        entries.append(("move", .init(section, item, to: toSection, toItem)))
      }
      entries.append(("insert", .init(section, item)))
    }
    for section in 0...counts.count {
      for name in ["deleteSections", "setSections"] { entries.append((name, .init(section))) }
      entries.append(("reloadSections", .init(section, itemCounts: [1])))
      entries.append(("insertSections", .init(section, itemCounts: [2])))
      for to in 0..<counts.count { entries.append(("moveSections", .init(section, to: to))) }
    }
    return entries
  }

  private func expectAllBatches(_ counts: [Int], entryCount: Int) -> (Int, Int) {
    let entries = StepTests.entries(counts)
    var (good, bad) = (0, 0)
    func extend(_ step: NaiveStep, from start: Int, left: Int) {
      if expectSurgery(step, counts) { good += 1 } else { bad += 1 }
      guard left > 0 else { return }
      for place in start..<entries.count {
        var longer = step
        longer[entries[place].0].append(entries[place].1)
        extend(longer, from: place, left: left - 1)
      }
    }
    extend(NaiveStep(), from: 0, left: entryCount)
    return (good, bad)
  }

  @Test(
    "Every batch of two entries is what surgery on arrays makes of it",
    arguments: [[], [0], [1], [4], [0, 0], [1, 0], [2, 1], [2, 2], [1, 3]])
  func allPairs(counts: [Int]) {
    let (good, bad) = expectAllBatches(counts, entryCount: 2)
    #expect(good > 0 && bad > 0)
  }

  @Test(
    "Every batch of three entries is what surgery on arrays makes of it",
    arguments: [[1], [2], [1, 1]])
  func allTriples(counts: [Int]) {
    let (good, bad) = expectAllBatches(counts, entryCount: 3)
    #expect(good > 100 && bad > 100)
  }

  @Test("Every fate of up to four items is what surgery on arrays makes of it")
  func allFates() {
    for count in 0...4 {
      let fateCount = 3 + count
      for inserts in 0..<(1 << min(count, 3)) {
        var fates = [Int](repeating: 0, count: count)
        while true {
          var step = NaiveStep()
          for place in 0..<3 where inserts >> place & 1 == 1 {
            step["insert"].append(.init(0, place))
          }
          for (item, fate) in fates.enumerated() {
            switch fate {
            case 0: break
            case 1: step["delete"].append(.init(0, item))
            case 2: step["resize"].append(.init(0, item))
            default: step["move"].append(.init(0, item, to: 0, fate - 3))
            }
          }
          _ = expectSurgery(step, [count])
          guard let next = fates.firstIndex(where: { $0 < fateCount - 1 }) else { break }
          fates[next] += 1
          for place in 0..<next { fates[place] = 0 }
        }
      }
    }
  }

  /// A step for a list, most of whose entries do not contradict each other.
  static func step(_ counts: [Int], _ random: inout SplitMix64) -> NaiveStep {
    var step = NaiveStep()
    func section() -> Int { Int.random(in: 0..<max(1, counts.count), using: &random) }
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      let from = section()
      let itemCount = from < counts.count ? counts[from] : 1
      let item = Int.random(in: 0...max(1, itemCount), using: &random)
      let count = Int.random(in: 1...3, using: &random)
      switch Int.random(in: 0..<16, using: &random) {
      case 0...2: step["delete"].append(.init(from, item, count: count))
      case 3: step["reload"].append(.init(from, item, count: count))
      case 4: step["resize"].append(.init(from, item, count: count))
      case 5:
        let at = (0..<count).map { _ in Int.random(in: 0...max(1, itemCount), using: &random) }
        step["resize"].append(.init(from, at: at))
      case 6...8: step["insert"].append(.init(from, item, count: count))
      case 9...11:
        let to = Int.random(in: 0...max(1, itemCount), using: &random)
        step["move"].append(.init(from, item, count: count, to: section(), to))
      case 12:
        let count = Int.random(in: 1...2, using: &random)
        step["deleteSections"].append(.init(from, count: count))
      case 13: step["moveSections"].append(.init(from, to: section()))
      case 14:
        let itemCounts = (0..<Int.random(in: 0...2, using: &random)).map { $0 * 2 }
        step["insertSections"].append(.init(from, itemCounts: itemCounts))
      default:
        if Bool.random(using: &random) {
          step["setSections"].append(.init(from, count: Int.random(in: 1...3, using: &random)))
        } else {
          step["reloadSections"].append(.init(from, itemCounts: [count]))
        }
      }
    }
    return step
  }

  @Test(
    "Random batches are what surgery on arrays makes of them", arguments: 0..<8 as Range<UInt64>)
  func randomBatches(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var good = 0
    for _ in 0..<2000 {
      let counts = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        Int.random(in: 0...8, using: &random)
      }
      if expectSurgery(StepTests.step(counts, &random), counts) { good += 1 }
    }
    #expect(good > 200)
  }

  @Test(
    "Steps one after the other are what surgery on arrays makes of them",
    arguments: 0..<8 as Range<UInt64>)
  func manySteps(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var stepCount = 0
    for _ in 0..<200 {
      let counts = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        Int.random(in: 0...6, using: &random)
      }
      var applied = AppliedSteps(counts)
      var expected = NaiveStep.list(counts)
      for _ in 0..<6 {
        let now = expected.map(\.items.count)
        #expect(applied.itemCounts == now)
        let step = StepTests.step(now, &random)
        guard step.errors(now).isEmpty else { continue }
        try applied.apply(Step(step))
        expected = step.applied(to: expected)
        stepCount += 1
      }
      let list = applied.mapping.list(applied.itemCounts).map(\.withoutSources)
      #expect(list == expected.map(\.withoutSources))
      let left = Set(expected.compactMap(\.section))
      let gone = applied.gone.flatMap(\.sections)
      #expect(Set(gone).count == gone.count)
      #expect(Set(gone) == Set(counts.indices).subtracting(left))
    }
    #expect(stepCount > 100)
  }

  @Test("The order of a list's entries means nothing", arguments: 0..<4 as Range<UInt64>)
  func order(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<300 {
      let counts = [5, 3, 4]
      let step = StepTests.step(counts, &random)
      var shuffled = step
      for name in NaiveStep.names { shuffled[name].shuffle(using: &random) }
      guard step.errors(counts).isEmpty else {
        #expect(!shuffled.errors(counts).isEmpty)
        continue
      }
      var (first, second) = (AppliedSteps(counts), AppliedSteps(counts))
      let mappings = (try first.apply(Step(step)), try second.apply(Step(shuffled)))
      let lists = (mappings.0.list(first.itemCounts), mappings.1.list(second.itemCounts))
      #expect(lists.0.map(\.withoutSources) == lists.1.map(\.withoutSources))
    }
  }

  // MARK: What the rules say in words

  /// The problems of a step, or none.
  private func problems(_ step: Step, _ counts: [Int]) -> [String] {
    var applied = AppliedSteps(counts)
    do { try applied.apply(step) } catch { return error.texts }
    return []
  }

  @Test("A billion items that stay together are a run")
  func billions() throws {
    let billion = 1_000_000_000
    var applied = AppliedSteps([billion, billion])
    var step = Step()
    step.delete = [Range(ItemPath(0, 5), count: billion / 2)]
    step.move = [.init(from: Range(ItemPath(1, 0), count: billion - 1), to: ItemPath(0, 2))]
    step.insert = [Range(ItemPath(1, 1), count: 1 << 52)]
    let mapping = try applied.apply(step)
    #expect(mapping.items[0]?.runs.count == 4)
    #expect(mapping.items[1]?.runs.count == 2)
    #expect(applied.itemCount == billion * 3 / 2 + 1 << 52)
  }

  @Test("More than 2⁵³ items are refused, whatever the sums")
  func tooMany() {
    var step = Step()
    step.insert = (0..<5000).map { Range(ItemPath(0, $0 << 41), count: 1 << 41) }
    #expect(problems(step, [0]) == ["//0 over-limit"])
    step.insert = (0..<4096).map { Range(ItemPath(0, $0 << 41), count: 1 << 41) }
    #expect(problems(step, [0]) == [])
    step.insert = [Range(ItemPath(0, 1 << 53), count: 1 << 53)]
    #expect(problems(step, [3]) == ["/insert/0 item-out-of-range-after"])
  }

  @Test("Estimated items are resized where they are")
  func estimated() throws {
    var applied = AppliedSteps([6])
    var step = Step()
    step.resize = [.items(section: 0, [0]), .estimated(section: 0)]
    var meter = WorkMeter.unlimited
    let mapping = try applied.apply(step, estimated: { _ in [2..<4, 5..<6] }, meter: &meter)
    #expect(mapping.items[0]?.runs.map { $0.source?.entry } == [0, nil, 1, nil, 1])
    #expect(throws: StepFailure.self) {
      try applied.apply(step, estimated: { _ in [0..<1] }, meter: &meter)
    }
    step.resize = [.estimated(section: 1)]
    #expect(problems(step, [1]) == ["/resize/0 section-out-of-range-before"])
  }

  @Test("At most twenty problems are listed, and what failed changes nothing")
  func twenty() throws {
    var step = Step()
    step.delete = (0..<30).map { _ in Range(ItemPath(0, 9), count: 1) }
    #expect(
      problems(step, [3]) == (0..<20).map { "/delete/\($0) item-out-of-range-before" })
    var applied = AppliedSteps([3])
    #expect(throws: StepFailure.self) { try applied.apply(step) }
    #expect(applied.steps.isEmpty && applied.itemCounts == [3])
    var meter = WorkMeter(portion: 10)
    #expect(throws: StepFailure.self) { try applied.apply(step, meter: &meter) }
  }
}

extension NaiveStep.ListedSection {
  /// The section without what single steps know.
  var withoutSources: NaiveStep.ListedSection {
    var section = self
    section.source = nil
    for place in items.indices { section.items[place].source = nil }
    return section
  }
}
