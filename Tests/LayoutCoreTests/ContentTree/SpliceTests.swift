import Comparison
import ContentHash
import Oracle
import Testing

@testable import LayoutCore

@Suite("Trees after edits")
struct SpliceTests {
  /// What edits do to a plain list of items, of which each run may be many.
  static func edited(_ list: [ItemRun], _ edits: [ContentEdit]) -> [ItemRun] {
    var result: [ItemRun] = []
    var next = 0
    func runs(_ list: [ItemRun], _ items: Range<Int>) -> [ItemRun] {
      var first = 0
      var part: [ItemRun] = []
      for run in list {
        let range = items.clamped(to: first..<first + run.count)
        first += run.count
        guard !range.isEmpty else { continue }
        var run = run
        run.count = range.count
        part.append(run)
      }
      return part
    }
    for edit in edits {
      result += runs(list, next..<edit.items.lowerBound)
      switch edit.replacement {
      case .run(let run): result += [run]
      case .runs(let runs): result += runs
      case .items(let tree, let items): result += runs(tree.leafRuns.flatMap(\.self), items)
      case .changed(let change):
        for var run in runs(list, edit.items) {
          while run.count > 0 {
            var changed = change(run)
            changed.count = min(changed.count, run.count)
            result.append(changed)
            run.count -= changed.count
          }
        }
      case .made(var left, let make):
        while left > 0 {
          result.append(make(left))
          left -= result.last!.count
        }
      }
      next = edit.items.upperBound
    }
    let count = list.reduce(0) { $0 + $1.count }
    return result + runs(list, next..<count)
  }

  /// Random edits of a list with so many items, ascending.
  static func edits(
    _ list: ContentList, itemCount: Int, of number: Int, using random: inout SplitMix64
  ) -> [ContentEdit] {
    var places: Set<Int> = []
    for _ in 0..<2 * number {
      // Often near each other, and at both ends.
      let near = places.randomElement(using: &random) ?? 0
      places.insert(
        [
          Int.random(in: 0...itemCount, using: &random), 0, itemCount,
          min(itemCount, near + Int.random(in: 0...300, using: &random)),
          min(itemCount, near + 1),
        ].randomElement(using: &random)!)
    }
    let ends = places.sorted()
    return stride(from: 0, to: ends.count, by: 2).map { place in
      let start = ends[place]
      let end = place + 1 < ends.count ? ends[place + 1] : start
      let inserted = list.runs([0, 1, 1, 2, 5, 700].randomElement(using: &random)!, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: return .delete(start..<min(end, start + 3))
      case 1: return .delete(start..<end)
      case 2: return .insert(inserted, at: start)
      case 3: return ContentEdit(items: start..<min(end, start + 2), replacement: .runs(inserted))
      case 4:
        let other = ContentTree(inserted)
        let from = Int.random(in: 0...other.itemCount, using: &random)
        let to = Int.random(in: from...other.itemCount, using: &random)
        return ContentEdit(items: start..<start, replacement: .items(of: other, from..<to))
      default:
        let height = inserted.first?.height ?? 44
        let isEstimated = Bool.random(using: &random)
        let members = list.members(4, using: &random)
        return ContentEdit(
          items: start..<min(end, start + 400),
          replacement: .changed { run in
            var run = run
            run.height = height
            run.isEstimated = list == .marks && isEstimated
            run.members = members
            return run
          })
      }
    }
  }

  @Test("A tree after edits is the tree made from scratch", arguments: ContentList.allCases)
  func pathIndependence(list: ContentList) throws {
    for seed in seeds(short: 0..<2, all: 0..<8 as Range<UInt64>) {
      var random = SplitMix64(seed: seed)
      var runs = list.runs([0, 10, 600, 6000].randomElement(using: &random)!, using: &random)
      var tree = ContentTree(runs)
      for step in 0..<6 {
        let edits = Self.edits(
          list, itemCount: tree.itemCount, of: [1, 1, 2, 9].randomElement(using: &random)!,
          using: &random)
        runs = Self.edited(runs, edits)
        var meter = WorkMeter.unlimited
        let before = tree
        tree = try tree.spliced(edits, naming: .tests, meter: &meter)
        tree.expectNaive(runs, "\(list), seed \(seed), step \(step)")
        tree.expectUses(before)
        if runs.count > 20_000 { break }
      }
    }
  }

  /// Sizes that single items get: often those of others near, or of another form.
  private static func resizes(
    of runs: [ItemRun], in list: ContentList, using random: inout SplitMix64
  ) -> [ContentEdit] {
    var edits: [ContentEdit] = []
    var first = 0
    let share = [40, 400, 400, 3000].randomElement(using: &random)!
    for (number, run) in runs.enumerated() {
      defer { first += run.count }
      guard Int.random(in: 0..<share, using: &random) == 0 else { continue }
      var other = [
        run, list.run(number + 1, using: &random), list.run(number, using: &random),
        number > 0 ? runs[number - 1] : run, number + 1 < runs.count ? runs[number + 1] : run,
      ].randomElement(using: &random)!
      switch Int.random(in: 0..<8, using: &random) {
      case 0: other.height = Double.random(in: 0...500, using: &random)
      case 1: other.height = Double(Int.random(in: 0...2000, using: &random)) / 4
      case 2: other.width = Double(Int.random(in: 256...70_000, using: &random))
      case 3: other.isEstimated.toggle()
      default: break
      }
      other.count = run.count
      let replacement = [
        ContentEdit.Replacement.run(other), .runs([other]), .changed { [other] _ in other },
      ].randomElement(using: &random)!
      edits.append(ContentEdit(items: first..<first + run.count, replacement: replacement))
    }
    return edits
  }

  @Test(
    "A tree with items of other sizes is the tree made from scratch",
    arguments: ContentList.allCases)
  func resizes(list: ContentList) throws {
    for seed in seeds(short: 0..<1, all: 0..<4 as Range<UInt64>) {
      var random = SplitMix64(seed: 30 + seed)
      var runs = list.runs(4000, using: &random)
      var tree = ContentTree(runs)
      for step in 0..<5 {
        let edits = Self.resizes(of: runs, in: list, using: &random)
        runs = Self.edited(runs, edits)
        var meter = WorkMeter.unlimited
        let before = tree
        tree = try tree.spliced(edits, naming: .tests, meter: &meter)
        tree.expectNaive(runs, "\(list), seed \(seed), step \(step)")
        tree.expectUses(before)
      }
    }
  }

  @Test("One edit makes about one leaf and one node of each level", arguments: ContentList.allCases)
  func newObjects(list: ContentList) throws {
    let table = RememberingTable(shares: false)
    let naming = ContentNaming(table: table, hasher: { CanonicalHasher() })
    var random = SplitMix64(seed: 8)
    let tree = ContentTree(list.runs(60_000, using: &random), naming: naming)
    table.reset()
    var meter = WorkMeter.unlimited
    let count = 50
    for _ in 0..<count {
      let item = Int.random(in: 0..<max(1, tree.itemCount), using: &random)
      let edit: ContentEdit =
        Bool.random(using: &random) && tree.itemCount > 0
        ? .delete(item..<item + 1) : .insert([list.run(item, using: &random)], at: item)
      _ = try tree.spliced([edit], naming: naming, meter: &meter)
    }
    #expect(table.leavesAsked <= count * (list == .periodic ? 3 : 2), "\(list)")
    #expect(table.nodesAsked <= count * 2 * max(1, tree.root.level), "\(list)")
  }

  @Test("A version that goes lets go of what no other one has")
  func oldVersions() throws {
    let table = RememberingTable(shares: false)
    let naming = ContentNaming(table: table, hasher: { CanonicalHasher() })
    var random = SplitMix64(seed: 10)
    var meter = WorkMeter.unlimited
    var tree = ContentTree(ContentList.wholes.runs(60_000, using: &random), naming: naming)
    let (leafCount, levels) = (tree.leafCount, tree.root.level)
    var versions: [ContentTree] = []
    for _ in 0..<50 {
      versions.append(tree)
      let item = Int.random(in: 0..<tree.itemCount, using: &random)
      tree = try tree.spliced([.delete(item..<item + 1)], naming: naming, meter: &meter)
    }
    while !versions.isEmpty {
      table.reset()
      versions.removeFirst()
      #expect(table.letGo <= 3 * (levels + 1))
    }
    #expect(tree.leafCount > leafCount / 2)
    table.reset()
    tree = ContentTree([])
    #expect(table.letGo > leafCount / 2)
  }

  @Test("What changes nothing gives the same tree")
  func nothing() throws {
    var random = SplitMix64(seed: 9)
    var meter = WorkMeter.unlimited
    let table = RememberingTable(shares: false)
    let naming = ContentNaming(table: table, hasher: { CanonicalHasher() })
    let tree = ContentTree(ContentList.wholes.runs(20_000, using: &random), naming: naming)
    table.reset()
    for edits in [
      [], [.delete(5..<5)], [.insert([], at: 20_000)], [.insert([tree[0]], at: 0), .delete(0..<1)],
      [ContentEdit(items: 0..<20_000, replacement: .changed { $0 })],
      [ContentEdit(items: 300..<9_000, replacement: .items(of: tree, 300..<9_000))],
    ] as [[ContentEdit]] {
      let same = try tree.spliced(edits, naming: naming, meter: &meter)
      #expect(same.root === tree.root)
    }
    #expect(table.leavesAsked == 0 && table.nodesAsked == 0)
  }

  @Test("Content that moves is made anew a few thousand runs at a time")
  func longStretches() throws {
    var random = SplitMix64(seed: 12)
    var meter = WorkMeter.unlimited
    let table = RememberingTable(shares: false)
    let naming = ContentNaming(table: table, hasher: { CanonicalHasher() })
    let tree = ContentTree(ContentList.wholes.runs(60_000, using: &random), naming: naming)
    let other = ContentTree(tree.leafRuns.flatMap(\.self), naming: naming)
    table.reset()
    let before = table.entryCount
    let moved = try other.spliced(
      [ContentEdit(items: 0..<0, replacement: .items(of: tree, 0..<tree.itemCount))],
      naming: naming, meter: &meter)
    #expect(table.entryCountMax - before < tree.leafCount / 2)
    let runs = tree.leafRuns.flatMap(\.self)
    #expect(moved.digest == ContentTree(runs + runs, naming: naming).digest)
  }

  @Test("The end of a tree is inside another one", arguments: [true, false])
  func ends(cuts: Bool) throws {
    let ground = ContentList.ground(9000, cuts: cuts)
    for count in [0, 1, 32, 64, 65, 1600, 4096, 8192, 9000] {
      let runs = Array(ground[..<count])
      let tree = ContentTree(runs)
      let other = ContentTree(Array(ground[..<min(count, 64)]))
      for place in Set([0, min(count, 32), count / 2, count]) {
        let run = ItemRun(width: 0, height: 0.5)
        for edits in [
          [ContentEdit(items: place..<place, replacement: .items(of: tree, 0..<count))],
          [ContentEdit(items: place..<place, replacement: .items(of: other, 0..<other.itemCount))],
          [.insert(runs, at: place), .insert([run], at: count)],
          [ContentEdit(items: 0..<count, replacement: .changed { $0 }), .insert([run], at: count)],
          [.delete(0..<place)], [.delete(place..<count)],
        ] as [[ContentEdit]] {
          var meter = WorkMeter.unlimited
          let changed = try tree.spliced(edits, naming: .tests, meter: &meter)
          changed.expectNaive(Self.edited(runs, edits), "\(count), \(place)")
        }
      }
    }
  }

  @Test("Runs of billions cost what ten items cost")
  func billions() throws {
    let run = ItemRun(count: 3_000_000_000, width: 0, height: 44)
    let tree = ContentTree([run])
    var meter = WorkMeter.unlimited
    let other = ItemRun(count: 1_000_000_000, width: 0, height: 50)
    let spliced = try tree.spliced(
      [
        .insert([run], at: 5), .delete(7..<2_000_000_000),
        ContentEdit(items: 2_500_000_000..<2_900_000_000, replacement: .runs([other])),
        ContentEdit(
          items: 2_900_000_000..<3_000_000_000,
          replacement: .changed {
            var run = $0
            run.isEstimated = true
            return run
          }),
      ], naming: .tests, meter: &meter)
    #expect(
      spliced.leafRuns == [
        [
          ItemRun(count: 3_500_000_007, width: 0, height: 44), other,
          ItemRun(count: 100_000_000, width: 0, height: 44, isEstimated: true),
        ]
      ])
    #expect(meter.units < 30)
    #expect(
      try spliced.runs(of: 3_500_000_000..<3_500_000_010, meter: &meter)
        == [
          ItemRun(count: 7, width: 0, height: 44), ItemRun(count: 3, width: 0, height: 50),
        ])
  }

  @Test("A meter stops a splice")
  func meter() throws {
    var random = SplitMix64(seed: 10)
    let tree = ContentTree(ContentList.periodic.runs(50_000, using: &random))
    var meter = WorkMeter(portion: 10_000)
    #expect(throws: WalkInterrupted.budgetExceeded) {
      _ = try tree.spliced([.delete(0..<1)], naming: .tests, meter: &meter)
    }
    var enough = WorkMeter(portion: 60_000)
    _ = try tree.spliced([.delete(0..<1)], naming: .tests, meter: &enough)
  }

  @Test("Trees grow from nothing and shrink to nothing")
  func growth() throws {
    for list in [ContentList.wholes, .twoSizes, .equal, .members] {
      var random = SplitMix64(seed: 11)
      var meter = WorkMeter.unlimited
      var tree = ContentTree([])
      var runs: [ItemRun] = []
      for step in seeds(short: 0..<12, all: 0..<30) {
        let more = list.runs([1, 40, 3000][step % 3], using: &random)
        let place = Int.random(in: 0...runs.count, using: &random)
        tree = try tree.spliced([.insert(more, at: place)], naming: .tests, meter: &meter)
        runs.insert(contentsOf: more, at: place)
        #expect(tree.digest.bytes == NaiveContentTree(runs).digest)
      }
      while !runs.isEmpty {
        let count = min(runs.count, Int.random(in: 1...4000, using: &random))
        let place = Int.random(in: 0...runs.count - count, using: &random)
        tree = try tree.spliced([.delete(place..<place + count)], naming: .tests, meter: &meter)
        runs.removeSubrange(place..<place + count)
        #expect(tree.digest.bytes == NaiveContentTree(runs).digest)
      }
      #expect(tree.itemCount == 0 && tree.leafCount == 1)
    }
  }
}

extension ContentTree {
  /// Expects that every leaf and node of a tree before that this one has, too, is the same object.
  func expectUses(_ before: ContentTree, _ comment: Comment? = nil) {
    var leaves: [ContentDigest: Leaf] = [:]
    for place in before.leaves() { leaves[place.leaf.digest] = place.leaf }
    var copies = 0
    // Equal leaves of one tree need not be one object.
    for place in self.leaves() {
      guard let known = leaves[place.leaf.digest], known !== place.leaf else { continue }
      if !before.leaves().contains(where: { $0.leaf === place.leaf }) { copies += 1 }
    }
    #expect(copies == 0, comment)
  }
}
