/// Groups of slots below each other: leading ones, and others repeated (docs/rules.md#groups).
public final class GroupsEngine: LayoutEngine {
  /// The groups used once, in order.
  public let leading: GroupList
  /// The groups repeated after them; at least one.
  public let cycle: GroupList
  /// The groups of which one is the last if exactly as many items are left as it has slots.
  public let last: GroupList

  /// Creates an engine from the metrics that only it reads.
  public init(leading: GroupList = .none, cycle: GroupList, last: GroupList = .none) {
    precondition(cycle.count > 0, "there is a group to repeat")
    (self.leading, self.cycle, self.last) = (leading, cycle, last)
  }

  public var name: Engine { .groups }
  public var columnRule: ColumnRule? { nil }
  public var reading: ItemReading { ItemReading(width: .unread, height: .unread) }

  public func arrange(
    _ items: Items, in room: ItemRoom, from earlier: (any ItemArrangement)?, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> any ItemArrangement {
    try GroupRows(self, itemCount: items.count, in: room, meter: &meter)
  }

  public func writeCanonicalBytes(to writer: inout CanonicalWriter) {
    for groups in [cycle, leading, last] { writer.counted(groups.bytes) }
  }

  public func countBytes(in counter: inout HeapCounter) {
    counter.add(HeapBytes.object((GroupList, GroupList, GroupList).self))
    for groups in [leading, cycle, last] where !groups.isStandard && counter.meets(groups) {
      counter.add(groups.byteCount)
    }
  }
}
