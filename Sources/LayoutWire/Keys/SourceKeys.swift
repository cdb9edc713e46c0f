internal import LayoutSources

extension PostedKey: SnapshotKey {
  static let known = KnownKeys<Self>()
  static let object = KeyedObject.snapshot
}

extension NodeKey: SnapshotKey {
  static let known = KnownKeys<Self>()
  static let object = KeyedObject.node
}

extension NodeSectionKey: SnapshotKey {
  static let known = KnownKeys<Self>()
  static let object = KeyedObject.section
}

extension NodeHeaderKey: SnapshotKey {
  static let known = KnownKeys<Self>()
}
