extension CellAttributes {
  /// Whether a cell with this frame, in content coordinates, is in a window: by its transformed frame in a rectangle, by
  /// the inverse at a point.
  func isSeen(_ frame: Rect, in window: Window, isHorizontal: Bool) -> Bool {
    if isHidden { return false }
    let (alongX, alongY) =
      isHorizontal ? (window.along, window.across) : (window.across, window.along)
    var shown = frame
    if let transform {
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
    var attributes = CellAttributesCursor(placed.section.items)
    let reach = byFrames ? 0 : placed.layout.reach
    let wide = reach > 0 ? window.widened(by: reach) : window
    let isHorizontal = axis.isHorizontal
    var outer = sink
    var isFull = false
    do throws(WalkInterrupted) {
      try ElementSink.visit(axis) { cell in
        var own = attributes.attributes(of: cell.element.index)
        if byFrames { own.transform = nil }
        guard own.isSeen(cell.frame, in: window, isHorizontal: isHorizontal) else { return true }
        var cell = cell
        cell.zIndex += own.zIndex
        do throws(WalkInterrupted) {
          try outer.take(cell)
        } catch {
          isFull = true
        }
        return !isFull
      } _: { (inner) throws(WalkInterrupted) in
        inner.section = placed.number
        try placed.layout.arrangement.visitItems(
          in: wide, origin: placed.itemsOrigin, from: first, meter: &meter, into: &inner)
      }
    } catch {
      sink = outer
      throw error
    }
    sink = outer
  }
}
