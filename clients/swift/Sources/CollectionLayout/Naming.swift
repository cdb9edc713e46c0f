internal import LayoutCore
internal import LayoutNaming
internal import LayoutWire

extension NamedSnapshot {
  /// Computes the id of a snapshot. O(sections)
  static func naming(_ snapshot: LayoutCore.Snapshot) -> NamedSnapshot {
    inTime(NamedSnapshot(snapshot, unless: { false }))
  }

  /// Computes the id of a snapshot made from this one by steps. O(sections)
  func naming(_ changed: ChangedSnapshot) -> NamedSnapshot {
    let origin = (self, changed.applied.mapping.sections)
    return .inTime(NamedSnapshot(changed.snapshot, from: origin, unless: { false }))
  }

  private static func inTime(_ named: NamedSnapshot?) -> NamedSnapshot {
    guard let named else { preconditionFailure("it is never late") }
    return named
  }
}
