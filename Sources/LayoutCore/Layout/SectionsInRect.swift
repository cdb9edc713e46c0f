extension Layout {
  /// Calls `body` with the number of every section with an extent above 0 whose frame overlaps the rectangle along the
  /// scroll axis, ascending, until it returns false.
  ///
  /// The rectangle is in content coordinates. Throws `.visitor` if `body` returned false, and `.stepsUsedUp` if the
  /// meter runs out of steps. O(log sections + sections visited)
  public func visitSections(
    in rect: Rect, meter: inout StepMeter, _ body: (Int) -> Bool
  ) throws(WalkStop) {
    let window = axis.window(rect).along
    for position in sections(sectionsWithExtent, in: window) {
      try meter.take()
      let number = Int(sectionsWithExtent[position])
      let isInside = window.overlaps(sectionTops[number], sectionLayouts[number].extent)
      if isInside, !body(number) { throw .visitor }
    }
  }
}
