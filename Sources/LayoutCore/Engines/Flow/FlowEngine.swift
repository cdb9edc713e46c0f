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
    var rule = FlowLineRule(self, room)
    rule.uniform = items.uniform(.width).map {
      UniformLine(width: $0, perLine: rule.itemsPerLine(ofWidth: $0, count: items.count))
    }
    if let uniform = rule.uniform, let height = items.uniform(.height) {
      return grid(items.count, rule, uniform, height: height)
    }
    let tree = items.treeOfSeveralRuns
    let before = (earlier as? LineCells<FlowLineRule>).flatMap {
      $0.uniform?.width == rule.uniform?.width ? ($0.tree, $0.lines) : nil
    }
    let lines =
      if let uniform = rule.uniform {
        try Lines(tree, rule.rowMaker(ofWidth: uniform.width), from: before, meter: &meter)
      } else {
        try Lines(tree, FlowMaker(rule), from: before, meter: &meter)
      }
    return LineCells(tree, rule: rule, lines: lines)
  }

  private func grid(
    _ count: Int, _ rule: FlowLineRule, _ uniform: UniformLine, height: Double
  ) -> UniformGrid {
    let remainder = count % uniform.perLine
    func row(itemCount: Int) -> UniformGrid.RowShape {
      let line = rule.line(itemCount: itemCount, uniform)
      return UniformGrid.RowShape(start: line.start, pitch: uniform.width + line.gap)
    }
    return UniformGrid(
      itemCount: count, itemSize: Size(width: uniform.width, height: height),
      columnCount: uniform.perLine, columnOrder: .none, rowPitch: height + rule.lineSpacing,
      fullRow: row(itemCount: uniform.perLine),
      lastRow: row(itemCount: remainder == 0 ? uniform.perLine : remainder))
  }
}
