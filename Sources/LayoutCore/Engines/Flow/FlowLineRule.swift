/// Where a section's lines start and how wide their gaps are (docs/rules.md#flow-alignment).
struct FlowLineRule: Sendable {
  let lineAlignment: LineAlignment
  let itemAlignment: ItemAlignment
  /// The items' left edge, in points.
  let left: Double
  /// A of docs/rules.md#available-width: the room for a line, in points.
  let available: Double
  /// `minimumInteritemSpacing`: g of docs/rules.md#available-width, in points.
  let spacing: Double
  /// Between two lines, in points.
  let lineSpacing: Double

  init(_ engine: FlowEngine, section: Section, containerWidth: Double) {
    lineAlignment = engine.lineAlignment
    itemAlignment = engine.itemAlignment
    left = section.metrics.sectionInset.left
    available = section.availableWidth(in: containerWidth)
    spacing = section.metrics.minimumInteritemSpacing
    lineSpacing = section.metrics.minimumLineSpacing
  }

  /// How many items a line holds when all have this width: c of docs/rules.md#flow-lines.
  func itemsPerLine(ofWidth width: Double, count: Int) -> Int {
    guard width + spacing > 0 else { return count }
    let fitting = ((available + spacing + fitTolerance) / (width + spacing)).rounded(.down)
    return Int(max(1, min(Double(ContentLimits.items), fitting)))
  }

  /// What makes the lines when all items have this width: one maker for sections of any number of items, so that lines
  /// of one may be taken for another.
  func rowMaker(ofWidth width: Double) -> RowMaker {
    RowMaker(
      perLine: itemsPerLine(ofWidth: width, count: ContentLimits.items), spacing: lineSpacing,
      width: width)
  }

  /// A line of `itemCount` items of one width, in a section whose items all have it.
  func line(itemCount: Int, ofWidth width: Double, perLine: Int) -> LineShape {
    guard lineAlignment == .uikit else {
      return aligned(itemCount: itemCount, totalWidth: Double(itemCount) * width)
    }
    if perLine == 1 { return centred(width) }
    let full = Double(perLine)
    let gap = max(spacing, (available - full * width) / (full - 1))
    return LineShape(start: left, gap: gap)
  }

  /// A line of items of several widths, their sum given in points.
  func line(itemCount: Int, totalWidth: Double, isLast: Bool) -> LineShape {
    guard lineAlignment == .uikit else {
      return aligned(itemCount: itemCount, totalWidth: totalWidth)
    }
    if itemCount == 1 {
      let wouldFitTwice = (totalWidth + spacing) + totalWidth <= available + fitTolerance
      return isLast && wouldFitTwice ? LineShape(start: left, gap: spacing) : centred(totalWidth)
    }
    if isLast { return LineShape(start: left, gap: spacing) }
    return LineShape(start: left, gap: (available - totalWidth) / Double(itemCount - 1))
  }

  private func centred(_ width: Double) -> LineShape {
    LineShape(start: left + max(0, (available - width) / 2), gap: spacing)
  }

  /// The alignments for which a line's place does not depend on other lines.
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

  /// From the top of a line to the top of an item in it, in points.
  @inline(__always)
  func offset(ofHeight height: Double, inLineOf extent: Double) -> Double {
    switch itemAlignment {
    case .leading: 0
    case .center: (extent - height) / 2
    case .trailing: extent - height
    }
  }
}
