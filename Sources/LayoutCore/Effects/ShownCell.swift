/// A cell as the effect of its section shows it at one scroll position (docs/rules.md#effects).
public struct ShownCell: Sendable {
  /// With the frame at rest, and the zIndex that the effect gives it.
  public let attributes: LayoutAttributes
  /// The distance from the focal line, in units of the effect.
  public let distance: Double
  public let alpha: Double
  /// About the centre of the frame, as seen; nil for the identity.
  public let transform: Transform?
  /// The bounding box of the cell as it is shown; nil if it is behind the viewer.
  public let transformedFrame: Rect?

  /// - Parameters:
  ///   - cell: The cell at rest, in content coordinates.
  ///   - own: What its item says.
  init(
    _ cell: LayoutAttributes, _ own: CellAttributes, _ effect: Effect, at line: FocalLine,
    on axis: Axis
  ) {
    let place = axis.stretch(of: cell.frame)
    let offset = line.offset(start: place.start, extent: place.extent)
    distance = line.distance(offset)
    alpha = own.alpha * lesser(1, greater(0, effect.value(.alpha, at: distance)))
    let above = Int((effect.value(.zIndex, at: distance) + 0.5).rounded(.down))
    attributes = LayoutAttributes(
      element: cell.element, frame: cell.frame, zIndex: ZIndex.cell + own.zIndex + above,
      columnIndex: cell.columnIndex)
    var shown = Transform(
      effect, at: distance, size: Size(width: cell.frame.width, height: cell.frame.height))
    let moved = -effect.value(.follow, at: distance) * offset
    shown =
      shown * Transform(movesBy: axis.isHorizontal ? moved : 0, axis.isHorizontal ? 0 : moved, 0)
    if axis.isMirrored { shown = shown.mirrored }
    if let transform = own.transform { shown = transform * shown }
    transform = shown.isIdentity ? nil : shown
    transformedFrame = transform == nil ? cell.frame : shown.transformedFrame(of: cell.frame)
  }

  /// The members of its item, with what the effect makes of them. A matrix whose numbers overflow is left out.
  package func members(over own: GivenMembers?) -> GivenMembers {
    var members = own ?? GivenMembers()
    members[MemberCode.alpha] = alpha == 1 ? nil : .number(alpha)
    members[MemberCode.transform] = transform.flatMap { transform in
      transform.isFinite ? .matrix((0..<16).map { transform[$0] + 0 }) : nil
    }
    return members
  }

  /// Whether the cell overlaps a rectangle as it is shown.
  public func overlaps(_ rect: Rect) -> Bool { transformedFrame.map(rect.overlaps) ?? false }

  /// Whether the cell is at a point as it is shown.
  func contains(_ point: Point) -> Bool {
    let frame = attributes.frame
    if let transform { return transform.contains(point, in: frame) }
    return frame.x <= point.x && point.x < frame.x + frame.width && frame.y <= point.y
      && point.y < frame.y + frame.height
  }
}

extension Transform {
  /// What an effect makes of a cell of a size, in a layout that is not mirrored, before the cell follows the bounds.
  fileprivate init(_ effect: Effect, at distance: Double, size: Size) {
    func value(_ key: StopKey) -> Double { effect.value(key, at: distance) }
    let (width, height) = (size.width, size.height)
    let x = (effect.origin.x - 0.5) * width
    let y = (effect.origin.y - 0.5) * height
    let z = effect.origin.z * width
    self = .identity
    self[0] = value(.scale) * value(.scaleX)
    self[5] = value(.scale) * value(.scaleY)
    self = Transform(movesBy: -x, -y, -z) * self
    for (axis, key) in [StopKey.rotateX, .rotateY, .rotate].enumerated() {
      self = self * Transform(degrees: value(key), aboutAxis: axis)
    }
    self = self * Transform(movesBy: x, y, z)
    self = self * Transform(movesBy: value(.x) * width, value(.y) * height, value(.z) * width)
    guard let perspective = effect.perspective else { return }
    var far = Transform.identity
    far[11] = -1 / perspective
    self = self * far
  }
}
