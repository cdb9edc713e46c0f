import Oracle
import Testing

@testable import LayoutCore

@Suite("Transforms")
struct TransformTests {
  private static func plane(_ numbers: [Double]) -> Transform {
    Transform(
      a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
  }

  @Test("Example D10: a quarter of a turn, and half the size beside its place")
  func plane() {
    let turned = Self.plane([0, 1, -1, 0, 0, 0])
    let frame = Rect(x: 100, y: 100, width: 80, height: 40)
    #expect(turned.transformedFrame(of: frame) == Rect(x: 120, y: 80, width: 40, height: 80))
    #expect(turned.contains(Point(x: 140, y: 85), in: frame))
    #expect(!turned.contains(Point(x: 105, y: 105), in: frame))

    let small = Self.plane([0.5, 0, 0, 0.5, 10, 20])
    let second = Rect(x: 300, y: 100, width: 80, height: 40)
    #expect(small.transformedFrame(of: second) == Rect(x: 330, y: 130, width: 40, height: 20))
    #expect(small.contains(Point(x: 350, y: 140), in: second))
    #expect(!small.contains(Point(x: 310, y: 110), in: second))
    // Left and upper edges belong to the element, right and lower ones do not.
    #expect(small.contains(Point(x: 330, y: 130), in: second))
    #expect(!small.contains(Point(x: 370, y: 130), in: second))
    #expect(!small.contains(Point(x: 330, y: 150), in: second))
  }

  @Test("Example D15: a cover that is seen from its side")
  func inSpace() throws {
    let numbers = [
      0.890296, 0, 0.649448, -0.001299, 0, 1, 0, 0, -0.497367, 0, 0.760406, -0.001521, -40, 0, -50,
      1.1,
    ]
    let cover = Transform { numbers[$0] }
    let box = try #require(
      cover.transformedFrame(of: Rect(x: 260, y: 25, width: 200, height: 150)))
    #expect(abs(box.x - 255.088505) < 0.02 && abs(box.y - 22.689211) < 0.02)
    #expect(abs(box.width - 155.451679) < 0.02 && abs(box.height - 154.621579) < 0.02)
    #expect(!cover.isAffine && cover.numbers == numbers)
  }

  @Test("Six numbers describe what stays in the plane")
  func numbers() {
    #expect(Transform.identity.isAffine && Transform.identity.numbers == [1, 0, 0, 1, 0, 0])
    #expect(Self.plane([2, 3, 4, 5, 6, 7]).numbers == [2, 3, 4, 5, 6, 7])
    for index in 0..<16 where !Transform.planeIndices.contains(index) {
      var other = Transform.identity
      other[index] += 0.5
      #expect(!other.isAffine && other.numbers.count == 16 && other.numbers[index] == other[index])
    }
    let signs = Transform.identity.mirrored.numbers.map { $0.sign }
    #expect(signs.allSatisfy { $0 == .plus })
  }

  @Test("Random matrices are multiplied, mirrored and shown as the rules are written")
  func plainly() {
    var random = SplitMix64(seed: 7)
    var (shown, hits) = (0, 0)
    for _ in 0..<3_000 {
      let first = PlainMatrix(&random)
      let second = PlainMatrix(&random)
      let product = first.transform * second.transform
      expect(product, near: first.times(second))
      var sides = PlainMatrix.identity
      sides.rows[0][0] = -1
      expect(first.transform.mirrored, near: sides.times(first).times(sides))

      let frame = Rect(
        x: .random(in: -500...500, using: &random), y: .random(in: -500...500, using: &random),
        width: .random(in: 1...300, using: &random), height: .random(in: 1...300, using: &random))
      for matrix in [first, first.times(second)] {
        let corners = matrix.corners(of: frame)
        let box = matrix.transform.transformedFrame(of: frame)
        #expect((box == nil) == (corners == nil))
        guard let box, let corners else { continue }
        shown += 1
        let (xs, ys) = (corners.map(\.x), corners.map(\.y))
        let scale = 1 + (xs + ys).map(abs).max()!
        #expect(abs(box.x - xs.min()!) < 1e-9 * scale)
        #expect(abs(box.width - (xs.max()! - xs.min()!)) < 1e-9 * scale)
        #expect(abs(box.y - ys.min()!) < 1e-9 * scale)
        #expect(abs(box.height - (ys.max()! - ys.min()!)) < 1e-9 * scale)
        for _ in 0..<4 {
          let point = Point(
            x: .random(in: box.x - 10...box.x + box.width + 10, using: &random),
            y: .random(in: box.y - 10...box.y + box.height + 10, using: &random))
          // The picture of a rectangle is a quadrilateral without dents.
          guard let isInside = PlainMatrix.contains(point, in: corners) else { continue }
          #expect(matrix.transform.contains(point, in: frame) == isInside)
          hits += isInside ? 1 : 0
        }
      }
    }
    #expect(shown > 1_000 && hits > 1_000)
  }

  @Test("What is behind the viewer, or seen from its edge, is at no point")
  func behind() {
    let frame = Rect(x: 0, y: 0, width: 100, height: 100)
    var far = Transform.identity
    far[15] = 0.001
    #expect(far.transformedFrame(of: frame) == nil && !far.contains(Point(x: 50, y: 50), in: frame))
    far[15] = 0.002
    #expect(far.transformedFrame(of: frame) != nil && far.contains(Point(x: 50, y: 50), in: frame))
    // One corner behind the viewer is enough.
    far[15] = 1
    far[3] = -0.02
    #expect(far.transformedFrame(of: frame) == nil && !far.contains(Point(x: 20, y: 50), in: frame))

    let edge = Self.plane([0, 0, 0, 1, 0, 0])
    #expect(edge.transformedFrame(of: frame) == Rect(x: 50, y: 0, width: 0, height: 100))
    #expect(!edge.contains(Point(x: 50, y: 50), in: frame))
  }

  @Test("Great numbers, and products of them, lead to no number that is none")
  func greatNumbers() {
    var random = SplitMix64(seed: 8)
    for _ in 0..<2_000 {
      let values = [0, 1, -1, 1e6, -1e6, 1e-300, 0.5]
      var matrix = Transform { _ in values.randomElement(using: &random)! }
      let edge = [1, 1e15, .greatestFiniteMagnitude].randomElement(using: &random)!
      let frame = Rect(x: edge, y: -edge, width: edge, height: edge)
      for _ in 0..<60 {
        if let box = matrix.transformedFrame(of: frame) {
          #expect(
            [box.x, box.y, box.width, box.height, box.x + box.width, box.y + box.height]
              .allSatisfy { $0.isFinite })
        }
        _ = matrix.contains(Point(x: edge, y: 0), in: frame)
        matrix = matrix * Transform { _ in values.randomElement(using: &random)! }
      }
    }
  }

  private func expect(_ transform: Transform, near matrix: PlainMatrix) {
    let isNear = (0..<16).allSatisfy {
      let number = matrix.rows[$0 / 4][$0 % 4]
      return abs(transform[$0] - number) <= 1e-9 * (1 + abs(number))
    }
    #expect(isNear)
  }
}

/// A matrix as rows of numbers.
private struct PlainMatrix {
  var rows: [[Double]]

  static let identity = PlainMatrix(
    rows: (0..<4).map { row in (0..<4).map { row == $0 ? 1 : 0 } })

  init(rows: [[Double]]) { self.rows = rows }

  /// One of the plane, or one in space whose far side is seen smaller.
  init(_ random: inout SplitMix64) {
    self = .identity
    let isOfPlane = Bool.random(using: &random)
    for (row, column) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
      rows[row][column] = .random(in: -2...2, using: &random)
    }
    for column in 0..<2 { rows[3][column] = .random(in: -100...100, using: &random) }
    if isOfPlane { return }
    for row in 0..<4 {
      rows[row][2] = .random(in: -1...1, using: &random)
      rows[row][3] += .random(in: -0.002...0.002, using: &random)
    }
  }

  var transform: Transform { Transform { rows[$0 / 4][$0 % 4] } }

  func times(_ other: PlainMatrix) -> PlainMatrix {
    var product = PlainMatrix.identity
    for row in 0..<4 {
      for column in 0..<4 {
        product.rows[row][column] = (0..<4).reduce(0) {
          $0 + rows[row][$1] * other.rows[$1][column]
        }
      }
    }
    return product
  }

  /// The pictures of the corners of a frame, in turn; nil if one is behind the viewer.
  func corners(of frame: Rect) -> [Point]? {
    let (x, y) = (frame.width / 2, frame.height / 2)
    let corners = [[-x, -y, 0, 1], [x, -y, 0, 1], [x, y, 0, 1], [-x, y, 0, 1]].map { point in
      (0..<4).map { column in (0..<4).reduce(0) { $0 + point[$1] * rows[$1][column] } }
    }
    guard corners.allSatisfy({ $0[3] > 0.001 }) else { return nil }
    return corners.map {
      Point(x: frame.x + x + $0[0] / $0[3], y: frame.y + y + $0[1] / $0[3])
    }
  }

  /// Whether a point is inside of a quadrilateral; nil near its edges.
  static func contains(_ point: Point, in corners: [Point]) -> Bool? {
    let sides = corners.indices.map { place in
      let (start, end) = (corners[place], corners[(place + 1) % 4])
      let (x, y) = (end.x - start.x, end.y - start.y)
      return (x * (point.y - start.y) - y * (point.x - start.x))
        / max(1e-9, (x * x + y * y).squareRoot())
    }
    if sides.contains(where: { abs($0) < 1e-4 }) { return nil }
    return sides.allSatisfy { $0 > 0 } || sides.allSatisfy { $0 < 0 }
  }
}
