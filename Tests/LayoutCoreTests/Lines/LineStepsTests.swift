import Oracle
import Testing

@testable import LayoutCore

@Suite("A meter stops lines that it does not pay for")
struct LineStepsTests {
  /// A digest ends a node wherever one may end: nodes have two children each.
  private static let naming = ContentNaming(hasher: { EndingHasher() })

  /// Items of no width and of different heights, in leaves of 32.
  private static func tree(_ count: Int) -> ContentTree {
    ContentTree(ContentList.ground(count, cuts: true), naming: naming)
  }

  private static func lines(
    _ tree: ContentTree, _ maker: some LineMaker, from earlier: (tree: ContentTree, lines: Lines)?,
    portion: Int
  ) throws -> Lines {
    var meter = WorkMeter(portion: portion)
    return try Lines(tree, maker, from: earlier, meter: &meter)
  }

  /// The first leaf of a tree.
  private static func first(_ tree: ContentTree) -> LeafInLine {
    LeafInLine(
      leaf: tree.leaf(number: 0).leaf, firstItem: 0, number: 0, next: tree.leaf(number: 1).leaf,
      tree: tree)
  }

  /// Lays out the first leaf of a tree with a portion that is too small.
  private static func expectStop(
    _ maker: some LineMaker, _ tree: ContentTree, portion: Int, steps: Int
  ) {
    var (maker, meter) = (maker, WorkMeter(portion: portion))
    #expect(throws: WalkInterrupted.budgetExceeded) {
      _ = try maker.block(of: first(tree), start: 0, meter: &meter)
    }
    #expect(meter.units == steps)
  }

  @Test("A line or a row that continues in many leaves")
  func continued() throws {
    let tree = Self.tree(20_000)
    let flow = FlowMaker(FlowMakerTests.rule(spacing: 0))
    let rows = RowMaker(perLine: tree.itemCount, spacing: 0)
    for portion in [1, 100, 10_000] {
      Self.expectStop(flow, tree, portion: portion, steps: portion + 1)
      Self.expectStop(rows, tree, portion: portion, steps: portion + 1)
    }
    // The items are read again for the positions of the line.
    for portion in [30_000, 50_000] {
      Self.expectStop(flow, tree, portion: portion, steps: portion + 1)
    }
    // A row that ends in the next leaf.
    Self.expectStop(RowMaker(perLine: 52, spacing: 0), tree, portion: 19, steps: 20)
  }

  @Test("Items of one run that continue a line")
  func continuedRun() throws {
    func tree(_ count: Int) -> ContentTree {
      let runs = Self.tree(64).leafRuns.joined() + [ItemRun(count: count, width: 0, height: 1)]
      return ContentTree(Array(runs), naming: Self.naming)
    }
    let flow = FlowMaker(FlowMakerTests.rule(spacing: 0))
    Self.expectStop(flow, tree(1 << 30), portion: 1000, steps: 1001)
    // The second leaf and the run, and both once more for the positions of the line.
    Self.expectStop(flow, tree(5000), portion: 8000, steps: 2 * 5032)
  }

  @Test("Nodes that are the same as before")
  func sameNodes() throws {
    let tree = Self.tree(64_000)
    let maker = RowMaker(perLine: 1, spacing: 1)
    let lines = Lines(tree, maker)
    #expect(lines.nodes.count >= 900)
    var edits = WorkMeter.unlimited
    let shorter = try tree.spliced(
      [.delete(tree.itemCount - 1..<tree.itemCount)], naming: Self.naming, meter: &edits)
    #expect(throws: WalkInterrupted.budgetExceeded) {
      _ = try Self.lines(
        shorter, maker, from: (tree, lines), portion: lines.nodes.count / 8 - 2)
    }
    _ = try Self.lines(shorter, maker, from: (tree, lines), portion: lines.nodes.count / 4)
  }

  @Test("Leaves that other nodes had before")
  func sameLeaves() throws {
    let tree = Self.tree(20_000)
    let maker = RowMaker(perLine: 1, spacing: 1)
    let lines = Lines(tree, maker)
    var edits = WorkMeter.unlimited
    // Without the first leaf, every node has other children.
    let shorter = try tree.spliced([.delete(0..<32)], naming: Self.naming, meter: &edits)
    let portion = 2 * lines.nodes.count + shorter.leafCount
    #expect(throws: WalkInterrupted.budgetExceeded) {
      _ = try Self.lines(shorter, maker, from: (tree, lines), portion: portion - 10)
    }
    _ = try Self.lines(shorter, maker, from: (tree, lines), portion: portion + 200)
  }

  @Test("The comparison with other content, and the search for leaves that it does not have")
  func otherContent() throws {
    let (one, other) = (Self.tree(20_000), Self.tree(10_000))
    let maker = RowMaker(perLine: 1, spacing: 1)
    let lines = Lines(one, maker)
    // Other objects.
    let content = Lines(other, maker).nodes.all.map(\.content)
    let former = Lines.Former(tree: one, nodes: lines.nodes)
    var meter = WorkMeter(portion: lines.nodes.count + content.count - 1)
    #expect(throws: WalkInterrupted.budgetExceeded) {
      _ = try LineSource(former, for: content, meter: &meter)
    }
    meter = .unlimited
    var source = try LineSource(former, for: content, meter: &meter)
    meter = WorkMeter(portion: one.leafCount - 1)
    let missing = ObjectIdentifier(other.leaf(number: 0).leaf)
    for _ in 0..<2 {
      let found = try source.place(ofLeaf: missing, likely: 0, &meter)
      #expect(found == nil)
    }
    #expect(meter.units == 0)
    #expect(throws: WalkInterrupted.budgetExceeded) {
      _ = try source.place(ofLeaf: missing, likely: 0, &meter)
    }
  }

  @Test("Nodes of lines without a height")
  func flatNodes() throws {
    var random = SplitMix64(seed: 3)
    let runs = (0..<60_000).map { _ in
      ItemRun(width: Double.random(in: 1...90, using: &random), height: 0)
    }
    let tree = ContentTree(runs, naming: Self.naming)
    let lines = Lines(tree, FlowMaker(FlowMakerTests.rule(spacing: 0)))
    #expect(lines.nodes.count > 50)
    var meter = WorkMeter(portion: lines.nodes.count - 1)
    #expect(throws: WalkInterrupted.budgetExceeded) {
      _ = try lines.tallBlock(behind: lines.blocks[0], meter: &meter)
    }
    meter = WorkMeter(portion: lines.nodes.count)
    #expect(try lines.tallBlock(behind: lines.blocks[0], meter: &meter) == nil)
  }

  @Test("A frame in a line of items of one width", arguments: [100, 5000])
  func frame(count: Int) throws {
    let heights = (0..<count).map { Double($0 % 97) }
    let metrics = SectionMetrics(
      engine: FlowEngine(lineAlignment: .leading, itemAlignment: .center), sectionInset: .zero,
      minimumLineSpacing: 0, minimumInteritemSpacing: 0, sectionSeparator: nil,
      showsSectionSeparatorWhenLastSection: false, cellAppearance: nil)
    let items = Items(count: count, widths: .uniform(0), heights: .explicit(heights))
    let layout = try Layout.of(
      (Section(metrics: metrics, items: items, headers: .empty, footers: .empty), 1))
    // The heights of the line's items in one leaf are read, 16 for a step.
    let steps = layout.placed(0).stepsPerCell(ofItem: 0)
    let read = min(count, LeafCut.runsMax)
    #expect(16 * steps >= read && 16 * steps <= read + 16)
  }
}
