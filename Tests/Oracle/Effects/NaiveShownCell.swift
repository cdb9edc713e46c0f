import Foundation

/// What an effect makes of one cell, worked out as docs/rules.md#effects is written.
public struct NaiveShownCell: Sendable {
  /// The cell at rest.
  public let cell: NaiveElement
  public let distance: Double
  public let alpha: Double
  public let zIndex: Int
  /// The rows of the matrix.
  public let matrix: [[Double]]
  /// The corners as they are shown, in turn; nil where one is behind the viewer.
  public let corners: [NaivePoint]?
  /// The least fourth coordinate of a corner.
  public let leastDepth: Double
  /// Whether the distance is one of a stop, or between two.
  public let isBetweenStops: Bool
  /// How near the distance is to one at which something jumps or ends.
  public let doubt: Double

  init(
    _ cell: NaiveElement, _ effect: JSONValue, start: Double, extent: Double,
    span: (first: Double, last: Double), horizontal: Bool, rightToLeft: Bool
  ) {
    func number(_ key: String, _ standard: Double) -> Double { effect[key]?.double ?? standard }
    let focus = number("focus", 0.5)
    let line = span.first + focus * (span.last - span.first)
    let unit = number("unit", max(1, span.last - span.first))
    let offset = start + focus * extent - line
    let t = offset / unit
    let stops = effect["stops"]!.array!
    let places = stops.map { $0["at"]!.double! }
    func value(_ key: String, _ standard: Double) -> Double {
      let said: [(Double, Double)] = stops.compactMap { stop in
        stop[key]?.double.map { (stop["at"]!.double!, $0) }
      }
      guard let before = said.last(where: { $0.0 <= t }) else { return said.first?.1 ?? standard }
      guard let after = said.first(where: { $0.0 > t }) else { return before.1 }
      return before.1 + (after.1 - before.1) * (t - before.0) / (after.0 - before.0)
    }
    self.cell = cell
    distance = t
    alpha = cell.alpha * value("alpha", 1)
    zIndex = cell.zIndex + Int((value("zIndex", 0) + 0.5).rounded(.down))
    isBetweenStops = places.first! <= t && t <= places.last!
    let half = value("zIndex", 0) - 0.5
    doubt = min(places.map { abs($0 - t) }.min()!, abs(half - half.rounded()))

    let (w, h) = (cell.width, cell.height)
    let origin = effect["origin"] ?? [:]
    let across = ((origin["x"]?.double ?? 0.5) - 0.5) * w
    let down = ((origin["y"]?.double ?? 0.5) - 0.5) * h
    let near = (origin["z"]?.double ?? 0) * w
    let scale = value("scale", 1)
    var matrix = Self.moved(-across, -down, -near)
    matrix = Self.product(
      matrix, Self.scaled(scale * value("scaleX", 1), scale * value("scaleY", 1)))
    for (key, axes) in [("rotateX", (1, 2)), ("rotateY", (2, 0)), ("rotate", (0, 1))] {
      let angle = value(key, 0) * .pi / 180
      var turn = Self.identity
      turn[axes.0][axes.0] = cos(angle)
      turn[axes.1][axes.1] = cos(angle)
      turn[axes.0][axes.1] = sin(angle)
      turn[axes.1][axes.0] = -sin(angle)
      matrix = Self.product(matrix, turn)
    }
    matrix = Self.product(matrix, Self.moved(across, down, near))
    matrix = Self.product(
      matrix, Self.moved(value("x", 0) * w, value("y", 0) * h, value("z", 0) * w))
    if let perspective = effect["perspective"]?.double {
      var far = Self.identity
      far[2][3] = -1 / perspective
      matrix = Self.product(matrix, far)
    }
    let along = -value("follow", 0) * offset
    matrix = Self.product(matrix, Self.moved(horizontal ? along : 0, horizontal ? 0 : along, 0))
    if rightToLeft {
      var sides = Self.identity
      sides[0][0] = -1
      matrix = Self.product(Self.product(sides, matrix), sides)
    }
    if let own = cell.transform {
      matrix = Self.product((0..<4).map { Array(own[4 * $0..<4 * $0 + 4]) }, matrix)
    }
    self.matrix = matrix
    let signs: [(Double, Double)] = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]
    let pictures: [[Double]] = signs.map { sign in
      (0..<4).map { column in
        sign.0 * w * matrix[0][column] + sign.1 * h * matrix[1][column] + matrix[3][column]
      }
    }
    leastDepth = pictures.map { $0[3] }.min()!
    let (x, y) = (cell.x + w / 2, cell.y + h / 2)
    let points = pictures.map { NaivePoint(x: x + $0[0] / $0[3], y: y + $0[1] / $0[3]) }
    corners = leastDepth > 0.001 ? points : nil
  }

  private static let identity = (0..<4).map { row in (0..<4).map { row == $0 ? 1.0 : 0 } }

  private static func moved(_ x: Double, _ y: Double, _ z: Double) -> [[Double]] {
    var matrix = identity
    matrix[3] = [x, y, z, 1]
    return matrix
  }

  private static func scaled(_ x: Double, _ y: Double) -> [[Double]] {
    var matrix = identity
    (matrix[0][0], matrix[1][1]) = (x, y)
    return matrix
  }

  private static func product(_ a: [[Double]], _ b: [[Double]]) -> [[Double]] {
    var product = identity
    for row in 0..<4 {
      for column in 0..<4 {
        product[row][column] = (0..<4).map { a[row][$0] * b[$0][column] }.reduce(0, +)
      }
    }
    return product
  }
}

extension NaiveLayout {
  /// What effects make of every cell of a section with one that is not hidden, in order, wherever it is.
  public func shownCells(bounds: NaiveRect, inset: NaiveInsets) -> [NaiveShownCell] {
    let span = downwardSpan(bounds: bounds, inset: inset)
    return zip(elements, downwardElements).compactMap { cell, downward in
      guard cell.category == "cell", !cell.isHidden, let effect = effects[cell.section!] else {
        return nil
      }
      return NaiveShownCell(
        cell, effect, start: downward.y, extent: downward.height, span: span,
        horizontal: horizontal, rightToLeft: rightToLeft)
    }
  }
}
