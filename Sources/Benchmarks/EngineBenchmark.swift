import CReference
import JSONText
import LayoutCore
import LayoutWire

/// Rows 7, 8, 10, 40, 43, 45, 46 and 48 of docs/performance.md: the engines, and the cost of a new width.
enum EngineBenchmark {
  /// Lines of explicit items, against one pass in C.
  static func flow(_ plan: Plan) {
    for count in plan.sizes([100_000, 1_000_000]) {
      engine(plan, "7", .flow, count: count) {
        reference_flow(
          Subject.inset.left, Subject.inset.top, Subject.available, Subject.spacing,
          Subject.spacing)
      }
    }
  }

  /// The shortest of four columns, and of eight, against one pass in C.
  static func waterfall(_ plan: Plan) {
    for count in plan.sizes([100_000, 1_000_000]) {
      engine(plan, "8", .waterfall, count: count) {
        reference_waterfall(Subject.inset.top, Subject.columnWidth, Subject.spacing)
      }
      let columns = Subject.Setup.wideColumns
      engine(plan, "8", .wideWaterfall, count: count, "of \(columns) columns, ") {
        reference_waterfall_of(
          columns, Subject.inset.top, Subject.columnWidth(of: columns), Subject.spacing)
      }
    }
  }

  /// Rows of photos, each of another ratio and of eight ratios, against one pass in C.
  static func justified(_ plan: Plan) {
    for count in plan.sizes([100_000, 1_000_000]) {
      for (setup, detail) in [(Subject.Setup.justified, ""), (.eightRatios, "of 8 ratios, ")] {
        engine(plan, "43", setup, count: count, detail, target: 1.3, reference: Subject.justified)
      }
    }
  }

  /// Frames in random order, indexed by their tops, against a sort in C; and the elements in windows.
  static func fixed(_ plan: Plan) {
    for count in plan.sizes([100_000, 1_000_000]) {
      let subject = Subject(.fixed, count: count)
      subject.copyToReference()
      func reference() -> Double { reference_fixed(Subject.inset.left, Subject.inset.top) }
      let turns = max(1, 1_000_000 / count)
      plan.compare(
        Comparison(row: "40", what: "fixed, \(count) items", unit: "ns/item", target: 1.5),
        per: turns * count,
        layoutd: { _ in
          for _ in 0..<turns { keep(Double(subject.prepare().byteCount)) }
        },
        reference: { _ in
          for _ in 0..<turns { keep(reference()) }
        })
      QueryBenchmark.fixed(plan, QueryBenchmark.Query(subject, subject.prepare()), count: count)
      reference_fixed_clear()
      reference_clear()
    }
  }

  /// One item in ten over two columns, against one pass in C.
  static func spans(_ plan: Plan) {
    for columns in [3, 12] { spans(plan, "45", columns: columns, tolerance: nil) }
  }

  /// Items whose order is kept within a tolerance, against one pass in C.
  static func tolerance(_ plan: Plan) {
    for columns in [3, 12] { spans(plan, "46", columns: columns, tolerance: 50) }
  }

  private static func spans(_ plan: Plan, _ row: String, columns: Int, tolerance: Double?) {
    let count = plan.isQuick ? 100_000 : 1_000_000
    let setup = Subject.Setup(
      engine: WaterfallEngine(
        columns: .number(columns), placement: .shortest, tolerance: tolerance),
      widths: 100...300, heights: 200...600)
    var subject = Subject(setup, count: count)
    if tolerance == nil { subject = subject.spanned() }
    subject.copyToReference()
    func reference() -> Double {
      reference_spans(
        columns, Subject.inset.top, Subject.columnWidth(of: columns), Subject.spacing,
        Subject.spacing, tolerance ?? -1)
    }
    let what = tolerance == nil ? "one in ten over two" : "in order within 50 points"
    plan.compare(
      Comparison(
        row: row, what: "waterfall, \(what), of \(columns) columns, \(count) items",
        unit: "ns/item", target: tolerance == nil ? 1.3 : 1.2),
      per: count, layoutd: { _ in keep(Double(subject.prepare().byteCount)) },
      reference: { _ in keep(reference()) })
    // The comparison, and with it the reference, may have been skipped.
    keep(reference())
    subject.checkReference(subject.layout(subject.prepare()))
    reference_spans_clear()
    reference_clear()
  }

  /// A billion items in groups, against the same in a mosaic: layouts, and elements in windows.
  static func groups(_ plan: Plan) {
    let count = 1_000_000_000
    let (groups, mosaic) = (Subject(equal: .groups, count), Subject(equal: .mosaic, count))
    let turns = 1000
    plan.compare(
      Comparison(row: "48", what: "groups, \(count) items, lay out", unit: "ns", target: 2),
      per: turns,
      layoutd: { _ in
        for _ in 0..<turns { keep(Double(groups.prepare().byteCount)) }
      },
      reference: { _ in
        for _ in 0..<turns { keep(Double(mosaic.prepare().byteCount)) }
      })
    let query = QueryBenchmark.Query(groups, groups.prepare())
    let reference = QueryBenchmark.Query(mosaic, mosaic.prepare())
    precondition(query.answerCount(round: 0) == reference.answerCount(round: 0), "it finds as much")
    plan.compare(
      Comparison(row: "48", what: "groups, \(count) items", unit: "ns/query", target: 1.3),
      per: QueryBenchmark.windowsPerRound, layoutd: query.run, reference: reference.run)
  }

  private static func engine(
    _ plan: Plan, _ row: String, _ setup: Subject.Setup, count: Int, _ detail: String = "",
    target: Double = 1.2, reference: @escaping () -> Double
  ) {
    let subject = Subject(setup, count: count)
    subject.copyToReference()
    // Each round lays out the same number of items, in one section or in many.
    let turns = max(1, 1_000_000 / count)
    plan.compare(
      Comparison(
        row: row, what: "\(setup.name), \(detail)\(count) items", unit: "ns/item",
        target: target),
      per: turns * count,
      layoutd: { _ in
        for _ in 0..<turns { keep(Double(subject.prepare().byteCount)) }
      },
      reference: { _ in
        for _ in 0..<turns { keep(reference()) }
      })
    // The comparison, and with it the reference, may have been skipped.
    keep(reference())
    subject.checkReference(subject.layout(subject.prepare()))
    reference_clear()
  }

  /// Times the layout of a known snapshot at a new width, with its first screen. The reference is the engine alone.
  static func newWidth(_ plan: Plan) {
    let count = plan.isQuick ? 100_000 : 1_000_000
    for setup in [Subject.Setup.flow, .waterfall] {
      let subject = Subject(setup, count: count)
      plan.compare(
        Comparison(
          row: "10", what: "\(setup.name), \(count) items, first screen as JSON",
          unit: "ns/item", target: 1.5),
        per: count,
        layoutd: { _ in
          let layout = subject.layout(subject.prepare())
          keep(Double(firstScreen(layout).count))
        },
        reference: { _ in keep(Double(subject.prepare().byteCount)) })
    }
  }

  /// The elements on the first screen, as the service answers them.
  static func firstScreen(_ layout: Layout) -> [UInt8] {
    var list = ElementList(limit: 10_000)
    var meter = WorkMeter.unlimited
    let screen = Rect(
      x: 0, y: 0, width: Subject.containerWidth, height: Subject.viewportHeight)
    try? layout.appendElements(in: screen, meter: &meter, to: &list)
    var writer = JSONWriter(capacity: list.elements.count * 128)
    var encoder = AttributesEncoder(
      appearances: ElementAppearances(
        appearance: layout.snapshot.appearance, color: layout.snapshot.decorationColor))
    encoder.list(list.elements, to: &writer)
    return writer.bytes
  }
}
