import Comparison
import LayoutCore
import LayoutWire
import Oracle

/// Bytes that choose a snapshot, a width, and questions about scrolling with any finite numbers.
///
/// With the numbers of views every answer equals a look at every element. With others it has finite numbers and keeps to
/// the limits of scrolling.
struct ScrollingInput {
  private var generator: SnapshotGenerator

  init(_ bytes: [UInt8]) { generator = SnapshotGenerator(choices: bytes) }

  func finding() -> String? {
    var generator = generator
    let width = generator.containerWidth()
    let json = generator.snapshot(containerWidth: width)
    let other = generator.containerWidth()
    // A layout that would be too large is refused.
    guard let test = try? ScrollingUnderTest(json, containerWidth: width),
      let previous = try? ScrollingUnderTest(json, containerWidth: other)
    else { return nil }
    var questions = ScrollingQuestions(test: test, generator: generator)
    var finding = questions.findingOfNeighbors()
    for _ in 0..<4 {
      finding =
        finding ?? questions.findingOfTargets() ?? questions.findingOfWindow()
        ?? questions.findingOfKept(previous) ?? questions.findingOfReordering()
    }
    return finding.map { "\($0)\nwidth \(width), before \(other), of \(json.text)" }
  }
}

/// Asks a layout, and says what is wrong with an answer.
private struct ScrollingQuestions {
  let test: ScrollingUnderTest
  var generator: SnapshotGenerator
  /// Whether the numbers of the question are those of views.
  private var isUsual = true

  init(test: ScrollingUnderTest, generator: SnapshotGenerator) {
    self.test = test
    self.generator = generator
  }

  private var layout: Layout { test.layout }

  /// What a parameter lets in beside the numbers of views.
  private static let unusual = [
    0, -0.0, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, 1e-300, 1e-9, -1e-9, 1e9, -1e9,
    0x1p53, -0x1p53, 0x1p53 + 2, 1e17, -1e17, 1e154, -1e154, 1e300, -1e300,
    .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
  ]

  private mutating func chance(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &generator.random) < probability
  }

  /// A number, or sometimes another one that does not come from a view.
  private mutating func number(_ usual: Double) -> Double {
    guard !isUsual, chance(0.3) else { return usual }
    return Self.unusual.randomElement(using: &generator.random)!
  }

  /// A rectangle as parameters let it in.
  private mutating func rect(_ usual: NaiveRect) -> NaiveRect {
    var rect = NaiveRect(
      x: number(usual.x), y: number(usual.y), width: number(usual.width),
      height: number(usual.height))
    if !(rect.width > 0 && (rect.x + rect.width).isFinite) {
      (rect.x, rect.width) = (usual.x, usual.width)
    }
    if !(rect.height > 0 && (rect.y + rect.height).isFinite) {
      (rect.y, rect.height) = (usual.y, usual.height)
    }
    return rect
  }

  private mutating func position() -> (bounds: NaiveRect, inset: NaiveInsets) {
    let (bounds, inset) = generator.scrollPosition(in: test.scroller.layout)
    return (
      rect(bounds),
      NaiveInsets(
        top: number(inset.top), left: number(inset.left), bottom: number(inset.bottom),
        right: number(inset.right))
    )
  }

  private mutating func point() -> NaivePoint {
    let point = generator.point(in: test.scroller.layout)
    return NaivePoint(x: number(point.x), y: number(point.y))
  }

  private mutating func velocity() -> NaivePoint {
    func speed() -> Double {
      number([0.0, -3, 700, -100].randomElement(using: &generator.random)!)
    }
    return NaivePoint(x: speed(), y: speed())
  }

  private var cells: [NaiveElement] {
    test.scroller.elementsAtRest.filter { $0.category == "cell" }
  }

  mutating func findingOfNeighbors() -> String? {
    for cell in cells.shuffled(using: &generator.random).prefix(6) {
      var meter = StepMeter.unlimited
      let found = try? layout.neighbors(of: ItemPath(cell.section!, cell.index), meter: &meter)
      for side in Neighbors.Side.allCases {
        let expected = test.scroller.neighbor(of: cell, side.rawValue)?.element
        let element = found?[side]?.element
        if element != expected {
          return "\(side) of \(cell) is \(String(describing: element)),"
            + " not \(String(describing: expected))"
        }
      }
    }
    return nil
  }

  mutating func findingOfTargets() -> String? {
    isUsual = chance(0.5)
    let (bounds, inset) = position()
    let (proposed, velocity) = (point(), velocity())
    let page = min(max(number(320), .leastNonzeroMagnitude), 0x1p53)
    let scroller = test.scroller
    let place = Point(x: proposed.x, y: proposed.y)
    let snap = finding(
      of: .nearestItem(proposed: place), bounds, inset,
      areAlike: { areEquallyNear($0, $1, to: proposed) },
      expected: { scroller.snapped(to: proposed, bounds: bounds, inset: inset) })
    let speed = Point(x: velocity.x, y: velocity.y)
    let paged = finding(of: .page(length: page, proposed: place, velocity: speed), bounds, inset) {
      scroller.paged(page, proposed, velocity: velocity, bounds: bounds, inset: inset)
    }
    if let finding = snap ?? paged { return finding }
    guard let element = scroller.elementsAtRest.randomElement(using: &generator.random) else {
      return nil
    }
    let position = ScrollPosition.allCases.randomElement(using: &generator.random)!
    return finding(of: .element(element.element, position), bounds, inset) {
      scroller.target(element, position.rawValue, bounds: bounds, inset: inset)
    }
  }

  private func finding(
    of target: ScrollTarget, _ bounds: NaiveRect, _ inset: NaiveInsets,
    areAlike: (Rect, NaiveRect) -> Bool = { _, _ in false }, expected: () -> NaiveRect
  ) -> String? {
    var meter = StepMeter.unlimited
    let found = try? layout.bounds(
      at: target, from: Rect(bounds), inset: EdgeInsets(inset), meter: &meter)
    let expected = isUsual ? expected() : nil
    if let found, let expected, areAlike(found.bounds, expected) { return nil }
    return finding(in: found?.bounds, from: bounds, expected: expected).map {
      "\($0): \(target) from \(bounds), \(inset)"
    }
  }

  /// Whether two bounds are so nearly 0.001 points more or less far from a place that the order of sums decides which
  /// one is the nearer.
  private func areEquallyNear(
    _ one: Rect, _ other: NaiveRect, to place: NaivePoint
  ) -> Bool {
    func distance(_ x: Double, _ y: Double) -> Double {
      test.scroller.layout.isHorizontal ? (x - place.x).magnitude : (y - place.y).magnitude
    }
    let difference = (distance(one.x, one.y) - distance(other.x, other.y)).magnitude
    return (difference - 0.001).magnitude < 1e-8
  }

  /// Bounds are as large as those they come from, at a finite place, and where they should be.
  private func finding(
    in found: Rect?, from bounds: NaiveRect, expected: NaiveRect?
  ) -> String? {
    guard let found else { return "no bounds" }
    guard found.x.isFinite, found.y.isFinite, found.width == bounds.width,
      found.height == bounds.height
    else { return "\(found)" }
    if let expected, !found.isClose(to: expected, in: layout.contentSize) {
      return "\(found) instead of \(expected)"
    }
    return nil
  }

  mutating func findingOfKept(_ previous: ScrollingUnderTest) -> String? {
    isUsual = chance(0.5)
    let before = generator.scrollPosition(in: previous.scroller.layout)
    let (then, insetThen) = (rect(before.bounds), before.inset)
    let (bounds, inset) = position()
    var (name, rule) = chance(0.5) ? ("first", KeepRule.first) : ("end", .end)
    if chance(0.3), let cell = cells.randomElement(using: &generator.random) {
      (name, rule) = (
        "\(cell.section!),\(cell.index)", .item(ItemPath(cell.section!, cell.index))
      )
    }
    var meter = StepMeter.unlimited
    let found = try? layout.bounds(
      keeping: rule, of: previous.layout, Rect(then), previousInset: EdgeInsets(insetThen),
      in: Rect(bounds), inset: EdgeInsets(inset), meter: &meter)
    let expected =
      isUsual && !isDoubtful(then, insetThen, in: previous.scroller)
      ? test.scroller.kept(
        name, of: previous.scroller, then, previousInset: insetThen, bounds: bounds, inset: inset)
      : nil
    return finding(in: found?.target.bounds, from: bounds, expected: expected?.bounds).map {
      "\($0): \(rule) of \(then), \(insetThen) in \(bounds), \(inset)"
    }
  }

  /// Whether a cell's edge is so nearly 0.001 points from an edge of what is visible that the order of sums decides
  /// whether the cell is.
  private func isDoubtful(
    _ bounds: NaiveRect, _ inset: NaiveInsets, in scroller: NaiveScroller
  ) -> Bool {
    let isHorizontal = scroller.layout.isHorizontal
    func edges(_ rect: NaiveRect) -> [Double] {
      isHorizontal ? [rect.x, rect.x + rect.width] : [rect.y, rect.y + rect.height]
    }
    let visible = edges(bounds)
    let start = visible[0] + (isHorizontal ? inset.left : inset.top)
    let end = visible[1] - (isHorizontal ? inset.right : inset.bottom)
    return scroller.elementsAtRest.contains { element in
      edges(element.frame).contains { edge in
        [start, end].contains { ((edge - $0).magnitude - 0.001).magnitude < 1e-8 }
      }
    }
  }

  mutating func findingOfWindow() -> String? {
    isUsual = chance(0.5)
    let (bounds, inset) = position()
    let previous = chance(0.8) ? position().bounds : nil
    let now = chance(0.7) ? velocity() : nil
    let then = previous == nil || chance(0.3) ? nil : velocity()
    let ahead = min(max(number([0, 0.5, 1, 3].randomElement(using: &generator.random)!), 0), 100)
    let speedMax = min(max(number(3), 0), 100)
    var meter = StepMeter.unlimited
    let found = try? layout.window(
      ScrollMotion(bounds: Rect(bounds), velocity: now.map { Point(x: $0.x, y: $0.y) }),
      previous: previous.map {
        ScrollMotion(bounds: Rect($0), velocity: then.map { Point(x: $0.x, y: $0.y) })
      }, inset: EdgeInsets(inset),
      prefetch: PrefetchRule(ahead: ahead, greatestSpeed: speedMax), meter: &meter)
    func described(_ what: String) -> String {
      "\(what): \(String(describing: previous)), \(String(describing: then)) to \(bounds),"
        + " \(inset), \(String(describing: now)), ahead \(ahead), speed \(speedMax)"
    }
    guard let found else { return described("no window") }
    let named = Set(found.prefetch)
    if !named.isDisjoint(with: found.cancelled) || named.count < found.prefetch.count {
      return described("\(found.prefetch) and \(found.cancelled)")
    }
    guard isUsual else { return nil }
    let movement = test.scroller.movement(to: bounds, from: previous, inset: inset)
    let next = test.scroller.prefetching(
      at: bounds, velocity: now, from: previous, previousVelocity: then, ahead: ahead,
      speedMax: speedMax)
    let lists = [
      (found.entering.map(\.element), movement.entering), (found.leaving, movement.leaving),
      (found.prefetch, next.prefetch), (found.cancelled, next.cancelled),
    ]
    for (found, expected) in lists where found != expected.map(\.element) {
      return described("\(found) instead of \(expected.map(\.element))")
    }
    return nil
  }

  /// An item that stays, and one that is dragged to another place.
  mutating func findingOfReordering() -> String? {
    isUsual = chance(0.5)
    guard let cell = cells.randomElement(using: &generator.random),
      let other = cells.randomElement(using: &generator.random)
    else { return nil }
    let item = ItemPath(cell.section!, cell.index)
    let (point, (bounds, inset)) = (point(), position())
    for target in [item, ItemPath(other.section!, other.index)] {
      guard let preview = preview(item, to: target) else { continue }
      var meter = StepMeter.unlimited
      let place = Point(x: point.x, y: point.y)
      let topmost = try? preview.target(at: place, meter: &meter)
      guard let topmost, preview.layout.snapshot.hasItem(topmost) else {
        return "\(String(describing: topmost)) is at \(point)"
      }
      let answer = try? preview.answer(
        at: place, bounds: Rect(bounds), inset: EdgeInsets(inset), meter: &meter)
      guard let answer, answer.autoScroll.magnitude <= 1200, answer.dragged.x.isFinite,
        answer.dragged.y.isFinite,
        !answer.elements.contains(where: {
          $0.element == Element(kind: .cell, section: item.section, index: item.item)
        })
      else {
        return "\(String(describing: answer)): \(item) to \(target) at \(point), \(bounds)"
      }
    }
    return nil
  }

  /// The preview of a move; nil where it cannot be laid out.
  private func preview(_ item: ItemPath, to target: ItemPath) -> ReorderPreview? {
    let snapshot = layout.snapshot
    if item == target { return ReorderPreview(layout, moving: item, to: target, in: snapshot) }
    var meter = StepMeter.unlimited
    let changed = try? ChangedSnapshot(
      moving: item, to: target, of: snapshot, limits: SnapshotLimits(), naming: .tests,
      meter: &meter)
    guard let changed,
      let moved = try? Layout.of(changed.snapshot, containerWidth: layout.containerWidth)
    else { return nil }
    return ReorderPreview(moved, moving: item, to: target, in: snapshot)
  }
}
