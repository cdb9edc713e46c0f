/// Rows of pictures that fill the width and keep their proportions (docs/rules.md#justified).
public final class JustifiedEngine: LayoutEngine {
  /// The height that rows come near to, in points, above 0.
  public let targetRowHeight: Double
  /// Where a row stands that does not fill the width; `uikit` means the same as `leading`.
  public let lineAlignment: LineAlignment

  /// Creates an engine from the metrics that only it reads.
  public init(targetRowHeight: Double, lineAlignment: LineAlignment) {
    self.targetRowHeight = targetRowHeight
    self.lineAlignment = lineAlignment == .uikit ? .leading : lineAlignment
  }

  public var name: Engine { .justified }
  public var columnRule: ColumnRule? { nil }

  public var reading: ItemReading {
    ItemReading(width: .ratio, height: .ratio, isOneByOne: true, bytesPerItem: 24)
  }

  public func arrange(
    _ items: Items, in room: ItemRoom, from earlier: (any ItemArrangement)?, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> any ItemArrangement {
    let rule = JustifiedRule(self, room)
    if let size = items.uniformSize {
      return JustifiedRule.grid(items.count, ratio: JustifiedRule.ratio(of: size), rule)
    }
    let tree = items.treeOfSeveralRuns
    let before = (earlier as? LineCells<JustifiedRule>).map { ($0.tree, $0.lines) }
    return LineCells(
      tree, rule: rule, lines: try Lines(tree, JustifiedMaker(rule), from: before, meter: &meter))
  }

  public func writeCanonicalBytes(to writer: inout CanonicalWriter) {
    writer.number(targetRowHeight)
    writer.choice(lineAlignment)
  }

  public func countBytes(in counter: inout HeapCounter) {
    counter.add(HeapBytes.object((Double, LineAlignment).self))
  }
}
