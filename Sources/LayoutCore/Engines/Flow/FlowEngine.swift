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
  public var columnRule: ColumnRule? { nil }

  public var reading: ItemReading {
    ItemReading(width: .length, height: .length, isOneByOne: true)
  }

  public func countBytes(in counter: inout HeapCounter) {
    counter.add(HeapBytes.object((LineAlignment, ItemAlignment).self))
  }

  public func writeCanonicalBytes(to writer: inout CanonicalWriter) {
    writer.choice(lineAlignment)
    writer.choice(itemAlignment)
  }

  public func arrange(
    _ items: Items, in room: ItemRoom, from earlier: (any ItemArrangement)?, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> any ItemArrangement {
    let rule = FlowLineRule(self, room)
    let uniform = items.uniform(.width).map {
      (width: $0, perLine: rule.itemsPerLine(ofWidth: $0, count: items.count))
    }
    if let uniform, let height = items.uniform(.height) {
      return grid(
        items.count, rule, perLine: uniform.perLine,
        size: Size(width: uniform.width, height: height))
    }
    let tree = items.treeOfSeveralRuns
    let before = earlier as? FlowBlocks
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
    _ count: Int, _ rule: FlowLineRule, perLine: Int, size: Size
  ) -> UniformGrid {
    let remainder = count % perLine
    func row(itemCount: Int) -> UniformGrid.RowShape {
      let line = rule.line(itemCount: itemCount, ofWidth: size.width, perLine: perLine)
      return UniformGrid.RowShape(start: line.start, pitch: size.width + line.gap)
    }
    return UniformGrid(
      itemCount: count, itemSize: size, columnCount: perLine, columnOrder: .none,
      rowPitch: size.height + rule.lineSpacing,
      fullRow: row(itemCount: perLine),
      lastRow: row(itemCount: remainder == 0 ? perLine : remainder))
  }
}
