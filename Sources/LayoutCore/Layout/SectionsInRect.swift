extension Layout {
  /// Calls `body` with the number of every section with an extent above 0 whose frame overlaps the rectangle along the
  /// scroll axis, ascending, until it returns false.
  ///
  /// The rectangle is in content coordinates. Throws `.visitor` if `body` returned false, and `.budgetExceeded` if the
  /// meter runs out of units. O(log sections + sections visited)
  public func visitSections(
    in rect: Rect, meter: inout WorkMeter, _ body: (Int) -> Bool
  ) throws(WalkInterrupted) {
    let window = axis.window(rect).along
    for position in sections(sectionsWithExtent, in: window) {
      try meter.take()
      let number = Int(sectionsWithExtent[position])
      let isInside = window.overlaps(sectionTops[number], sectionLayouts[number].extent)
      if isInside, !body(number) { throw .visitor }
    }
  }
}
