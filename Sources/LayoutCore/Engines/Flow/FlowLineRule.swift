/// Computes the start and the gaps of a section's lines (docs/rules.md#flow-alignment).
struct FlowLineRule: LineCellRule {
  let lineAlignment: LineAlignment
  let itemAlignment: ItemAlignment
  /// The items' left edge, in points.
  let left: Double
  /// A of docs/rules.md#available-width: the room for a line, in points.
  let available: Double
  /// `minimumInteritemSpacing`: g of docs/rules.md#available-width, in points.
  let spacing: Double
  /// The spacing between two lines, in points.
  let lineSpacing: Double
  var uniform: UniformLine?

  init(_ engine: FlowEngine, _ room: ItemRoom) {
    lineAlignment = engine.lineAlignment
    itemAlignment = engine.itemAlignment
    left = room.left
    available = room.width
    spacing = room.itemSpacing
    lineSpacing = room.lineSpacing
  }

  /// The number of items in a line if all have this width: c of docs/rules.md#flow-lines.
  func itemsPerLine(ofWidth width: Double, count: Int) -> Int {
    guard width + spacing > 0 else { return count }
    let fitting = ((available + spacing + fitTolerance) / (width + spacing)).rounded(.down)
    return Int(max(1, min(Double(ContentLimits.items), fitting)))
  }

  /// The maker of the lines if all items have this width. It does not depend on the number of items, so that sections
  /// can reuse each other's lines.
  func rowMaker(ofWidth width: Double) -> RowMaker {
    RowMaker(
      perLine: itemsPerLine(ofWidth: width, count: ContentLimits.items), spacing: lineSpacing,
      width: width)
  }

  @inline(__always)
  func readsWidths(ofLineOf extent: Double) -> Bool { lineAlignment != .leading }

  @inline(__always)
  func length(_ width: Double, _ height: Double) -> Double { width }

  @inline(__always)
  func size(_ width: Double, _ height: Double, inLineOf extent: Double) -> Size {
    Size(width: width, height: height)
  }

  func line(itemCount: Int, _ uniform: UniformLine) -> LineShape {
    guard lineAlignment == .uikit else {
      return aligned(itemCount: itemCount, totalWidth: Double(itemCount) * uniform.width)
    }
    if uniform.perLine == 1 { return centred(uniform.width) }
    let full = Double(uniform.perLine)
    let gap = max(spacing, (available - full * uniform.width) / (full - 1))
    return LineShape(start: left, gap: gap)
  }

  func line(itemCount: Int, totalLength: Double, extent: Double, isLast: Bool) -> LineShape {
    guard lineAlignment == .uikit else {
      return aligned(itemCount: itemCount, totalWidth: totalLength)
    }
    if itemCount == 1 {
      let wouldFitTwice = (totalLength + spacing) + totalLength <= available + fitTolerance
      return isLast && wouldFitTwice ? LineShape(start: left, gap: spacing) : centred(totalLength)
    }
    if isLast { return LineShape(start: left, gap: spacing) }
    return LineShape(start: left, gap: (available - totalLength) / Double(itemCount - 1))
  }

  private func centred(_ width: Double) -> LineShape {
    LineShape(start: left + max(0, (available - width) / 2), gap: spacing)
  }

  /// The alignments in which the position of a line's items does not depend on other lines.
  private func aligned(itemCount: Int, totalWidth: Double) -> LineShape {
    let room = max(0, available - (totalWidth + Double(itemCount - 1) * spacing))
    switch lineAlignment {
    case .leading, .uikit:
      return LineShape(start: left, gap: spacing)
    case .center:
      return LineShape(start: left + room / 2, gap: spacing)
    case .trailing:
      return LineShape(start: left + room, gap: spacing)
    case .justify:
      guard itemCount > 1 else { return LineShape(start: left, gap: spacing) }
      return LineShape(
        start: left, gap: max(spacing, (available - totalWidth) / Double(itemCount - 1)))
    }
  }

  /// Distance from the top of a line to the top of one of its items, in points.
  @inline(__always)
  func offset(ofHeight height: Double, inLineOf extent: Double) -> Double {
    switch itemAlignment {
    case .leading: 0
    case .center: (extent - height) / 2
    case .trailing: extent - height
    }
  }
}
