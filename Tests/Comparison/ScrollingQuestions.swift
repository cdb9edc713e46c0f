import LayoutCore
import LayoutWire
import Oracle

/// Questions about scrolling that a generator makes up, about a layout that it makes up.
///
/// With the numbers of views every answer equals a look at every element. With others it has finite numbers and keeps to
/// the limits of scrolling.
public struct ScrollingQuestions {
  private let json: JSONValue
  private let test: ScrollingUnderTest
  /// The same snapshot at another width.
  private let previous: ScrollingUnderTest
  private var generator: SnapshotGenerator
  /// Whether the numbers of the question are those of views.
  private var isUsual = true

  /// Makes up and lays out a snapshot.
  public init(_ generator: SnapshotGenerator) throws {
    self.generator = generator
    let width = self.generator.containerWidth()
    json = self.generator.snapshot(containerWidth: width)
    let other = self.generator.containerWidth()
    test = try ScrollingUnderTest(json, containerWidth: width)
    previous = try ScrollingUnderTest(json, containerWidth: other)
  }

  /// Asks questions of each kind, and says what is wrong with an answer; nil if nothing is.
  public mutating func finding(rounds: Int) -> String? {
    var finding = findingOfNeighbors()
    for _ in 0..<rounds {
      finding =
        finding ?? findingOfTargets() ?? findingOfWindow() ?? findingOfKept()
        ?? findingOfReordering()
    }
    return finding.map {
      "\($0)\nwidth \(test.layout.containerWidth), before \(previous.layout.containerWidth),"
        + " of \(json.text)"
    }
  }

  private var layout: Layout { test.layout }

  /// What a parameter lets in beside the numbers of views.
  private static let unusual = [
    0, -0.0, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, 1e-300, 1e-9, -1e-9, 1e9, -1e9,
    0x1p53, -0x1p53, 0x1p53 + 2, 1e17, -1e17, 1e154, -1e154, 1e300, -1e300,
    .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
  ]

  /// A number, or sometimes another one that does not come from a view.
  private mutating func number(_ usual: Double) -> Double {
    guard !isUsual, generator.random.chance(0.3) else { return usual }
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

  private mutating func findingOfNeighbors() -> String? {
    for cell in cells.shuffled(using: &generator.random).prefix(6) {
      var meter = WorkMeter.unlimited
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

  private mutating func findingOfTargets() -> String? {
    isUsual = generator.random.chance(0.5)
    let (bounds, inset) = position()
    let (proposed, velocity) = (point(), velocity())
    let page = min(max(number(320), .leastNonzeroMagnitude), 0x1p53)
    let scroller = test.scroller
    let place = Point(x: proposed.x, y: proposed.y)
    let snap = finding(
      of: .nearestItem(proposed: place), bounds, inset,
      areAlike: { areEquallyNear($0, $1, to: proposed) },
      expected: { scroller.snapped(to: proposed.moved(by: $0), bounds: bounds, inset: inset) })
    let speed = Point(x: velocity.x, y: velocity.y)
    let paged = finding(of: .page(length: page, proposed: place, velocity: speed), bounds, inset) {
      scroller.paged(
        page, proposed.moved(by: $0), velocity: velocity, bounds: bounds, inset: inset)
    }
    if let finding = snap ?? paged { return finding }
    // The background has no address.
    let addressed = scroller.elementsAtRest.filter {
      $0.element.kind != .globalHeaderBackground
    }
    guard let element = addressed.randomElement(using: &generator.random) else { return nil }
    let position = ScrollPosition.allCases.randomElement(using: &generator.random)!
    return finding(of: .element(element.element, position), bounds, inset) {
      scroller.target(element, position.rawValue, bounds: bounds.moved(by: $0), inset: inset)
    }
  }

  /// How far a question is moved. If an answer depends on the last bit of a position, that of a question beside it is as
  /// right.
  private static let asides = [0, 1e-7, -1e-7]

  /// Compares an answer with the expected one, which is given how far the question is moved.
  private func finding(
    of target: ScrollTarget, _ bounds: NaiveRect, _ inset: NaiveInsets,
    areAlike: (Rect, NaiveRect) -> Bool = { _, _ in false },
    expected: (Double) -> NaiveRect
  ) -> String? {
    var meter = WorkMeter.unlimited
    let found = try? layout.bounds(
      at: target, from: Rect(bounds), inset: EdgeInsets(inset), meter: &meter)
    func described(_ what: String) -> String { "\(what): \(target) from \(bounds), \(inset)" }
    guard let found, isPossible(found.bounds, from: bounds) else {
      return described("\(String(describing: found))")
    }
    guard isUsual else { return nil }
    if found.isEstimated != test.scroller.isEstimated(found.bounds.naive, inset: inset) {
      return described("isEstimated is \(found.isEstimated)")
    }
    let expected = Self.asides.map(expected)
    let isRight = expected.contains {
      found.bounds.isClose(to: $0, in: layout.contentSize) || areAlike(found.bounds, $0)
    }
    return isRight ? nil : described("\(found.bounds) instead of \(expected[0])")
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

  /// Whether bounds are as large as those they come from, at a finite place.
  private func isPossible(_ found: Rect, from bounds: NaiveRect) -> Bool {
    found.x.isFinite && found.y.isFinite && found.width == bounds.width
      && found.height == bounds.height
  }

  private mutating func findingOfKept() -> String? {
    isUsual = generator.random.chance(0.5)
    let before = generator.scrollPosition(in: previous.scroller.layout)
    let (then, insetThen) = (rect(before.bounds), before.inset)
    let (bounds, inset) = position()
    var (name, rule) = generator.random.chance(0.5) ? ("first", KeepRule.first) : ("end", .end)
    if generator.random.chance(0.3), let cell = cells.randomElement(using: &generator.random) {
      (name, rule) = (
        "\(cell.section!),\(cell.index)", .item(ItemPath(cell.section!, cell.index))
      )
    }
    var meter = WorkMeter.unlimited
    let found = try? layout.bounds(
      keeping: rule, of: previous.layout, Rect(then), previousInset: EdgeInsets(insetThen),
      in: Rect(bounds), inset: EdgeInsets(inset), meter: &meter)
    func described(_ what: String) -> String {
      "\(what): \(rule) of \(then), \(insetThen) in \(bounds), \(inset)"
    }
    guard let found, isPossible(found.target.bounds, from: bounds) else {
      return described("\(String(describing: found))")
    }
    guard isUsual, !isDoubtful(then, insetThen, in: previous.scroller) else { return nil }
    let expected = Self.asides.map {
      test.scroller.kept(
        name, of: previous.scroller, then.moved(by: $0), previousInset: insetThen, bounds: bounds,
        inset: inset)
    }
    let isRight = expected.contains {
      found.anchor.map { [$0.item.section, $0.item.item] } == $0.anchor
        && found.target.bounds.isClose(to: $0.bounds, in: layout.contentSize)
    }
    guard isRight else { return described("\(found) instead of \(expected[0])") }
    // Where nothing has changed, nothing moves, except by a point or less to an end.
    let same = try? previous.layout.bounds(
      keeping: rule, of: previous.layout, Rect(then), previousInset: EdgeInsets(insetThen),
      in: Rect(then), inset: EdgeInsets(insetThen), meter: &meter)
    let start = previous.scroller.clamped(then, insetThen)
    let moved = same.map {
      max(abs($0.target.bounds.x - start.x), abs($0.target.bounds.y - start.y))
    }
    // An anchor at the end of very long content is placed to within the spacing of doubles there.
    let size = previous.layout.contentSize
    let most = (rule == .end ? 1.001 : 0.0011) + 4 * max(size.width, size.height).ulp
    return moved ?? .infinity <= most ? nil : described("\(String(describing: same)) at rest")
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

  private mutating func findingOfWindow() -> String? {
    isUsual = generator.random.chance(0.5)
    let (bounds, inset) = position()
    let previous = generator.random.chance(0.8) ? position().bounds : nil
    let now = generator.random.chance(0.7) ? velocity() : nil
    let then = previous == nil || generator.random.chance(0.3) ? nil : velocity()
    let ahead = min(max(number([0, 0.5, 1, 3].randomElement(using: &generator.random)!), 0), 100)
    let speedMax = min(max(number(3), 0), 100)
    var meter = WorkMeter.unlimited
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

  /// An item that stays, and one that is dragged to a place in some section, and behind the last item there.
  private mutating func findingOfReordering() -> String? {
    isUsual = generator.random.chance(0.5)
    guard let cell = cells.randomElement(using: &generator.random),
      let other = cells.randomElement(using: &generator.random),
      let section = layout.snapshot.sections.indices.randomElement(using: &generator.random)
    else { return nil }
    let item = ItemPath(cell.section!, cell.index)
    let (point, (bounds, inset)) = (point(), position())
    let last = layout.snapshot.sections[section].items.count - (section == item.section ? 1 : 0)
    for target in [item, ItemPath(section, min(other.index, last)), ItemPath(section, last)] {
      let change = try? NaiveReordering.move(
        [item.section, item.item], to: [target.section, target.item], in: json)
      let changed = changed(item, to: target)
      guard (change == nil) == (changed == nil) else {
        return "one of the two refuses \(item) to \(target)"
      }
      // A layout that would be too large is refused.
      guard let change, let changed, let preview = preview(item, to: target, changed) else {
        continue
      }
      var meter = WorkMeter.unlimited
      let place = Point(x: point.x, y: point.y)
      let topmost = try? preview.target(at: place, meter: &meter)
      guard let topmost, layout.snapshot.hasPlace(topmost, forMoving: item) else {
        return "\(String(describing: topmost)) is at \(point)"
      }
      let answer = try? preview.answer(
        at: place, bounds: Rect(bounds), inset: EdgeInsets(inset), meter: &meter)
      func described(_ what: String) -> String {
        "\(what): \(item) to \(target) at \(point), \(bounds), \(inset)"
      }
      guard let answer, answer.autoScroll.magnitude <= 1200, answer.dragged.x.isFinite,
        answer.dragged.y.isFinite,
        !answer.elements.contains(where: {
          $0.element == Element(kind: .cell, section: item.section, index: item.item)
        })
      else { return described(String(describing: answer)) }
      guard isUsual else { continue }
      let naive = naive(change, to: target, preview)
      // At the end of a last cell, rounding decides.
      let targets =
        Self.asides.map { naive.target(at: point.moved(by: $0)) }
        + [naive.target(at: point, tolerance: 1e-7)]
      if !targets.contains([topmost.section, topmost.item]) {
        return described("\(topmost) instead of \(targets[0])")
      }
      let expected = naive.answer(at: point, bounds: bounds, inset: inset)
      if let difference = difference(answer, expected, preview) { return described(difference) }
    }
    return nil
  }

  /// The oracle's preview of a move, with the elements where the preview has put them.
  private func naive(
    _ change: NaiveChange, to target: ItemPath, _ preview: ReorderPreview
  ) -> NaiveReordering {
    let after = ScrollingUnderTest(LayoutUnderTest(preview.layout, of: change.result))
    return NaiveReordering(after.scroller, of: change, to: [target.section, target.item])
  }

  private func difference(
    _ answer: ReorderAnswer, _ expected: NaiveReordering.Outcome, _ preview: ReorderPreview
  ) -> String? {
    let size = answer.contentSize
    guard answer.gap.isClose(to: expected.gap, in: size),
      answer.dragged.isClose(to: expected.dragged, in: size),
      (answer.autoScroll - expected.autoScroll).magnitude < 1e-3,
      answer.special.map(\.element) == expected.special.map(\.element),
      answer.elements.map(\.element) == expected.elements.map(\.element)
    else { return "\(answer) instead of \(expected)" }
    for (found, expected) in zip(answer.elements, expected.elements) {
      guard found.frame.isClose(to: expected.frame, in: size),
        found.columnIndex == expected.columnIndex,
        preview.isEstimated(found.element) == expected.isEstimated,
        preview.decorationColor(of: found.element)?.text == expected.color,
        preview.appearance(of: found.element)?.backgroundColor?.text == expected.backgroundColor
      else { return "\(found) instead of \(expected)" }
    }
    return nil
  }

  /// The snapshot after a move; nil if it is refused.
  private func changed(_ item: ItemPath, to target: ItemPath) -> ChangedSnapshot? {
    var meter = WorkMeter.unlimited
    return try? ChangedSnapshot(
      moving: item, to: target, of: layout.snapshot, limits: SnapshotLimits(), naming: .tests,
      meter: &meter)
  }

  /// The preview of a move, made from the layout; nil if it cannot be laid out.
  private func preview(
    _ item: ItemPath, to target: ItemPath, _ changed: ChangedSnapshot
  ) -> ReorderPreview? {
    let snapshot = layout.snapshot
    if item == target { return ReorderPreview(layout, moving: item, to: target, in: snapshot) }
    var meter = WorkMeter.unlimited
    let sections = try? changed.snapshot.sections.enumerated().map { number, section in
      try SectionLayout.prepare(
        section, number: number, containerWidth: layout.containerWidth, maximumColumns: 10_000,
        from: layout.sectionLayout(number), meter: &meter)
    }
    guard let sections,
      let moved = try? Layout(
        changed.snapshot, containerWidth: layout.containerWidth, sectionLayouts: sections)
    else { return nil }
    return ReorderPreview(moved, moving: item, to: target, in: snapshot)
  }
}

extension NaivePoint {
  /// The point so far beside, in both directions.
  fileprivate func moved(by distance: Double) -> NaivePoint {
    NaivePoint(x: x + distance, y: y + distance)
  }
}

extension NaiveRect {
  /// The rectangle so far beside, in both directions.
  fileprivate func moved(by distance: Double) -> NaiveRect {
    NaiveRect(x: x + distance, y: y + distance, width: width, height: height)
  }
}
