/// Where an element is seen (docs/rules.md#transforms): the plain formulas, with arrays.
extension NaiveElement {
  private func member(_ name: String) -> JSONValue {
    zip(NaiveMember.all, members).first { $0.0.name == name }!.1
  }

  /// Whether it is in no list.
  public var isHidden: Bool { member("hidden") == true }
  public var alpha: Double { member("alpha").double! }
  /// The 16 numbers; nil for the identity.
  public var transform: [Double]? {
    let value = member("transform")
    let standard = NaiveMember.all.first { $0.name == "transform" }!.standard
    return value == standard ? nil : value.array!.map { $0.double! }
  }

  /// The picture of a point, counted from the centre, and how far in front of the viewer it is.
  private static func picture(_ x: Double, _ y: Double, _ m: [Double]) -> (Double, Double, Double) {
    let column = { (k: Int) in x * m[k] + y * m[4 + k] + m[12 + k] }
    return (column(0) / column(3), column(1) / column(3), column(3))
  }

  /// The bounding box of what is seen of a frame; nil where nothing is.
  public func transformedFrame(of frame: NaiveRect) -> NaiveRect? {
    guard let m = transform else { return frame }
    let (w, h) = (frame.width / 2, frame.height / 2)
    let corners = [(-w, -h), (w, -h), (-w, h), (w, h)].map { Self.picture($0.0, $0.1, m) }
    if corners.contains(where: { $0.2 <= 0.001 || !$0.0.isFinite || !$0.1.isFinite }) { return nil }
    let (xs, ys) = (corners.map(\.0), corners.map(\.1))
    return NaiveRect(
      x: frame.x + w + xs.min()!, y: frame.y + h + ys.min()!, width: xs.max()! - xs.min()!,
      height: ys.max()! - ys.min()!)
  }

  /// Whether it is seen in a rectangle, where its frame is this one.
  public func isSeen(in rectangle: NaiveRect, at frame: NaiveRect) -> Bool {
    guard !isHidden, frame.width > 0, frame.height > 0,
      let shown = transformedFrame(of: frame)
    else { return false }
    return rectangle.contains(element: shown)
  }

  /// Whether it is at a point, where its frame is this one.
  public func isSeen(at point: NaivePoint, frame: NaiveRect) -> Bool {
    if isHidden { return false }
    guard let m = transform else { return frame.contains(point: point) }
    guard transformedFrame(of: frame) != nil else { return false }
    // The inverse of the rows and columns 1, 2 and 4, by cofactors.
    let a = [m[0], m[1], m[3], m[4], m[5], m[7], m[12], m[13], m[15]]
    func minor(_ p: Int, _ q: Int, _ r: Int, _ s: Int) -> Double { a[p] * a[q] - a[r] * a[s] }
    let cofactors = [
      minor(4, 8, 5, 7), minor(2, 7, 1, 8), minor(1, 5, 2, 4),
      minor(5, 6, 3, 8), minor(0, 8, 2, 6), minor(2, 3, 0, 5),
      minor(3, 7, 4, 6), minor(1, 6, 0, 7), minor(0, 4, 1, 3),
    ]
    let determinant = a[0] * cofactors[0] + a[1] * cofactors[3] + a[2] * cofactors[6]
    if determinant == 0 { return false }
    let (w, h) = (frame.width / 2, frame.height / 2)
    let place = [point.x - frame.x - w, point.y - frame.y - h, 1]
    let back = (0..<3).map { k in (0..<3).reduce(0) { $0 + place[$1] * cofactors[3 * $1 + k] } }
    let (x, y) = (back[0] / back[2], back[1] / back[2])
    return -w <= x && x < w && -h <= y && y < h
  }
}
