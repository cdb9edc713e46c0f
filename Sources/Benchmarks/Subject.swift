import CReference
import Glibc
import LayoutCore
import LayoutService

/// The same numbers in the same order for the same seed: SplitMix64, by Sebastiano Vigna.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// The snapshots to lay out: one section of items, in a container as wide as a telephone.
struct Subject {
  static let containerWidth = 390.0
  static let viewportHeight = 844.0
  static let inset = EdgeInsets(top: 12, left: 8, bottom: 12, right: 8)
  static let spacing = 10.0
  /// A of docs/rules.md#available-width, in points.
  static let available = containerWidth - inset.left - inset.right

  /// An engine with the metrics for measuring it, and the ranges of the random extents of its items; nil if it does not
  /// read them.
  struct Setup: Sendable {
    let engine: any LayoutEngine
    let widths: ClosedRange<Double>?
    let heights: ClosedRange<Double>?
    /// Whether extents are whole numbers.
    var areWhole = false

    /// With sizes like those of tags.
    static let flow = Setup(
      engine: FlowEngine(lineAlignment: .uikit, itemAlignment: .center), widths: 40...180,
      heights: 30...90)
    static let column = Setup(
      engine: ColumnEngine(
        columns: .number(3), cellHeight: .row, separator: nil, showsColumnSeparator: false),
      widths: nil, heights: 30...90)
    /// With sizes like those of photos.
    static let waterfall = Setup(
      engine: WaterfallEngine(columns: .number(4), placement: .shortest), widths: 100...300,
      heights: 200...600)
    /// The same with more columns.
    static let wideWaterfall = Setup(
      engine: WaterfallEngine(columns: .number(wideColumns), placement: .shortest),
      widths: 100...300, heights: 200...600)
    static let wideColumns = 8
    static let mosaic = Setup(
      engine: MosaicEngine(
        segmentHeight: 200, leading: .standardLeading, cycle: .standardCycle), widths: nil,
      heights: nil)
    /// The segments of that mosaic as groups.
    static let groups = Setup(
      engine: GroupsEngine(
        leading: GroupList([GroupPart(.points(200))]),
        cycle: GroupList([
          group([GroupPart(.parts(1), repeatCount: 2)]),
          group([GroupPart(.parts(2)), GroupPart(.parts(1), stack)]),
          group([GroupPart(.parts(1), stack), GroupPart(.parts(2))]),
        ]),
        last: GroupList([
          GroupPart(.points(200)), group([GroupPart(.parts(1), repeatCount: 2)]),
        ])), widths: nil, heights: nil)

    private static let stack = GroupDivision(
      isRow: false, [GroupPart(.parts(1), repeatCount: 2)])

    private static func group(_ parts: [GroupPart]) -> GroupPart {
      GroupPart(.points(200), GroupDivision(isRow: true, parts))
    }

    /// Anywhere in a room as broad as the container, with as many in a viewport as a page of photos has.
    static let fixed = Setup(
      engine: FixedEngine(designWidth: nil), widths: 20...60, heights: 20...60)
    /// With sizes like those of photos, each of another ratio.
    static let justified = Setup(
      engine: JustifiedEngine(targetRowHeight: rowHeight, lineAlignment: .leading),
      widths: 100...300, heights: 100...300)
    /// The same with photos of eight ratios.
    static let eightRatios = Setup(
      engine: justified.engine, widths: 1...8, heights: 4...4, areWhole: true)
    static let rowHeight = 120.0
    static let all = [flow, column, waterfall, mosaic]

    var name: String { engine.name.rawValue }
  }

  let section: Section

  /// The names that the service uses.
  static let naming = ContentNaming.sharingSHA256()

  /// A section of one engine with explicit items of random sizes, as far as the engine reads them.
  init(_ setup: Setup, count: Int, giant: Int? = nil) {
    var random = SeededGenerator(seed: 7)
    var (widths, heights) = ([Double](), [Double]())
    widths.reserveCapacity(setup.widths == nil ? 0 : count)
    heights.reserveCapacity(setup.heights == nil ? 0 : count)
    func extent(_ range: ClosedRange<Double>) -> Double {
      let extent = Double.random(in: range, using: &random)
      return setup.areWhole ? extent.rounded() : extent
    }
    for _ in 0..<count {
      if let range = setup.widths { widths.append(extent(range)) }
      if let range = setup.heights { heights.append(extent(range)) }
    }
    if let giant {
      heights[giant] = 1e7
      if setup.engine is WaterfallEngine { widths[giant] = Subject.columnWidth }
    }
    if setup.engine is FixedEngine {
      let items = Subject.placed(widths, heights, giant: giant, using: &random)
      section = Section(
        metrics: Subject.metrics(setup.engine), items: items, headers: .empty, footers: .empty)
      return
    }
    var builder = ContentTreeBuilder(naming: Subject.naming)
    builder.append(
      count: count, widths: setup.widths == nil ? .uniform(0) : .explicit(widths),
      heights: setup.heights == nil ? .uniform(0) : .explicit(heights))
    let items = Items(builder.finish())
    section = Section(
      metrics: Subject.metrics(setup.engine), items: items, headers: .empty, footers: .empty)
  }

  /// Items at random places, as many as 12 for each 100 points along the scroll axis.
  private static func placed(
    _ widths: [Double], _ heights: [Double], giant: Int?, using random: inout SeededGenerator
  ) -> Items {
    let extent = Double(widths.count) * 100 / 12
    var builder = ContentTreeBuilder(naming: Subject.naming)
    for item in widths.indices {
      let left = Double.random(in: 0...available - 60, using: &random)
      let top = item == giant ? 0 : Double.random(in: 0...extent, using: &random)
      var members = GivenMembers()
      members[MemberCode.x] = .number(left)
      members[MemberCode.y] = .number(top)
      builder.append(ItemRun(width: widths[item], height: heights[item], members: members))
    }
    return builder.finishItems()
  }

  /// The metrics of all sections.
  static func metrics(_ engine: any LayoutEngine) -> SectionMetrics {
    SectionMetrics(
      engine: engine, sectionInset: inset, minimumLineSpacing: spacing,
      minimumInteritemSpacing: spacing, sectionSeparator: nil,
      showsSectionSeparatorWhenLastSection: false, cellAppearance: nil)
  }

  /// Any number of equal items without sizes.
  init(equal setup: Setup, _ count: Int) {
    var builder = ContentTreeBuilder(naming: Subject.naming)
    builder.append(ItemRun(count: count, width: 0, height: 0))
    section = Section(
      metrics: Subject.metrics(setup.engine), items: builder.finishItems(), headers: .empty,
      footers: .empty)
  }

  /// An existing section.
  init(_ section: Section) { self.section = section }

  /// A section with the metrics of another one and the items of a tree.
  init(_ other: Subject, tree: ContentTree) {
    section = Section(
      metrics: other.section.metrics, items: Items(tree), headers: .empty, footers: .empty)
  }

  /// The same items, of which about one in ten stands over two columns.
  func spanned() -> Subject {
    var random = SeededGenerator(seed: 11)
    var members = GivenMembers()
    members[MemberCode.span] = .number(2)
    var builder = ContentTreeBuilder(naming: Subject.naming)
    for place in tree.leaves() {
      for number in 0..<place.leaf.runCount {
        var run = place.leaf[number]
        if Int.random(in: 0..<10, using: &random) == 0 { run.members = members }
        builder.append(run)
      }
    }
    return Subject(self, tree: builder.finish())
  }

  /// The same items, each turned clockwise.
  func turned(by degrees: Double) -> Subject {
    let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    var members = GivenMembers()
    members[MemberCode.transform] = .matrix(
      [cosine, sine, 0, 0, -sine, cosine, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])
    var builder = ContentTreeBuilder(naming: Subject.naming)
    for place in tree.leaves() {
      for number in 0..<place.leaf.runCount {
        var run = place.leaf[number]
        run.members = members
        builder.append(run)
      }
    }
    return Subject(self, tree: builder.finish())
  }

  var tree: ContentTree { section.items.tree(naming: Subject.naming) }

  /// The width of one of four columns, in points.
  static let columnWidth = columnWidth(of: 4)

  /// The width of a column, in points.
  static func columnWidth(of columns: Int) -> Double {
    (available - Double(columns - 1) * spacing) / Double(columns)
  }

  /// The engine's work, from scratch or from an earlier layout.
  func prepare(_ earlier: SectionLayout? = nil) -> SectionLayout {
    var meter = WorkMeter.unlimited
    do throws(LayoutInterrupted) {
      return try SectionLayout.prepare(
        section, number: 0, containerWidth: Subject.containerWidth, maximumColumns: 10_000,
        from: earlier, meter: &meter)
    } catch {
      preconditionFailure("the section can be laid out: \(error)")
    }
  }

  /// A layout of only this section.
  func layout(_ sectionLayout: SectionLayout) -> Layout {
    let snapshot = Snapshot(
      scrollDirection: .vertical, layoutDirection: .ltr, globalHeaders: .empty,
      sections: [section])
    do throws(LayoutError) {
      return try Layout(
        snapshot, containerWidth: Subject.containerWidth, sectionLayouts: [sectionLayout])
    } catch {
      preconditionFailure("the snapshot can be laid out: \(error)")
    }
  }

  /// Copies the items, or those from one on, to the reference.
  func copyToReference(from first: Int = 0) {
    guard let tree = section.items.tree else {
      preconditionFailure("the reference lays out items of several sizes")
    }
    reference_set_count(tree.itemCount - first)
    var item = 0
    for place in tree.leaves() {
      for number in 0..<place.leaf.runCount {
        let run = place.leaf[number]
        for _ in 0..<run.count {
          if item >= first {
            reference_set_item(item - first, run.width, run.height)
            if let span = run.members?.number(MemberCode.span) {
              reference_set_span(item - first, Int(span))
            }
            if let members = run.members {
              reference_set_place(
                item - first, members.number(MemberCode.x) ?? 0,
                members.number(MemberCode.y) ?? 0)
            }
          }
          item += 1
        }
      }
    }
  }

  /// Lays out rows of photos in the reference.
  static func justified() -> Double {
    reference_justified(inset.left, inset.top, available, spacing, spacing, Setup.rowHeight)
  }

  /// Ends the process unless the reference places some items where the engine does.
  func checkReference(_ layout: Layout) {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<1000 {
      let item = Int.random(in: 0..<section.items.count, using: &random)
      let own = layout.attributes(
        of: Element(kind: .cell, section: 0, index: item), bounds: nil, inset: .zero)
      guard let own else { preconditionFailure("item \(item) exists") }
      let isEqual =
        (own.frame.y - reference_y(item)).magnitude < 1e-3
        && (own.columnIndex.map { $0 == reference_column(item) }
          ?? ((own.frame.x - reference_x(item)).magnitude < 1e-6))
      precondition(isEqual, "the reference computes the same: item \(item)")
    }
  }
}
