/// Lines of items, broken where the next one does not fit (docs/rules.md#flow).
public struct FlowEngine: LayoutEngine {
  public let lineAlignment: LineAlignment
  public let itemAlignment: ItemAlignment

  /// Makes the engine with the metrics that only it reads.
  public init(lineAlignment: LineAlignment, itemAlignment: ItemAlignment) {
    self.lineAlignment = lineAlignment
    self.itemAlignment = itemAlignment
  }

  public var name: Engine { .flow }

  public func writeCanonicalBytes(to writer: inout CanonicalWriter) {
    writer.choice(lineAlignment)
    writer.choice(itemAlignment)
  }

  /// The first item that is wider than its line.
  public func roomShortage(
    of section: Section, number: Int, arrangement: any ItemArrangement, containerWidth: Double
  ) -> RoomShortage? {
    let line = section.availableWidth(in: containerWidth)
    let widths = section.items.widths
    guard arrangement.greatestWidth > line + fitTolerance else { return nil }
    let item = (0..<section.items.count).first { widths[$0] > line + fitTolerance } ?? 0
    return .itemWiderThanLine(section: number, item: item, width: widths[item], line: line)
  }

  public func arrange(_ section: Section, containerWidth: Double) -> any ItemArrangement {
    let rule = FlowLineRule(self, section: section, containerWidth: containerWidth)
    let items = section.items
    switch (items.widths, items.heights) {
    case (.uniform(let width), .uniform(let height)):
      return grid(
        section, rule, perLine: rule.itemsPerLine(ofWidth: width, count: items.count),
        size: Size(width: width, height: height))
    case (.uniform(let width), .explicit(let heights)):
      return FlowLines(
        dividing: heights, of: section, rule: rule, width: width,
        perLine: rule.itemsPerLine(ofWidth: width, count: items.count))
    case (.explicit(let widths), .uniform(let height)):
      return FlowLines(
        breaking: widths, repeatElement(height, count: items.count), of: section, rule: rule)
    case (.explicit(let widths), .explicit(let heights)):
      return FlowLines(breaking: widths, heights, of: section, rule: rule)
    }
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
