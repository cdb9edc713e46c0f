/// The pixels of a device, to whose edges frames are rounded (docs/rules.md#whole-pixels).
///
/// Edges are rounded, not sizes, so frames that meet still meet, and none overlap that did not. Nothing is laid out
/// again: queries, pinning, effects and transforms use the frames as they are laid out.
public struct PixelGrid: Sendable {
  /// Device pixels for a point.
  public let scale: Double
  private let snapshot: Snapshot

  /// The scales that devices may have.
  public static let scales = 0.1...16.0

  /// Half a pixel, and so little more that sums which differ in their last digits are rounded to the same edge.
  private static let half = 0.5 + 0x1p-20

  /// Creates the pixels for the layouts of a snapshot.
  ///
  /// - Parameter scale: Device pixels for a point, within `scales`.
  public init(scale: Double, of snapshot: Snapshot) {
    self.scale = scale
    self.snapshot = snapshot
  }

  /// The number of the edge between pixels that is nearest to a place; the greater one of two.
  @inline(__always)
  private func edge(_ place: Double) -> Double {
    (place * scale + PixelGrid.half).rounded(.down)
  }

  /// The frame of a section, or of an element that is not a separator, with rounded edges.
  public func rounded(_ frame: Rect) -> Rect {
    let (left, top) = (edge(frame.x), edge(frame.y))
    return Rect(
      x: left / scale, y: top / scale, width: (edge(frame.x + frame.width) - left) / scale,
      height: (edge(frame.y + frame.height) - top) / scale)
  }

  /// The size of the content with rounded edges.
  public func rounded(_ size: Size) -> Size {
    Size(width: edge(size.width) / scale, height: edge(size.height) / scale)
  }

  /// The rounded frame of an element that has these attributes.
  public func frame(of attributes: LayoutAttributes) -> Rect {
    rounded(attributes.frame, of: attributes.element)
  }

  /// The rounded frame of an element of a layout. O(1)
  ///
  /// - Parameter frame: The frame as it is laid out, possibly moved.
  public func rounded(_ frame: Rect, of element: Element) -> Rect {
    switch element.kind {
    case .rowSeparator, .columnSeparator, .sectionSeparator: separator(frame, element)
    case .globalHeaderBackground, .globalHeader, .header, .placeholder, .cell, .footer, .background,
      .shelf:
      rounded(frame)
    }
  }

  /// The rounded frame of a separator: whole pixels thick, at least one, and beside the same edge as before.
  private func separator(_ frame: Rect, _ element: Element) -> Rect {
    let isThinAcross = element.kind == .columnSeparator
    // `rtl` mirrors x, in either scroll direction.
    let isThinInX = isThinAcross != (snapshot.scrollDirection == .horizontal)
    let isMirrored = isThinInX && snapshot.layoutDirection == .rtl
    let keepsEnd = snapshot.separatorEndsAtEdge(element) != isMirrored
    var rounded = rounded(frame)
    if isThinInX {
      (rounded.x, rounded.width) = stretch(frame.x, frame.width, keepsEnd: keepsEnd)
    } else {
      (rounded.y, rounded.height) = stretch(frame.y, frame.height, keepsEnd: keepsEnd)
    }
    return rounded
  }

  /// The start and the thickness of a separator. One that is not there, in an empty row, stays so.
  private func stretch(
    _ start: Double, _ thickness: Double, keepsEnd: Bool
  ) -> (start: Double, thickness: Double) {
    guard thickness > 0 else { return (edge(start) / scale, 0) }
    let pixels = greater(1, (thickness * scale + fitTolerance).rounded(.down))
    let first = keepsEnd ? edge(start + thickness) - pixels : edge(start)
    return (first / scale, pixels / scale)
  }
}

extension Snapshot {
  /// Whether a separator ends where its section begins or ends, or its cell begins, in the engines' space. Others begin
  /// at such an edge.
  fileprivate func separatorEndsAtEdge(_ separator: Element) -> Bool {
    switch separator.kind {
    case .sectionSeparator: separator.index == 1
    case .columnSeparator:
      sections[separator.section].metrics.columnRule?.rows?.isMirrored ?? false
    default: false
    }
  }
}
