#if PROBE_MEMBER
  /// Rows of one item, as in a column. Tests show with it what a new engine needs.
  final class ProbeEngine: LayoutEngine {
    private static let rows = ColumnEngine(
      columns: .number(1), cellHeight: .row, separator: nil, showsColumnSeparator: false)

    var name: Engine { .probe }
    var reading: ItemReading { ProbeEngine.rows.reading }
    var columnRule: ColumnRule? { ProbeEngine.rows.columnRule }

    func arrange(
      _ items: Items, in room: ItemRoom, from earlier: (any ItemArrangement)?,
      meter: inout WorkMeter
    ) throws(WalkInterrupted) -> any ItemArrangement {
      try ProbeEngine.rows.arrange(items, in: room, from: earlier, meter: &meter)
    }

    func writeCanonicalBytes(to writer: inout CanonicalWriter) {}

    func countBytes(in counter: inout HeapCounter) { counter.add(HeapBytes.object(Void.self)) }
  }
#endif
