import LayoutCore
import LayoutService
import LayoutWire

/// Rows 25 to 28 of docs/performance.md: questions about scrolling, against the query of a viewport at the same place
/// in the same layout, and against themselves in a small layout.
enum ScrollBenchmark {
  /// A question, and its row.
  private struct ScrollQuestion: Sendable {
    let row: String
    let name: String
    /// The greatest ratio to the query of a viewport.
    var target = 3.0
    /// Asks the question for a place in a layout.
    let ask: @Sendable (ScrolledPlace, inout WorkMeter) throws(WalkInterrupted) -> Double
  }

  /// A random viewport, as high as a telephone, and a random item.
  private struct ScrolledPlace {
    let layout: Layout
    let bounds: Rect
    let item: ItemPath
  }

  /// The speed at which a finger moves the viewport, in points per second, and the distance between two questions.
  private static let velocity = Point(x: 0, y: 1200)
  private static let step = 60.0
  private static let inset = EdgeInsets(top: 44, bottom: 34)

  private static let questions = [
    ScrollQuestion(row: "25", name: "target, an item") { (place, meter) throws(WalkInterrupted) in
      let element = Element(kind: .cell, section: 0, index: place.item.item)
      return try target(.element(element, .center), place, &meter)
    },
    ScrollQuestion(row: "25", name: "target, the nearest item") {
      (place, meter) throws(WalkInterrupted) in
      let origin = Point(x: 0, y: place.bounds.y)
      return try target(.nearestItem(proposed: origin), place, &meter)
    },
    ScrollQuestion(row: "25", name: "target, a page") { (place, meter) throws(WalkInterrupted) in
      let origin = Point(x: 0, y: place.bounds.y)
      let page = ScrollTarget.page(
        length: Subject.viewportHeight, proposed: origin, velocity: velocity)
      return try target(page, place, &meter)
    },
    ScrollQuestion(row: "25", name: "target, the place is kept") {
      (place, meter) throws(WalkInterrupted) in
      var bounds = place.bounds
      bounds.height -= 300
      return try place.layout.bounds(
        keeping: .first, of: place.layout, place.bounds, previousInset: inset, in: bounds,
        inset: inset, meter: &meter
      ).target.bounds.y
    },
    ScrollQuestion(row: "26", name: "window") { (place, meter) throws(WalkInterrupted) in
      var previous = place.bounds
      previous.y -= step
      let window = try place.layout.window(
        ScrollMotion(bounds: place.bounds, velocity: velocity),
        previous: ScrollMotion(bounds: previous, velocity: velocity), inset: inset,
        prefetch: PrefetchRule(), meter: &meter)
      return Double(window.entering.count + window.prefetch.count)
    },
    ScrollQuestion(row: "27", name: "neighbors", target: 1) {
      (place, meter) throws(WalkInterrupted) in
      let neighbors = try place.layout.neighbors(of: place.item, meter: &meter)
      return neighbors?[.down]?.frame.y ?? 0
    },
  ]

  private static func target(
    _ target: ScrollTarget, _ place: ScrolledPlace, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Double {
    try place.layout.bounds(at: target, from: place.bounds, inset: inset, meter: &meter)?.bounds.y
      ?? 0
  }

  static func run(_ plan: Plan) {
    let questions = questions.filter { plan.includes($0.row) }
    let (few, many) = plan.isQuick ? (10_000, 100_000) : (10_000, 10_000_000)
    for setup in Subject.Setup.all {
      let small = QueryBenchmark.Query(setup, count: few)
      let large = QueryBenchmark.Query(setup, count: many)
      for question in questions {
        let what = "\(question.name), \(setup.name), \(many) items"
        plan.compare(
          Comparison(
            row: question.row, what: "\(what), against a viewport", unit: "ns/question",
            target: question.target),
          per: QueryBenchmark.windowsPerRound,
          layoutd: { ask(question, of: large, round: $0) }, reference: large.run)
        plan.compare(
          Comparison(
            row: question.row, what: "\(what), against \(few)", unit: "ns/question", target: 3),
          per: QueryBenchmark.windowsPerRound,
          layoutd: { ask(question, of: large, round: $0) },
          reference: { ask(question, of: small, round: $0) })
      }
    }
  }

  /// Dragged items. The first question needs the layout after the move, as a change that moves the item does; later
  /// questions find it in memory.
  static func reorder(_ plan: Plan) {
    let count = plan.isQuick ? 100_000 : 1_000_000
    let dragsPerRound = 10
    for setup in Subject.Setup.all {
      let query = QueryBenchmark.Query(setup, count: count)
      let what = "\(setup.name), \(count) items"
      func drags(round: Int) -> [BenchmarkedDrag] {
        (0..<dragsPerRound).map {
          BenchmarkedDrag(query.layout, item: count / 2 + (round * dragsPerRound + $0) * 17)
        }
      }
      plan.compare(
        Comparison(
          row: "28", what: "drag, \(what), another target, against the move as a change",
          unit: "µs", target: 1.2),
        per: 1000 * dragsPerRound,
        layoutd: { for drag in drags(round: $0) { keep(drag.ask(drag.preview(drag.move()))) } },
        reference: { for drag in drags(round: $0) { keep(drag.change()) } })
      let drag = BenchmarkedDrag(query.layout, item: count / 2)
      let preview = drag.preview(drag.move())
      plan.compare(
        Comparison(
          row: "28", what: "drag, \(what), the same target, against a viewport",
          unit: "ns/question", target: 3),
        per: QueryBenchmark.windowsPerRound,
        layoutd: { round in
          query.forEachWindow(round: round) { keep(drag.ask(preview, bounds: $0)) }
        }, reference: query.run)
    }
  }

  /// An item that is dragged by some places, with the viewport around it.
  private struct BenchmarkedDrag {
    private let layout: Layout
    private let item: ItemPath
    private let target: ItemPath
    private let bounds: Rect

    init(_ layout: Layout, item: Int) {
      self.layout = layout
      self.item = ItemPath(0, item)
      target = ItemPath(0, item + 5)
      let element = Element(kind: .cell, section: 0, index: item)
      guard let cell = layout.attributes(of: element, bounds: nil, inset: .zero) else {
        preconditionFailure("item \(item) exists")
      }
      bounds = Rect(
        x: 0, y: cell.frame.y - 400, width: Subject.containerWidth, height: Subject.viewportHeight)
    }

    /// The snapshot and the layout after the move.
    func move() -> (changed: ChangedSnapshot, layout: Layout) {
      var meter = WorkMeter.unlimited
      do {
        let changed = try ChangedSnapshot(
          moving: item, to: target, of: layout.snapshot, limits: SnapshotLimits(),
          naming: Subject.naming, meter: &meter)
        let section = try SectionLayout.prepare(
          changed.snapshot.sections[0], number: 0, containerWidth: Subject.containerWidth,
          maximumColumns: 10_000, from: layout.sectionLayout(0), meter: &meter)
        let after = try Layout(
          changed.snapshot, containerWidth: Subject.containerWidth, sectionLayouts: [section])
        return (changed, after)
      } catch {
        preconditionFailure("the item can be moved: \(error)")
      }
    }

    func preview(_ move: (changed: ChangedSnapshot, layout: Layout)) -> ReorderPreview {
      ReorderPreview(move.layout, moving: item, to: target, in: layout.snapshot)
    }

    /// The visible elements while the finger is in the middle of the viewport.
    func ask(_ preview: ReorderPreview, bounds: Rect? = nil) -> Double {
      let bounds = bounds ?? self.bounds
      var meter = WorkMeter.unlimited
      let finger = Point(x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2)
      _ = try? preview.target(at: finger, meter: &meter)
      let answer = try? preview.answer(at: finger, bounds: bounds, inset: inset, meter: &meter)
      return Double(answer?.elements.count ?? 0)
    }

    /// The move as a change, with its answer to a client that gives bounds.
    func change() -> Double {
      let (changed, after) = move()
      let change = LayoutChange(
        before: layout, after: after, mapping: changed.applied.mapping)
      var meter = WorkMeter.unlimited
      var list = ElementList(limit: 10_000)
      do throws(WalkInterrupted) {
        _ = try change.changedStretch(meter: &meter)
        let anchored = try change.anchoredBounds(
          bounds, inset: inset, rule: .auto, meter: &meter)
        try after.appendElements(in: anchored.bounds, meter: &meter, to: &list)
      } catch {
        preconditionFailure("the meter grants every step")
      }
      return Double(list.elements.count)
    }
  }

  /// Asks the question at each of the round's places.
  private static func ask(_ question: ScrollQuestion, of query: QueryBenchmark.Query, round: Int) {
    var random = SeededGenerator(seed: UInt64(round))
    let items = 0..<query.subject.section.items.count
    var meter = WorkMeter.unlimited
    query.forEachWindow(round: round) { bounds in
      let item = ItemPath(0, Int.random(in: items, using: &random))
      let place = ScrolledPlace(layout: query.layout, bounds: bounds, item: item)
      keep((try? question.ask(place, &meter)) ?? 0)
    }
  }
}
