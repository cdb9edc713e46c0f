/// A value of a document. Elements are valid only for their document, and ordered as in the text.
public struct JSONElement: Hashable, Comparable, Sendable {
  @usableFromInline let index: Int

  @inlinable
  init(index: Int) {
    self.index = index
  }

  /// Whether the first element comes before the second.
  public static func < (first: JSONElement, second: JSONElement) -> Bool {
    first.index < second.index
  }
}

/// The elements of a container that have not been visited yet.
public struct JSONContents {
  @usableFromInline var next: Int
  @usableFromInline let end: Int

  @inlinable
  init(next: Int, end: Int) {
    self.next = next
    self.end = end
  }
}

/// The types of JSON values.
public enum JSONType: String, Sendable {
  case object, array, string, number, boolean, null
}

/// The first eight bytes of a string, and its length.
public struct JSONName: Hashable, Sendable {
  public let start: UInt64
  public let byteCount: Int

  /// Creates a name from its parts.
  @inlinable
  public init(start: UInt64, byteCount: Int) {
    self.start = start
    self.byteCount = byteCount
  }

  /// Creates the name of a text.
  public init(_ text: String) {
    var start: UInt64 = 0
    for (position, byte) in text.utf8.prefix(8).enumerated() {
      start |= UInt64(byte) << UInt64(8 * position)
    }
    self.init(start: start, byteCount: text.utf8.count)
  }
}
