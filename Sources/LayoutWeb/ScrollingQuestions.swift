import LayoutCore

/// Questions about scrolling (docs/rules.md#questions-about-scrolling).
extension LayoutModule {
  /// Rounds the frames of the next answer to edges of pixels, and returns 0.
  func round(scale: Double) -> Int32 {
    guard PixelGrid.scales.contains(scale) else { return ModuleFailure.malformed.code }
    output.scale = scale
    return 0
  }

  /// Returns the number of the line of a cell of flow, counted from 1; 0 if there is no such cell.
  func line(_ number: Int32, _ path: ItemPath) -> Int32 {
    answer { () throws(ModuleFailure) in
      let layout = try layouts[number]
      guard layout.snapshot.hasItem(path) else { return 0 }
      let cell = Element(kind: .cell, section: path.section, index: path.item)
      return layout.flowLine(of: cell).map { Int32($0) + 1 } ?? 0
    }
  }

  /// Writes the bounds to scroll to, and returns 1; returns 0 if there is no such item or header.
  ///
  /// The input is the bounds, the inset, and the target: 0, a section, an item and a position; 1, a section, a header's
  /// index and a position; 2 and the proposed point; 3, the length of a page, the proposed point and the velocity; or
  /// 4, the cell that keeps its place on screen (0 for the first one, 1 for the last one, 2 for an item), a section, an
  /// item, and the previous bounds, inset and container width.
  func target(_ number: Int32, _ input: NumberInput) -> Int32 {
    answer { () throws(ModuleFailure) in
      var input = input
      let layout = try layouts[number]
      let (bounds, inset) = (try input.rect(), try input.insets())
      let aim = try input.whole(upTo: 4)
      if aim == 4 { return try keep(in: layout, bounds, inset, &input) }
      let target: ScrollTarget
      switch aim {
      case 2: target = .nearestItem(proposed: try input.point())
      case 3:
        target = .page(
          length: try input.positive(), proposed: try input.point(), velocity: try input.point())
      default:
        let path = try input.path()
        let kind: Element.Kind = aim == 0 ? .cell : .header
        target = .element(
          Element(kind: kind, section: path.section, index: path.item),
          try input.choice(ScrollPosition.self))
      }
      try input.end()
      let found = try LayoutModule.walk { (meter) throws(WalkInterrupted) in
        try layout.bounds(at: target, from: bounds, inset: inset, meter: &meter)
      }
      guard let found else { return 0 }
      output.append(found, anchor: nil)
      return 1
    }
  }

  /// Does the same for the cell that keeps its place.
  private func keep(
    in layout: Layout, _ bounds: Rect, _ inset: EdgeInsets, _ input: inout NumberInput
  ) throws(ModuleFailure) -> Int32 {
    let (kept, path) = (try input.whole(upTo: 2), try input.path())
    let (previous, previousInset) = (try input.rect(), try input.insets())
    let width = try input.positive()
    try input.end()
    let before =
      width == layout.containerWidth
      ? layout : try laidOut(layout.snapshot, width: width, from: nil)
    if kept == 2, !layout.snapshot.hasItem(path) { return 0 }
    let rule: KeepRule = kept == 0 ? .first : kept == 1 ? .end : .item(path)
    let found = try LayoutModule.walk { (meter) throws(WalkInterrupted) in
      try layout.bounds(
        keeping: rule, of: before, previous, previousInset: previousInset, in: bounds,
        inset: inset, meter: &meter)
    }
    output.append(found.target, anchor: found.anchor)
    return 1
  }

  /// Writes the elements that come into view; then the numbers and positions of those that leave it, of those to
  /// prepare, and of those that need no longer be prepared.
  ///
  /// The input is the distance ahead within which cells are prepared, the greatest speed for it, the inset, the motion,
  /// and 1 and the previous motion, or 0. A motion is bounds, then 1 and the velocity, or 0.
  func window(_ number: Int32, _ input: NumberInput) -> Int32 {
    answer { () throws(ModuleFailure) in
      var input = input
      let layout = try layouts[number]
      let rule = PrefetchRule(ahead: try input.extent(), greatestSpeed: try input.extent())
      guard rule.ahead <= 100, rule.greatestSpeed <= 100 else { throw .malformed }
      let inset = try input.insets()
      let now = try input.motion()
      let previous = try input.flag() ? try input.motion() : nil
      try input.end()
      let window = try LayoutModule.walk { (meter) throws(WalkInterrupted) in
        try layout.window(
          now, previous: previous, inset: inset, prefetch: rule, meter: &meter)
      }
      output.append(window.entering, next: nil, of: layout.snapshot)
      output.append(window.leaving)
      output.append(window.prefetch)
      output.append(window.cancelled)
      return 0
    }
  }

  /// Writes the cells above, below, left and right of an item: for each its section (−1 if there is none), its item and
  /// its frame. Returns 1, or 0 if there is no such item.
  func neighbors(_ number: Int32, of path: ItemPath) -> Int32 {
    answer { () throws(ModuleFailure) in
      let layout = try layouts[number]
      guard path.section >= 0, path.item >= 0 else { throw .malformed }
      let neighbors = try LayoutModule.walk { (meter) throws(WalkInterrupted) in
        try layout.neighbors(of: path, meter: &meter)
      }
      guard let neighbors else { return 0 }
      let grid = output.grid(of: layout.snapshot)
      for side in Neighbors.Side.allCases {
        let cell = neighbors[side]
        output.append(Double(cell?.element.section ?? -1))
        output.append(Double(cell?.element.index ?? 0))
        let frame = cell?.frame ?? Rect(x: 0, y: 0, width: 0, height: 0)
        output.append(grid?.rounded(frame) ?? frame)
      }
      return 1
    }
  }
}
