import CReference
import LayoutCore

/// Rows 9, 39 and 40 of docs/performance.md: the elements in windows as high as a telephone, at random places.
enum QueryBenchmark {
  static let windowsPerRound = 4000

  /// Every engine at every size, against its own smallest size, and a waterfall against C.
  static func run(_ plan: Plan) {
    let counts = plan.sizes([10_000, 100_000, 1_000_000, 10_000_000])
    for setup in Subject.Setup.all {
      let small = Query(setup, count: counts[0])
      for count in counts {
        let query = Query(setup, count: count)
        let what = "\(setup.name), \(count) items"
        if setup.engine === Subject.Setup.waterfall.engine { againstC(plan, query, what) }
        plan.compare(
          Comparison(
            row: "9", what: "\(what), against \(counts[0])", unit: "ns/query",
            target: count == counts[counts.count - 1] ? 3 : nil),
          per: windowsPerRound, layoutd: query.run, reference: small.run)
      }
    }
    worstCase(plan, count: plan.isQuick ? 100_000 : 1_000_000)
  }

  private static func againstC(_ plan: Plan, _ query: Query, _ what: String) {
    query.subject.copyToReference()
    keep(reference_waterfall(Subject.inset.top, Subject.columnWidth, Subject.spacing))
    query.subject.checkReference(query.layout)
    reference_index(Subject.inset.left, Subject.columnWidth, Subject.spacing)
    func reference(round: Int) -> Int {
      var found = 0
      query.forEachWindow(round: round) {
        found += reference_query($0.x, $0.y, $0.width, $0.height)
      }
      return found
    }
    precondition(reference(round: 0) == query.answerCount(round: 0), "it finds as much")
    plan.compare(
      Comparison(row: "9", what: "\(what), against C", unit: "ns/query", target: 0.5),
      per: windowsPerRound, layoutd: query.run, reference: { keep(Double(reference(round: $0))) })
    reference_clear()
  }

  /// Frames in random order, without and with one above all, against the same walk in C. The reference has the items.
  static func fixed(_ plan: Plan, _ query: Query, count: Int) {
    _ = reference_fixed(Subject.inset.left, Subject.inset.top)
    func reference(round: Int) -> Int {
      var found = 0
      query.forEachWindow(round: round) {
        found += reference_fixed_query($0.x, $0.y, $0.width, $0.height)
      }
      return found
    }
    precondition(reference(round: 0) == query.answerCount(round: 0), "it finds as much")
    plan.compare(
      Comparison(row: "40", what: "fixed, \(count) items, against C", unit: "ns/query", target: 1),
      per: windowsPerRound, layoutd: query.run, reference: { keep(Double(reference(round: $0))) })
    let giant = Query(.fixed, count: count, giant: count / 2)
    plan.compare(
      Comparison(
        row: "40", what: "fixed, \(count) items, a giant above all", unit: "ns/query", target: 2),
      per: windowsPerRound, layoutd: giant.run, reference: query.run)
  }

  /// Cells that are all turned, against the same cells at rest.
  static func turned(_ plan: Plan) {
    let count = plan.isQuick ? 100_000 : 1_000_000
    for setup in [Subject.Setup.flow, .column, .waterfall] {
      let subject = Subject(setup, count: count)
      let turned = subject.turned(by: 5)
      plan.compare(
        Comparison(
          row: "39", what: "\(setup.name), \(count) cells turned by 5°, against at rest",
          unit: "ns/query", target: 2),
        per: windowsPerRound, layoutd: Query(turned, turned.prepare()).run,
        reference: Query(subject, subject.prepare()).run)
    }
  }

  /// One item ten million points high among small ones, against the same items without it.
  private static func worstCase(_ plan: Plan, count: Int) {
    for setup in [Subject.Setup.flow, .column, .waterfall] {
      let usual = Query(setup, count: count)
      for (place, giant) in [("first", 0), ("in the middle", count / 2)] {
        let query = Query(setup, count: count, giant: giant)
        plan.compare(
          Comparison(
            row: "9", what: "\(setup.name), \(count) items, a giant \(place)",
            unit: "ns/query", target: 10),
          per: windowsPerRound, layoutd: query.run, reference: usual.run)
      }
    }
  }

  /// The layout that is queried.
  final class Query {
    let subject: Subject
    let layout: Layout

    convenience init(_ setup: Subject.Setup, count: Int, giant: Int? = nil) {
      let subject = Subject(setup, count: count, giant: giant)
      self.init(subject, subject.prepare())
    }

    init(_ subject: Subject, _ sectionLayout: SectionLayout) {
      self.subject = subject
      layout = subject.layout(sectionLayout)
    }

    /// The windows differ from round to round, so that caches help little.
    func forEachWindow(round: Int, _ body: (Rect) -> Void) {
      var random = SeededGenerator(seed: UInt64(round))
      let range = 0..<layout.contentSize.height
      for _ in 0..<windowsPerRound {
        body(
          Rect(
            x: 0, y: Double.random(in: range, using: &random), width: Subject.containerWidth,
            height: Subject.viewportHeight))
      }
    }

    /// Collects the items and frames of everything in the round's windows.
    func run(round: Int) {
      keep(Double(answerCount(round: round)))
    }

    func answerCount(round: Int) -> Int {
      var total = 0
      var list = ElementList(limit: 10_000)
      forEachWindow(round: round) { window in
        list.removeAll()
        var meter = WorkMeter.unlimited
        try? layout.appendElements(in: window, meter: &meter, to: &list)
        total += list.elements.count
      }
      return total
    }
  }
}
