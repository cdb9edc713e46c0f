public import LayoutCore
public import LayoutWire

extension NamedSnapshot {
  /// Names a snapshot. O(sections)
  public static func naming(_ snapshot: Snapshot) -> NamedSnapshot {
    guard let named = NamedSnapshot(snapshot, unless: { false }) else {
      preconditionFailure("it is never late")
    }
    return named
  }

  /// Names a snapshot that steps made of this one. O(sections)
  public func naming(_ changed: ChangedSnapshot) -> NamedSnapshot {
    guard let named = NamedSnapshot(changed, from: self, unless: { false }) else {
      preconditionFailure("it is never late")
    }
    return named
  }

  /// The digest of a section, of one that there is.
  public func digest(ofSection number: Int) -> Digest { sectionDigests[number] }
}
