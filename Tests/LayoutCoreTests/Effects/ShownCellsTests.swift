import Comparison
import Oracle
import Testing

@testable import LayoutCore

@Suite("Cells as effects show them")
struct ShownCellsTests {
  @Test(
    "They are those of a look at every cell, in all engines and directions",
    arguments: seeds(short: 0..<8, all: 0..<32))
  func random(batch: Int) throws {
    var (shown, hits) = (0, 0)
    for seed in UInt64(batch * 40)..<UInt64(batch * 40 + 40) {
      var generator = SnapshotGenerator(seed: 90_000 + seed)
      let width = generator.containerWidth()
      let json = generator.snapshotWithEffects(containerWidth: width)
      let test = try LayoutUnderTest(json, containerWidth: width)
      for _ in 0..<5 {
        let (bounds, inset) = generator.scrollPosition(in: test.naive)
        let check = ShownCellsCheck(test, bounds: bounds, inset: inset)
        shown += check.cells.count
        #expect(check.difference() == nil, "seed \(seed), width \(width), \(bounds)")
        for _ in 0..<4 {
          let point = check.point(&generator.random)
          guard let hit = check.hit(at: point) else { continue }
          hits += hit.isOfEffect ? 1 : 0
          #expect(hit.difference == nil, "seed \(seed), width \(width), \(bounds), \(point)")
        }
      }
    }
    #expect(shown > 100 && hits > 5)
  }

  @Test("Stops far from what is seen find their cells, beside those in sight")
  func farStops() throws {
    let layout = try Layout.of(
      Self.row(
        count: 100,
        effect: [
          "unit": 100, "stops": [["at": 40, "follow": 1], ["at": 41, "follow": 1], ["at": 60]],
        ]), containerWidth: 50)
    let cells = try layout.shownCells(bounds: Rect(x: 0, y: 0, width: 300, height: 50))
    // Cells of 100 points: the line is at 150. Those in sight follow, too.
    let items = cells.map(\.attributes.element.index)
    #expect(items == [0, 1, 2] + Array(41...61))
    #expect(cells.allSatisfy { $0.transformedFrame?.x == 100 })
  }

  @Test("A limit, and a meter, end what thousands of millions of cells take")
  func manyCells() throws {
    let layout = try Layout.of(
      Self.row(
        count: 1_000_000_000,
        effect: ["unit": 1_000_000, "stops": [["at": -1000, "follow": 1], ["at": 1000]]]),
      containerWidth: 50)
    let bounds = Rect(x: 5e8, y: 0, width: 300, height: 50)
    var meter = WorkMeter(portion: 100_000)
    do throws(WalkInterrupted) {
      _ = try layout.shownCells(bounds: bounds, inset: .zero, limit: 10_000, meter: &meter)
      Issue.record("there are too many")
    } catch {
      guard case .visitor = error else { throw error }
    }
    let few = try Layout.of(
      Self.row(
        count: 1_000_000_000,
        effect: ["unit": 1_000_000, "stops": [["at": -1000, "y": 5], ["at": 1000]]]),
      containerWidth: 50)
    var small = WorkMeter(portion: 100_000)
    do throws(WalkInterrupted) {
      _ = try few.shownCells(bounds: bounds, inset: .zero, limit: 10_000, meter: &small)
      Issue.record("the meter has too few units")
    } catch {
      guard case .budgetExceeded = error else { throw error }
    }
  }

  @Test("Only cells near the bounds are visited")
  func cost() throws {
    let layout = try Layout.of(
      Self.row(
        count: 1_000_000_000, effect: ["unit": 100, "stops": [["at": -3], ["at": 3, "scale": 2]]]),
      containerWidth: 50)
    var meter = WorkMeter(portion: 1000)
    let cells = try layout.shownCells(
      bounds: Rect(x: 5e10, y: 0, width: 300, height: 50), inset: .zero, limit: 100, meter: &meter)
    #expect(cells.count == 5 && meter.units < 20)
  }

  @Test("Numbers that overflow show a cell nowhere, and trap nothing")
  func overflow() throws {
    for perspective in [Double.leastNonzeroMagnitude, 1e-300, 1e300] {
      let layout = try Layout.of(
        Self.row(
          count: 5,
          effect: [
            "unit": .number(.leastNonzeroMagnitude), "perspective": .number(perspective),
            "stops": [["at": 0, "z": 1000, "rotateY": 30, "x": 1000, "follow": 10, "scale": 100]],
          ]), containerWidth: 50)
      for x in [0, -1e308, 1e308] {
        let bounds = Rect(x: x, y: 0, width: 1e308, height: 50)
        for cell in try layout.shownCells(bounds: bounds) {
          #expect(cell.distance.isFinite && cell.transformedFrame != nil)
          #expect(cell.transform?.isFinite ?? true)
        }
        let hit = layout.element(at: Point(x: 10, y: 10), bounds: bounds, inset: .zero)
        #expect(hit == nil || hit?.element.kind == .cell)
      }
    }
  }

  /// Cells of 100 × 50 in a row, in a horizontal layout.
  private static func row(count: Int, effect: JSONValue) -> JSONValue {
    [
      "scrollDirection": "horizontal", "engine": "flow",
      "metrics": ["minimumLineSpacing": 0, "effect": effect],
      "sections": [["items": ["count": .number(Double(count)), "width": 100, "height": 50]]],
    ]
  }
}

extension Layout {
  fileprivate func shownCells(
    bounds: Rect, inset: EdgeInsets = .zero
  ) throws(WalkInterrupted) -> [ShownCell] {
    var meter = WorkMeter.unlimited
    return try shownCells(bounds: bounds, inset: inset, limit: .max, meter: &meter)
  }
}

/// A comparison of the cells that effects show at a scroll position with a look at every cell.
private struct ShownCellsCheck {
  private let test: LayoutUnderTest
  private let bounds: NaiveRect
  private let inset: NaiveInsets
  let cells: [ShownCell]
  private let naive: [NaiveShownCell]

  init(_ test: LayoutUnderTest, bounds: NaiveRect, inset: NaiveInsets) {
    (self.test, self.bounds, self.inset) = (test, bounds, inset)
    cells =
      (try? test.layout.shownCells(bounds: Rect(bounds), inset: EdgeInsets(inset))) ?? []
    naive = test.naive.shownCells(bounds: bounds, inset: inset)
  }

  func difference() -> String? {
    let places = cells.map { ($0.attributes.element.section, $0.attributes.element.index) }
    if !zip(places, places.dropFirst()).allSatisfy({ $0 < $1 }) { return "not in order" }
    let found = Dictionary(
      uniqueKeysWithValues: cells.map { ($0.attributes.element, $0) })
    // No hidden cell is among them.
    guard Set(found.keys).isSubset(of: naive.map(\.cell.element)) else { return "too many" }
    for other in naive {
      let element = other.cell.element
      let cell = found[element]
      guard let isIn = isIn(other) else { continue }
      if isIn != (cell != nil) { return "\(element) is \(isIn ? "missing" : "too much")" }
      guard let cell else { continue }
      if let difference = difference(cell, other) { return "\(element): \(difference)" }
      // One by one, it is the same.
      guard let alone = test.layout.attributes(of: element, bounds: nil, inset: .zero),
        let again = test.layout.shown(alone, bounds: Rect(bounds), inset: EdgeInsets(inset)),
        again.transform == cell.transform, again.distance == cell.distance,
        again.attributes.zIndex == cell.attributes.zIndex
      else { return "\(element) alone is another one" }
    }
    return nil
  }

  private var tolerance: Double {
    1e-6 * max(1, max(test.naive.contentWidth, test.naive.contentHeight) / 1000)
  }

  /// Whether the answer has a cell; nil if rounding decides.
  private func isIn(_ cell: NaiveShownCell) -> Bool? {
    let frame = cell.cell.frame
    guard frame.width > 0, frame.height > 0 else { return false }
    if cell.doubt < 1e-6 { return nil }
    guard let isInSight = overlaps(frame, tolerance) else { return nil }
    guard cell.isBetweenStops || isInSight else { return false }
    if abs(cell.leastDepth - 0.001) < 1e-6 { return nil }
    guard let box = cell.box else { return false }
    let far = max(abs(box.x), abs(box.y), abs(box.x + box.width), abs(box.y + box.height))
    return overlaps(box, tolerance + 1e-9 * far / min(1, cell.leastDepth))
  }

  /// Whether a frame overlaps the bounds; nil if rounding decides.
  private func overlaps(_ frame: NaiveRect, _ margin: Double) -> Bool? {
    func grown(_ margin: Double) -> NaiveRect {
      NaiveRect(
        x: frame.x - margin, y: frame.y - margin, width: frame.width + 2 * margin,
        height: frame.height + 2 * margin)
    }
    let (most, least) = (
      bounds.contains(element: grown(margin)), bounds.contains(element: grown(-margin))
    )
    return most == least ? most : nil
  }

  private func difference(_ cell: ShownCell, _ other: NaiveShownCell) -> String? {
    let size = 1 + abs(other.distance) + test.naive.contentHeight + test.naive.contentWidth
    if abs(cell.distance - other.distance) > 1e-9 * size { return "distance" }
    if abs(cell.alpha - other.alpha) > 1e-9 * size { return "alpha" }
    if cell.attributes.zIndex != other.zIndex { return "zIndex" }
    let transform = cell.transform ?? .identity
    for index in 0..<16 {
      let number = other.matrix[index / 4][index % 4]
      // A member may be steep between two stops.
      if abs(transform[index] - number) > 1e-7 * (1 + abs(number)) * size { return "m\(index)" }
    }
    guard let frame = cell.transformedFrame, let box = other.box else { return "frame" }
    let far = size + max(abs(box.x), abs(box.y), box.width, box.height)
    let margin = 1e-7 * far / min(1, other.leastDepth)
    let isClose =
      abs(frame.x - box.x) < margin && abs(frame.y - box.y) < margin
      && abs(frame.width - box.width) < margin && abs(frame.height - box.height) < margin
    return isClose ? nil : "transformedFrame"
  }

  /// A point of a cell that is shown, or anywhere in the bounds.
  func point(_ random: inout SplitMix64) -> NaivePoint {
    var rect = bounds
    if random.chance(0.8), let cell = cells.randomElement(using: &random),
      let frame = cell.transformedFrame
    {
      rect = frame.naive
    }
    return NaivePoint(
      x: rect.x + rect.width * .random(in: 0...1, using: &random),
      y: rect.y + rect.height * .random(in: 0...1, using: &random))
  }

  /// What is topmost at a point; nil if rounding decides.
  func hit(at point: NaivePoint) -> (difference: String?, isOfEffect: Bool)? {
    let special = test.naive.special(bounds: bounds, inset: inset)
    let byElement = Dictionary(uniqueKeysWithValues: naive.map { ($0.cell.element, $0) })
    let isShown = Set(cells.map(\.attributes.element))
    var topmost: (zIndex: Int, element: Element)?
    for rest in test.naive.elements {
      let element = rest.element
      var zIndex = rest.zIndex
      if let shown = byElement[element] {
        guard isShown.contains(element), let corners = shown.corners else { continue }
        if shown.doubt < 1e-6 { return nil }
        guard let isThere = NaiveShownCell.contains(point, in: corners) else { return nil }
        if !isThere { continue }
        zIndex = shown.zIndex
      } else {
        let now = rest.isSpecial ? special.first { $0.isSameElement(as: rest) } : rest
        guard let now else { continue }
        let near = [(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)].map { x, y in
          let point = NaivePoint(x: point.x + x * tolerance, y: point.y + y * tolerance)
          return now.isSeen(at: point, frame: now.frame)
        }
        if Set(near).count > 1 { return nil }
        if !near[0] { continue }
      }
      if topmost == nil || zIndex >= topmost!.zIndex { topmost = (zIndex, element) }
    }
    let hit = test.layout.element(
      at: Point(x: point.x, y: point.y), bounds: Rect(bounds), inset: EdgeInsets(inset))
    let isSame = hit?.element == topmost?.element && hit?.zIndex == topmost?.zIndex
    return (
      isSame ? nil : "\(String(describing: hit?.element)), not \(String(describing: topmost))",
      topmost.map { byElement[$0.element] != nil } ?? false
    )
  }
}

extension NaiveShownCell {
  /// The bounding box of the corners.
  fileprivate var box: NaiveRect? {
    guard let corners else { return nil }
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    return NaiveRect(
      x: xs.min()!, y: ys.min()!, width: xs.max()! - xs.min()!, height: ys.max()! - ys.min()!)
  }

  /// Whether a point is inside of a quadrilateral without dents; nil near its edges.
  fileprivate static func contains(_ point: NaivePoint, in corners: [NaivePoint]) -> Bool? {
    let sides = corners.indices.map { place in
      let (start, end) = (corners[place], corners[(place + 1) % 4])
      let (x, y) = (end.x - start.x, end.y - start.y)
      let length = max(1e-12, (x * x + y * y).squareRoot())
      return (x * (point.y - start.y) - y * (point.x - start.x)) / length
    }
    if sides.contains(where: { abs($0) < 1e-3 }) { return nil }
    return sides.allSatisfy { $0 > 0 } || sides.allSatisfy { $0 < 0 }
  }
}
