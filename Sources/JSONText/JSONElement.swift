/// A value in a document, which it is valid for. Elements are ordered as in the text.
public struct JSONElement: Hashable, Comparable, Sendable {
  @usableFromInline let index: Int

  @inlinable
  init(index: Int) {
    self.index = index
  }

  /// Whether the first element stands before the second.
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

/// The types of JSON's values.
public enum JSONType: String, Sendable {
  case object, array, string, number, boolean, null
}

/// A string's first eight bytes and its length.
public struct JSONName: Hashable, Sendable {
  public let start: UInt64
  public let byteCount: Int

  /// Makes a name from its parts.
  @inlinable
  public init(start: UInt64, byteCount: Int) {
    self.start = start
    self.byteCount = byteCount
  }

  /// Makes the name of a text.
  public init(_ text: String) {
    var start: UInt64 = 0
    for (position, byte) in text.utf8.prefix(8).enumerated() {
      start |= UInt64(byte) << UInt64(8 * position)
    }
    self.init(start: start, byteCount: text.utf8.count)
  }
}
