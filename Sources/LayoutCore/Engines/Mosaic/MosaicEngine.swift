/// Segments of one height, each divided by a style (docs/rules.md#mosaic).
public final class MosaicEngine: LayoutEngine {
  /// The height of every segment, in points, above 0.
  public let segmentHeight: Double
  /// The styles used once, in order.
  public let leading: StyleSequence
  /// The styles repeated after them; at least one.
  public let cycle: StyleSequence

  /// Creates an engine from the metrics that only it reads.
  public init(segmentHeight: Double, leading: StyleSequence, cycle: StyleSequence) {
    precondition(cycle.count > 0, "a mosaic names at least one style to repeat")
    self.segmentHeight = segmentHeight
    self.leading = leading
    self.cycle = cycle
  }

  public var name: Engine { .mosaic }
  public var columnRule: ColumnRule? { nil }
  public var reading: ItemReading { ItemReading(width: .unread, height: .unread) }

  public func arrange(
    _ items: Items, in room: ItemRoom, from earlier: (any ItemArrangement)?, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> any ItemArrangement {
    MosaicSegments(self, itemCount: items.count, in: room)
  }

  public func writeCanonicalBytes(to writer: inout CanonicalWriter) {
    writer.number(segmentHeight)
    writer.counted(leading.codes)
    writer.counted(cycle.codes)
  }

  public func countBytes(in counter: inout HeapCounter) {
    counter.add(HeapBytes.object((Double, StyleSequence, StyleSequence).self))
    for styles in [leading, cycle] where !styles.isStandard && counter.meets(styles) {
      counter.add(styles.byteCount)
    }
  }
}
