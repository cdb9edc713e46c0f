extension CellAttributes {
  /// Whether a cell with this frame, in content coordinates, is in a window: by its transformed frame in a rectangle, by
  /// the inverse at a point; or by the frame itself.
  func isSeen(_ frame: Rect, in window: Window, byFrame: Bool, isHorizontal: Bool) -> Bool {
    if isHidden { return false }
    let (alongX, alongY) =
      isHorizontal ? (window.along, window.across) : (window.across, window.along)
    var shown = frame
    if !byFrame, let transform {
      guard frame.width > 0, frame.height > 0 else { return false }
      if let point = window.point { return transform.contains(point, in: frame) }
      guard let picture = transform.transformedFrame(of: frame) else { return false }
      shown = picture
    }
    return alongX.overlapsAnswered(shown.x, shown.width)
      && alongY.overlapsAnswered(shown.y, shown.height)
  }
}

extension Layout {
  /// Visits the cells of a section whose items say where and whether they are seen. O(log items + what stands within the
  /// section's reach of the window)
  func visitChangedCells(
    _ placed: PlacedSection, in window: Window, from first: Int, byFrames: Bool,
    meter: inout WorkMeter, into sink: inout ElementSink
  ) throws(WalkInterrupted) {
    var own = CellAttributesCursor(placed.section.items)
    let reach = byFrames ? 0 : placed.layout.reach
    let wide = reach > 0 ? window.widened(by: reach) : window
    let isHorizontal = axis.isHorizontal
    // A list is filled faster than a visitor is called for each cell. The first one is short, since a caller may stop.
    var limit = Layout.firstCellsMax
    var next: Int? = first
    while let start = next {
      var near = ElementList(limit: limit)
      var interruption: WalkInterrupted?
      do throws(WalkInterrupted) {
        try ElementSink.append(to: &near, axis) { (inner) throws(WalkInterrupted) in
          inner.section = placed.number
          try placed.layout.arrangement.visitItems(
            in: wide, origin: placed.itemsOrigin, from: start, meter: &meter, into: &inner)
        }
      } catch {
        interruption = near.next == nil ? error : nil
      }
      for cell in near.elements {
        own.move(to: cell.element.index)
        guard
          own.attributes.isSeen(
            cell.frame, in: window, byFrame: byFrames, isHorizontal: isHorizontal)
        else { continue }
        var cell = cell
        cell.zIndex += own.attributes.zIndex
        try sink.take(cell)
      }
      if let interruption { throw interruption }
      next = near.next?.index
      limit = min(8 * limit, Layout.nextCellsMax)
    }
  }

  private static var firstCellsMax: Int { 64 }
  private static var nextCellsMax: Int { 4096 }
}
