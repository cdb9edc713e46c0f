internal import JSONText
internal import LayoutCore

/// The memory that lists of steps or keys take while they are read and applied, in bytes: the most for each of their
/// parts. `HeapProgram changes` measures it.
enum ListMemory {
  /// The document of a text, after parsing.
  static func document(of text: RawSpan) -> Int { text.byteCount * 10 + 16 << 10 }

  /// A member of an entry that is held until the steps are applied.
  static let keptMember = 48
  /// A step without entries.
  static let step = 700
  /// An item that is described on its own, or a run of items.
  static let item = 28
  /// An item that is referred to by its number.
  static let namedItem = 960
  /// A section that a step inserts, with or without metrics of its own.
  static let section = 480
  static let metrics = 900
  /// A header, footer or global header.
  static let supplementary = 128
  /// Its own colours, padding and members, besides the bytes of their values.
  static let appearance = 192
  /// A section of the snapshot that is changed.
  static let parentSection = 256
  /// A number of `counts` or `after` of a plan.
  static let sectionCount = 96
  /// A key of a list of keys.
  static let key = 320
}
