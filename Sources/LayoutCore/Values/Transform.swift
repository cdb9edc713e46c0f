/// A matrix of 4 × 4 numbers that turns, moves and scales an element about the centre of its frame
/// (docs/rules.md#transforms).
///
/// Points are row vectors: p′ = p · M. So `m41` and `m42`, numbers 12 and 13, move the element right and down, in
/// points. Nothing here traps; numbers that overflow lead to pictures that are nowhere.
public struct Transform: Equatable, Sendable {
  /// The rows: m11 to m14, m21 to m24, and so on.
  private var row1, row2, row3, row4: SIMD4<Double>

  /// The matrix that changes nothing.
  public static let identity = Transform { $0 % 5 == 0 ? 1 : 0 }

  /// The indices of the six numbers of a matrix of the plane among the sixteen: a, b, c, d, tx, ty.
  public static let planeIndices = [0, 1, 4, 5, 12, 13]

  private init(
    _ row1: SIMD4<Double>, _ row2: SIMD4<Double>, _ row3: SIMD4<Double>, _ row4: SIMD4<Double>
  ) {
    (self.row1, self.row2, self.row3, self.row4) = (row1, row2, row3, row4)
  }

  /// Creates a matrix from its numbers m11, m12 … m44, row by row; `number` is called with 0 to 15.
  public init(_ number: (Int) -> Double) {
    func row(_ first: Int) -> SIMD4<Double> {
      SIMD4(number(first), number(first + 1), number(first + 2), number(first + 3))
    }
    self.init(row(0), row(4), row(8), row(12))
  }

  /// Creates a matrix of the plane, as UIKit's `CGAffineTransform` and CSS's `matrix()` have it.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.init(SIMD4(a, b, 0, 0), SIMD4(c, d, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(tx, ty, 0, 1))
  }

  /// Creates a matrix that moves elements right, down and towards the viewer, in points.
  init(movesBy x: Double, _ y: Double, _ z: Double) {
    self = .identity
    row4 = SIMD4(x, y, z, 1)
  }

  /// The number with an index from 0 (m11) to 15 (m44), row by row.
  public subscript(index: Int) -> Double {
    get {
      switch index / 4 {
      case 0: row1[index]
      case 1: row2[index - 4]
      case 2: row3[index - 8]
      default: row4[index - 12]
      }
    }
    set {
      switch index / 4 {
      case 0: row1[index] = newValue
      case 1: row2[index - 4] = newValue
      case 2: row3[index - 8] = newValue
      default: row4[index - 12] = newValue
      }
    }
  }

  /// Whether it is a matrix of the plane, which six numbers describe.
  public var isAffine: Bool {
    let (first, second) = (row1, row2)
    return first.z == 0 && first.w == 0 && second.z == 0 && second.w == 0
      && row3 == SIMD4(0, 0, 1, 0) && row4.z == 0 && row4.w == 1
  }

  /// Whether it changes nothing.
  var isIdentity: Bool { (0..<16).allSatisfy { self[$0] == ($0 % 5 == 0 ? 1 : 0) } }

  /// Whether none of its numbers has overflowed.
  public var isFinite: Bool { (0..<16).allSatisfy { self[$0].isFinite } }

  /// The numbers by which answers describe it: a, b, c, d, tx, ty of a matrix of the plane, else m11 to m44. A 0 has no
  /// sign.
  public var numbers: [Double] {
    (isAffine ? Transform.planeIndices : Array(0..<16)).map { self[$0] + 0 }
  }

  /// The matrix that transforms by the first one and then by the second one.
  @inline(never)
  public static func * (first: Transform, second: Transform) -> Transform {
    func product(_ row: SIMD4<Double>) -> SIMD4<Double> {
      row.x * second.row1 + row.y * second.row2 + row.z * second.row3 + row.w * second.row4
    }
    return Transform(
      product(first.row1), product(first.row2), product(first.row3), product(first.row4))
  }

  /// Its mirror image in a right-to-left layout: F · M · F, where F exchanges left and right.
  public var mirrored: Transform {
    let sides = SIMD4(-1.0, 1, 1, 1)
    return Transform(row1 * sides * -1, row2 * sides, row3 * sides, row4 * sides)
  }

  /// The pictures of the corners of a frame, measured from its centre: top left, top right, bottom left, bottom right.
  /// Nil if one of them is behind the viewer, or farther away than numbers can tell.
  @inline(__always)
  private func pictures(ofCorners x: Double, _ y: Double) -> (x: SIMD4<Double>, y: SIMD4<Double>)? {
    let (across, down) = (SIMD4(-x, x, -x, x), SIMD4(-y, -y, y, y))
    let depth = across * row1.w + down * row2.w + row4.w
    guard all(depth .> Transform.leastDepth) else { return nil }
    let pictures = (
      x: (across * row1.x + down * row2.x + row4.x) / depth,
      y: (across * row1.y + down * row2.y + row4.y) / depth
    )
    // The product of 0 and a number that has overflowed is none.
    return all(pictures.x * 0 + pictures.y * 0 .== 0) ? pictures : nil
  }

  /// A point with a fourth coordinate up to this one is behind the viewer.
  private static let leastDepth = 0.001

  /// The bounding box of the frame as the transform shows it, in content coordinates. Nil if a corner is behind the
  /// viewer, or if the box is farther away or greater than numbers can tell.
  @inline(never)
  public func transformedFrame(of frame: Rect) -> Rect? {
    let (x, y) = (frame.width / 2, frame.height / 2)
    guard let corners = pictures(ofCorners: x, y) else { return nil }
    let (left, right) = Transform.bounds(corners.x)
    let (top, bottom) = Transform.bounds(corners.y)
    let box = Rect(
      x: frame.x + x + left, y: frame.y + y + top, width: right - left, height: bottom - top)
    guard (box.x + box.width).isFinite, (box.y + box.height).isFinite else { return nil }
    return box
  }

  /// The least and the greatest of four numbers.
  @inline(__always)
  private static func bounds(_ numbers: SIMD4<Double>) -> (Double, Double) {
    (
      lesser(lesser(numbers[0], numbers[1]), lesser(numbers[2], numbers[3])),
      greater(greater(numbers[0], numbers[1]), greater(numbers[2], numbers[3]))
    )
  }

  /// The corners of the frame as the transform shows them, in turn, in content coordinates; nil without a
  /// `transformedFrame`.
  public func corners(of frame: Rect) -> [Point]? {
    let (x, y) = (frame.width / 2, frame.height / 2)
    guard transformedFrame(of: frame) != nil, let corners = pictures(ofCorners: x, y) else {
      return nil
    }
    return [0, 1, 3, 2].map {
      Point(x: frame.x + x + corners.x[$0], y: frame.y + y + corners.y[$0])
    }
  }

  /// Whether the element, with this frame, is at a point as the transform shows it (docs/rules.md#transforms). Never if
  /// it is behind the viewer, or seen from its edge.
  public func contains(_ point: Point, in frame: Rect) -> Bool {
    guard transformedFrame(of: frame) != nil else { return false }
    // Rows and columns 1, 2 and 4 carry points of the frame to the screen, and their inverse carries them back. The
    // quotients at the end need no division by the determinant.
    let (a, b, c) = (row1.x, row1.y, row1.w)
    let (d, e, f) = (row2.x, row2.y, row2.w)
    let (g, h, i) = (row4.x, row4.y, row4.w)
    let first = SIMD4(e * i - f * h, c * h - b * i, b * f - c * e, 0)
    let second = SIMD4(f * g - d * i, a * i - c * g, c * d - a * f, 0)
    let third = SIMD4(d * h - e * g, b * g - a * h, a * e - b * d, 0)
    guard a * first.x + b * second.x + c * third.x != 0 else { return false }
    let (x, y) = (frame.width / 2, frame.height / 2)
    let back = (point.x - (frame.x + x)) * first + (point.y - (frame.y + y)) * second + third
    let (acrossFrame, downFrame) = (back.x / back.z, back.y / back.z)
    return -x <= acrossFrame && acrossFrame < x && -y <= downFrame && downFrame < y
  }
}
