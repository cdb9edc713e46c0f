internal import LayoutCore

/// The keys in the body that replaces a document (docs/rules.md#put-a-document).
enum DocumentKey: String, SnapshotKey {
  case layout, snapshot
  static let known = KnownKeys<Self>()
  static let object = KeyedObject.document
}

/// The keys of a change of a document (docs/rules.md#change-a-document).
enum DocumentChangeKey: String, SnapshotKey {
  case revision, key, steps, from, to, expect
  static let known = KnownKeys<Self>()
  static let object = KeyedObject.change
}
