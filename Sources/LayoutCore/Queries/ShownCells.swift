/// Cells as the effects of their sections show them (docs/rules.md#effects).
extension Layout {
  /// The effect of the cells of a section; nil if they have none.
  func effect(ofSection number: Int) -> Effect? {
    snapshot.effects == nil ? nil : snapshot.sections[number].metrics.extras?.effect
  }

  /// Whether an element is a cell that an effect shows.
  public func hasEffect(_ element: Element) -> Bool {
    element.kind == .cell && effect(ofSection: element.section) != nil
  }

  /// Whether cells of any section have an effect.
  public var hasEffects: Bool { snapshot.effects != nil }

  /// A cell of the layout as the effect of its section shows it, wherever it is; nil if it has none.
  public func shown(
    _ cell: LayoutAttributes, bounds: Rect, inset: EdgeInsets
  ) -> ShownCell? {
    guard cell.element.kind == .cell, let effect = effect(ofSection: cell.element.section) else {
      return nil
    }
    let line = FocalLine(effect, edges: axis.visibleEdges(bounds: bounds, inset: inset))
    return ShownCell(cell, cellAttributes(of: cell.element), effect, at: line, on: axis)
  }

  /// The cells that effects show in the bounds, in order. Throws `.visitor` if there are more than `limit`, and
  /// `.budgetExceeded` if the meter runs out of units. O(log sections + log items + sections with effects near the bounds
  /// + cells between the stops)
  public func shownCells(
    bounds: Rect, inset: EdgeInsets, limit: Int, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> [ShownCell] {
    var cells: [ShownCell] = []
    try visitShownCells(bounds: bounds, inset: inset, meter: &meter) { cell in
      guard cells.count < limit else { return false }
      cells.append(cell)
      return true
    }
    // Those of a section come in two walks if the stops are far from the bounds.
    if !zip(cells, cells.dropFirst()).allSatisfy({ $0.precedes($1) }) {
      cells.sort { $0.precedes($1) }
    }
    return cells
  }

  /// The most cells between stops, or in sight, that a question looks at.
  public static var effectCellsMax: Int { 100_000 }

  /// Calls `body` for the same cells, section by section, until it returns false. Throws `.visitor` then, and if more
  /// than `effectCellsMax` cells would have to be looked at.
  func visitShownCells(
    bounds: Rect, inset: EdgeInsets, meter: inout WorkMeter, _ body: (ShownCell) -> Bool
  ) throws(WalkInterrupted) {
    guard let effects = snapshot.effects else { return }
    let edges = FocalLine.limited(axis.visibleEdges(bounds: bounds, inset: inset))
    let visible = axis.window(bounds)
    let reach = axis.window(
      along: FocalLine.limited(effects.stretch(ofVisible: edges)))
    let near = sections(effects.numbers, in: reach.along.including(visible.along))
    var left = Layout.effectCellsMax
    for position in near {
      try meter.take()
      let number = Int(effects.numbers[position])
      guard let effect = effect(ofSection: number) else { continue }
      let placed = placed(number)
      let line = FocalLine(effect, edges: edges)
      let stretch = line.stretch(of: effect.reach, magnitude: axis.contentExtentAlong)
      let between = axis.window(along: stretch)
      var own = CellAttributesCursor(placed.section.items)
      // Cells between the stops, and then others in sight; both at once where the stretches meet.
      let areOne = between.along.meets(visible.along)
      let along =
        areOne ? [between.along.including(visible.along)] : [between.along, visible.along]
      for (turn, along) in along.enumerated() {
        let window = Window(across: between.across, along: along).along(upTo: placed.maxY)
        try ElementSink.visit(axis) { cell in
          left -= 1
          guard left >= 0 else { return false }
          own.move(to: cell.element.index)
          let shown = ShownCell(cell, own.attributes, effect, at: line, on: axis)
          let isBetween = effect.reach.contains(shown.distance)
          let isAsked = areOne || isBetween == (turn == 0)
          guard isAsked, isBetween || bounds.overlaps(cell.frame), shown.overlaps(bounds) else {
            return true
          }
          return body(shown)
        } _: { (sink) throws(WalkInterrupted) in
          try visitCells(placed, in: window, from: 0, byFrames: true, meter: &meter, into: &sink)
        }
      }
    }
  }
}

extension ShownCell {
  /// Whether it comes before another cell in the order of lists.
  fileprivate func precedes(_ other: ShownCell) -> Bool {
    attributes.element.isBefore(other.attributes.element)
  }
}

extension AxisWindow {
  /// Whether another window of this axis touches it.
  fileprivate func meets(_ other: AxisWindow) -> Bool {
    lower <= other.upper && other.lower <= upper
  }

  /// The window from the start of the first to the end of the last of two windows of one axis.
  fileprivate func including(_ other: AxisWindow) -> AxisWindow {
    AxisWindow(
      lower: lesser(lower, other.lower), upper: greater(upper, other.upper),
      mirroredExtent: mirroredExtent, magnitude: magnitude)
  }
}
