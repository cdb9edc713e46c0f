import LayoutCore
import Oracle
import Testing

/// The bound of docs/rules.md#query-cost in steps: a · log₂ n + b · (answers + what the rectangle crosses).
///
/// A rectangle crosses columns of waterfalls, items of lines and rows, and their sections.
enum StepBound {
  /// a: steps for elements at the edges of a rectangle; searches take none.
  static let stepsPerDoubling = 2.0
  /// b: an item is looked at for its row's extent, for itself and for its separators.
  static let stepsPerThing = 4
}

/// The result of a query.
struct WalkCount {
  var steps: Int
  var answers: Int
  /// The last element that was visited.
  var last: ElementPosition?
}

extension Layout {
  /// Sections, each so many times, below each other.
  static func of(
    _ sections: (section: Section, count: Int)..., globalHeaders: SupplementaryStack = .empty,
    containerWidth: Double = 390
  ) throws -> Layout {
    var all: [Section] = []
    var layouts: [SectionLayout] = []
    for (section, count) in sections {
      let layout = try SectionLayout.prepare(
        section, number: 0, containerWidth: containerWidth, maximumColumns: 10_000)
      all += Array(repeating: section, count: count)
      layouts += Array(repeating: layout, count: count)
    }
    let snapshot = Snapshot(
      scrollDirection: .vertical, layoutDirection: .ltr, globalHeaders: globalHeaders,
      sections: all)
    return try Layout(snapshot, containerWidth: containerWidth, sectionLayouts: layouts)
  }

  /// Visits at most `limit` elements in a rectangle.
  func walk(
    in rect: Rect, from start: ElementPosition = .first, limit: Int = .max
  ) -> WalkCount {
    var (meter, answers, last) = (WorkMeter.unlimited, 0, ElementPosition?.none)
    try? visitElements(in: rect, from: start, meter: &meter) {
      let element = $0.element
      last = ElementPosition(section: element.section, kind: element.kind, index: element.index)
      answers += 1
      return answers < limit
    }
    return WalkCount(steps: meter.units, answers: answers, last: last)
  }

  /// Visits at most `limit` special elements, of which those count as answers that `isAnswer` says.
  func specialWalk(
    bounds: Rect, inset: EdgeInsets = EdgeInsets(top: 30), limit: Int = .max,
    isAnswer: (Rect) -> Bool = { _ in true }
  ) -> WalkCount {
    var (meter, answers) = (WorkMeter.unlimited, 0)
    try? visitSpecialElements(bounds: bounds, inset: inset, meter: &meter) {
      if isAnswer($0.frame) { answers += 1 }
      return answers < limit
    }
    return WalkCount(steps: meter.units, answers: answers)
  }

  /// Random rectangles, points and bounds take no more steps than the bound allows.
  ///
  /// `crossed` says how many columns, items of lines and rows, and sections a rectangle crosses.
  func expectStepBound(
    _ comment: Comment, rounds: Int = 30, crossed: (Rect) -> Int
  ) {
    var random = SplitMix64(seed: 77)
    let stacked = snapshot.globalHeaders.entries.count
    let count = snapshot.itemCount + snapshot.sections.count + stacked + 2
    /// Whether steps are allowed.
    func expect(_ steps: Int, _ things: Int, _ what: Comment) {
      let bound =
        StepBound.stepsPerDoubling * Double(Int.bitWidth - count.leadingZeroBitCount)
        + Double(StepBound.stepsPerThing * things)
      #expect(Double(steps) <= bound, "\(what): \(comment)")
    }
    for _ in 0..<rounds {
      let rect = randomRect(&random)
      let crossed = crossed(rect)
      let walk = walk(in: rect, limit: 1000)
      expect(walk.steps, walk.answers + crossed, "\(rect)")
      if let last = walk.last {
        let rest = self.walk(in: rect, from: last, limit: 1000)
        expect(rest.steps, rest.answers + crossed, "\(rect) from \(last)")
      }
      let special = specialWalk(bounds: rect, limit: 1000)
      expect(special.steps, special.answers, "special, \(rect)")
      let resting = specialWalk(bounds: rect, inset: .atRest, limit: 1000)
      expect(resting.steps, resting.answers, "at rest, \(rect)")
    }
    for _ in 0..<rounds / 2 {
      let rect = randomRect(&random)
      let point = Point(
        x: rect.x + Double.random(in: 0..<1, using: &random) * rect.width,
        y: rect.y + Double.random(in: 0..<1, using: &random) * rect.height)
      // The doubles from the point up to the next ones.
      let dot = Rect(
        x: point.x, y: point.y, width: point.x.nextUp - point.x, height: point.y.nextUp - point.y)
      var meter = WorkMeter.unlimited
      _ = try? element(at: point, bounds: rect, inset: EdgeInsets(top: 30), meter: &meter)
      let special = specialWalk(bounds: rect) {
        $0.y <= point.y && point.y < $0.y + $0.height
      }
      let answers = walk(in: dot).answers + special.answers
      expect(meter.units, answers + crossed(dot), "hit, \(point), \(rect)")
      meter = WorkMeter.unlimited
      _ = try? element(at: point, bounds: nil, inset: .zero, findsResting: true, meter: &meter)
      let found = walk(in: dot).answers + specialWalk(bounds: dot, inset: .atRest).answers
      expect(meter.units, found + crossed(dot), "hit at rest, \(point)")
    }
  }

  /// Somewhere in the content or beside it, from a fraction of a point to everything.
  private func randomRect(_ random: inout SplitMix64) -> Rect {
    func part(_ extent: Double) -> (Double, Double) {
      let size = extent * [1e-9, 1e-6, 1e-3, 0.3, 3].randomElement(using: &random)!
      return (Double.random(in: -0.3...1.3, using: &random) * extent - size / 2, size)
    }
    let (x, width) = part(contentSize.width)
    let (y, height) = part(contentSize.height)
    return Rect(x: x, y: y, width: width, height: height)
  }
}
