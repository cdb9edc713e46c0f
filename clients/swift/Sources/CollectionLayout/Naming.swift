internal import ContentHash
internal import LayoutCore
internal import LayoutWire

extension IdentifiedSnapshot {
  /// Computes the id of a snapshot. O(sections)
  static func naming(_ snapshot: LayoutCore.Snapshot) -> IdentifiedSnapshot {
    inTime(IdentifiedSnapshot(snapshot, unless: { false }))
  }

  /// Computes the id of a snapshot made from this one by steps. O(sections)
  func naming(_ changed: ChangedSnapshot) -> IdentifiedSnapshot {
    let origin = (self, changed.applied.mapping.sections)
    return .inTime(IdentifiedSnapshot(changed.snapshot, from: origin, unless: { false }))
  }

  private static func inTime(_ named: IdentifiedSnapshot?) -> IdentifiedSnapshot {
    guard let named else { preconditionFailure("it is never late") }
    return named
  }
}
