import Comparison
import LayoutCore
import Oracle
import Testing

@Suite("Questions about scrolling agree with a look at every element")
struct ScrollingTests {
  @Test(
    "Neighbors, targets, kept places and windows of seeded layouts",
    arguments: seeds(short: 0..<10, all: 0..<400))
  func seeded(batch: Int) throws {
    for seed in UInt64(batch * 25)..<UInt64(batch * 25 + 25) {
      var generator = SnapshotGenerator(seed: seed &+ 0x5C01)
      let width = generator.containerWidth()
      let json = generator.snapshot(containerWidth: width)
      let other = generator.containerWidth()
      let test = try ScrollingUnderTest(json, containerWidth: width)
      let comment: Comment = "seed \(seed), width \(width)"
      test.expectNeighbors(&generator, comment)
      for _ in 0..<8 { test.expectTargets(&generator, comment) }
      for _ in 0..<6 { test.expectWindow(&generator, comment) }
      let previous = try ScrollingUnderTest(json, containerWidth: other)
      for _ in 0..<4 { test.expectKept(previous, &generator, comment) }
    }
  }

  @Test("Three columns of seven cells: their neighbors")
  func neighborsInColumns() throws {
    let layout = try Layout.of(
      [
        "sections": [
          ["engine": "column", "metrics": ["numberOfColumns": 3, "rowHeight": 50], "items": 7]
        ]
      ], containerWidth: 300)
    var meter = StepMeter.unlimited
    func items(_ item: Int) throws -> [Int?] {
      let neighbors = try layout.neighbors(of: ItemPath(0, item), meter: &meter)
      return Neighbors.Side.allCases.map { neighbors?[$0]?.element.index }
    }
    #expect(try items(4) == [1, 6, 3, 5])
    #expect(try items(6) == [3, nil, nil, nil])
    #expect(try items(7) == [nil, nil, nil, nil])
  }

  @Test("A rotation keeps the cell at the start, or the one at the end")
  func rotation() throws {
    let json: JSONValue = [
      "sections": [
        [
          "engine": "column", "metrics": ["minimumColumnWidth": 300, "rowHeight": 100],
          "items": 10,
        ]
      ]
    ]
    let (narrow, wide) = (
      try Layout.of(json, containerWidth: 320), try Layout.of(json, containerWidth: 640)
    )
    var meter = StepMeter.unlimited
    func kept(_ rule: KeepRule) throws -> (Double, Int?) {
      let kept = try wide.bounds(
        keeping: rule, of: narrow, Rect(x: 0, y: 250, width: 320, height: 400),
        previousInset: .zero, in: Rect(x: 0, y: 0, width: 640, height: 300), inset: .zero,
        meter: &meter)
      return (kept.target.bounds.y, kept.anchor?.item.item)
    }
    #expect(try kept(.first) == (150, 2))
    #expect(try kept(.end) == (50, 6))
  }
}

extension ScrollingUnderTest {
  private var elements: [NaiveElement] { scroller.elementsAtRest }

  func expectNeighbors(_ generator: inout SnapshotGenerator, _ comment: Comment) {
    let cells = elements.filter { $0.category == "cell" }
    for cell in cells.shuffled(using: &generator.random).prefix(12) {
      var meter = StepMeter.unlimited
      let found = try? layout.neighbors(of: ItemPath(cell.section!, cell.index), meter: &meter)
      for side in Neighbors.Side.allCases {
        let expected = scroller.neighbor(of: cell, side.rawValue)
        #expect(
          found?[side]?.element == expected?.element,
          "\(comment), \(side) of \(cell.section!),\(cell.index)")
      }
    }
  }

  func expectTargets(_ generator: inout SnapshotGenerator, _ comment: Comment) {
    let (bounds, inset) = generator.scrollPosition(in: scroller.layout)
    let proposed = generator.point(in: scroller.layout)
    let speeds = [0.0, -3, 700]
    let velocity = NaivePoint(
      x: generator.random.one(of: speeds), y: generator.random.one(of: speeds))
    let page = generator.random.one(of: [1, 100, 320, layout.contentSize.height + 1])
    expect(.nearestItem(proposed: Point(proposed)), bounds, inset, comment) {
      scroller.snapped(to: proposed.moved(by: $0), bounds: bounds, inset: inset)
    }
    expect(
      .page(length: page, proposed: Point(proposed), velocity: Point(velocity)), bounds, inset,
      comment
    ) {
      scroller.paged(
        page, proposed.moved(by: $0), velocity: velocity, bounds: bounds, inset: inset)
    }
    // The background has no address.
    let addressed = elements.filter { $0.element.kind != .globalHeaderBackground }
    guard let element = addressed.randomElement(using: &generator.random) else { return }
    for position in ScrollPosition.allCases {
      expect(.element(element.element, position), bounds, inset, comment) {
        scroller.target(element, position.rawValue, bounds: bounds.moved(by: $0), inset: inset)
      }
    }
  }

  /// How far a question is moved. If an answer depends on the last bit of a position, that of a question beside it is as right.
  private static let asides = [0, 1e-7, -1e-7]

  /// Compares an answer with the expected one, which is given how far the question is moved.
  private func expect(
    _ target: ScrollTarget, _ bounds: NaiveRect, _ inset: NaiveInsets, _ comment: Comment,
    is expected: (Double) -> NaiveRect
  ) {
    var meter = StepMeter.unlimited
    let found = try? layout.bounds(
      at: target, from: Rect(bounds), inset: EdgeInsets(inset), meter: &meter)
    #expect(
      Self.asides.contains {
        found?.bounds.isClose(to: expected($0), in: layout.contentSize) == true
      },
      "\(comment), \(target) from \(bounds), \(inset): \(String(describing: found))")
    #expect(
      found?.isEstimated == found.map { scroller.isEstimated($0.bounds.naive, inset: inset) },
      "\(comment), \(target) from \(bounds), \(inset)")
  }

  func expectKept(
    _ previous: ScrollingUnderTest, _ generator: inout SnapshotGenerator, _ comment: Comment
  ) {
    let (before, insetBefore) = generator.scrollPosition(in: previous.scroller.layout)
    let (bounds, inset) = generator.scrollPosition(in: scroller.layout)
    var rules: [(String, KeepRule)] = [("first", .first), ("end", .end)]
    if let cell = elements.filter({ $0.category == "cell" })
      .randomElement(using: &generator.random)
    {
      let path = ItemPath(cell.section!, cell.index)
      rules.append(("\(path.section),\(path.item)", .item(path)))
    }
    for (text, rule) in rules {
      var meter = StepMeter.unlimited
      let found = try? layout.bounds(
        keeping: rule, of: previous.layout, Rect(before), previousInset: EdgeInsets(insetBefore),
        in: Rect(bounds), inset: EdgeInsets(inset), meter: &meter)
      let expected = Self.asides.map {
        scroller.kept(
          text, of: previous.scroller, before.moved(by: $0), previousInset: insetBefore,
          bounds: bounds, inset: inset)
      }
      #expect(
        expected.contains {
          found?.anchor.map { [$0.item.section, $0.item.item] } == $0.anchor
            && found?.target.bounds.isClose(to: $0.bounds, in: layout.contentSize) == true
        },
        "\(comment), \(text) of \(before), \(insetBefore) in \(bounds), \(inset): \(String(describing: found))"
      )
    }
  }

  func expectWindow(_ generator: inout SnapshotGenerator, _ comment: Comment) {
    let (bounds, inset) = generator.scrollPosition(in: scroller.layout)
    let (before, _) = generator.scrollPosition(in: scroller.layout)
    func velocity() -> NaivePoint? {
      let speeds = [0.0, -3, 700, -100]
      return generator.random.chance(0.7)
        ? NaivePoint(x: generator.random.one(of: speeds), y: generator.random.one(of: speeds)) : nil
    }
    let previous = generator.random.chance(0.8) ? before : nil
    let (now, then) = (velocity(), previous == nil ? nil : velocity())
    let ahead = generator.random.one(of: [0, 0.5, 1, 3])
    var meter = StepMeter.unlimited
    let found = try? layout.window(
      ScrollMotion(bounds: Rect(bounds), velocity: now.map { Point($0) }),
      previous: previous.map {
        ScrollMotion(bounds: Rect($0), velocity: then.map { Point($0) })
      }, inset: EdgeInsets(inset), prefetch: PrefetchRule(ahead: ahead), meter: &meter)
    let movement = scroller.movement(to: bounds, from: previous, inset: inset)
    let next = scroller.prefetching(
      at: bounds, velocity: now, from: previous, previousVelocity: then, ahead: ahead,
      speedMax: 3)
    let place: Comment =
      "\(comment), \(String(describing: previous)) to \(bounds), \(inset), \(String(describing: now)), ahead \(ahead)"
    #expect(found?.entering.map(\.element) == movement.entering.map(\.element), place)
    #expect(found?.leaving == movement.leaving.map(\.element), place)
    #expect(found?.prefetch == next.prefetch.map(\.element), place)
    #expect(found?.cancelled == next.cancelled.map(\.element), place)
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

extension Point {
  init(_ point: NaivePoint) { self.init(x: point.x, y: point.y) }
}
