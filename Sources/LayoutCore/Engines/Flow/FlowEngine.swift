/// Lines of items. An item that does not fit begins a new line (docs/rules.md#flow).
public final class FlowEngine: LayoutEngine {
  public let lineAlignment: LineAlignment
  public let itemAlignment: ItemAlignment

  /// Creates an engine from the metrics that only it reads.
  public init(lineAlignment: LineAlignment, itemAlignment: ItemAlignment) {
    self.lineAlignment = lineAlignment
    self.itemAlignment = itemAlignment
  }

  public var name: Engine { .flow }
  public var estimatedColumns: [ItemColumn] { [.width, .height] }

  public func explicitCount(of items: Items) -> Int {
    items.uniformSize == nil ? items.count : items.runCount
  }

  public func countBytes(in counter: inout HeapCounter) {
    counter.add(HeapBytes.object((LineAlignment, ItemAlignment).self))
  }

  public func writeCanonicalBytes(to writer: inout CanonicalWriter) {
    writer.choice(lineAlignment)
    writer.choice(itemAlignment)
  }

  /// The first item that is wider than its line, if there is one.
  public func roomShortage(
    of section: Section, number: Int, arrangement: any ItemArrangement, containerWidth: Double
  ) -> RoomShortage? {
    let line = section.availableWidth(in: containerWidth)
    guard arrangement.greatestWidth > line + fitTolerance else { return nil }
    // All items of a grid are equal.
    let item = (arrangement as? FlowBlocks)?.lines.firstItem(widerThan: line + fitTolerance) ?? 0
    return .itemWiderThanLine(
      section: number, item: item, width: section.items.sizes(ofItem: item).width, line: line)
  }

  public func arrange(
    _ section: Section, containerWidth: Double, from earlier: EarlierItems?,
    meter: inout StepMeter
  ) throws(WalkStop) -> any ItemArrangement {
    let rule = FlowLineRule(self, section: section, containerWidth: containerWidth)
    let items = section.items
    let uniform = items.uniform(.width).map {
      (width: $0, perLine: rule.itemsPerLine(ofWidth: $0, count: items.count))
    }
    if let uniform, let height = items.uniform(.height) {
      return grid(
        section, rule, perLine: uniform.perLine, size: Size(width: uniform.width, height: height))
    }
    let tree = items.treeOfSeveralRuns
    let before = earlier?.arrangement as? FlowBlocks
    guard let uniform else {
      let known = before?.uniform == nil ? before : nil
      return FlowBlocks(
        tree, rule: rule, uniform: nil,
        lines: try Lines(
          tree, FlowMaker(rule), from: known.map { ($0.tree, $0.lines) }, meter: &meter))
    }
    let maker = rule.rowMaker(ofWidth: uniform.width)
    let known = before?.uniform?.width == uniform.width ? before : nil
    return FlowBlocks(
      tree, rule: rule, uniform: uniform,
      lines: try Lines(
        tree, maker, from: known.map { ($0.tree, $0.lines) }, meter: &meter))
  }

  private func grid(
    _ section: Section, _ rule: FlowLineRule, perLine: Int, size: Size
  ) -> UniformGrid {
    let count = section.items.count
    let remainder = count % perLine
    func row(itemCount: Int) -> UniformGrid.RowShape {
      let line = rule.line(itemCount: itemCount, ofWidth: size.width, perLine: perLine)
      return UniformGrid.RowShape(start: line.start, pitch: size.width + line.gap)
    }
    return UniformGrid(
      itemCount: count, itemSize: size, columnCount: perLine, columnOrder: .none,
      rowPitch: size.height + section.metrics.minimumLineSpacing,
      fullRow: row(itemCount: perLine),
      lastRow: row(itemCount: remainder == 0 ? perLine : remainder))
  }
}
