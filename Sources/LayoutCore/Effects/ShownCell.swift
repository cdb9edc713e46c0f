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
    let values = effect.values(at: distance)
    alpha = own.alpha * lesser(1, greater(0, values[.alpha]))
    let above = Int((values[.zIndex] + 0.5).rounded(.down))
    attributes = LayoutAttributes(
      element: cell.element, frame: cell.frame, zIndex: ZIndex.cell + own.zIndex + above,
      columnIndex: cell.columnIndex)
    var shown = Transform(
      values, of: effect, size: Size(width: cell.frame.width, height: cell.frame.height))
    let moved = -values[.follow] * offset
    if moved != 0 {
      shown =
        shown * Transform(movesBy: axis.isHorizontal ? moved : 0, axis.isHorizontal ? 0 : moved, 0)
    }
    if axis.isMirrored { shown = shown.mirrored }
    if let transform = own.transform { shown = transform * shown }
    transform = shown == .identity ? nil : shown
    transformedFrame = transform == nil ? cell.frame : shown.transformedFrame(of: cell.frame)
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
  fileprivate init(_ values: EffectValues, of effect: Effect, size: Size) {
    self = .identity
    let (width, height) = (size.width, size.height)
    let scale = values[.scale]
    let (across, down) = (scale * values[.scaleX], scale * values[.scaleY])
    let turns = [values[.rotateX], values[.rotateY], values[.rotate]]
    if across != 1 || down != 1 || turns != [0, 0, 0] {
      let (x, y) = ((effect.origin.x - 0.5) * width, (effect.origin.y - 0.5) * height)
      let z = effect.origin.z * width
      self[0] = across
      self[5] = down
      self = Transform(movesBy: -x, -y, -z) * self
      for (axis, degrees) in turns.enumerated() where degrees != 0 {
        self = self * Transform(degrees: degrees, aboutAxis: axis)
      }
      self = self * Transform(movesBy: x, y, z)
    }
    self =
      self
      * Transform(movesBy: values[.x] * width, values[.y] * height, values[.z] * width)
    if let perspective = effect.perspective {
      var far = Transform.identity
      far[11] = -1 / perspective
      self = self * far
    }
  }
}
