public import LayoutCore

/// A list of items' numbers in a text, identified by its key. The server finds such lists in large texts. This module
/// finds none, and every text is parsed as a document.
public enum JSONList: Equatable, Sendable {
  /// Objects with known members.
  case items
  /// The numbers of a member, given by its index.
  case numbers(of: Int)

  /// Always 0.
  public static func byteCount(in text: RawSpan, from offset: Int) -> Int { 0 }

  /// Reads nothing, because there is no such list.
  public static func readNumbers(
    _ kind: JSONMemberKind, in text: RawSpan, from offset: inout Int,
    into numbers: inout SpanArray<Double>,
    at place: Int, room: Int
  ) -> (count: Int, isAtEnd: Bool)? { nil }
}

/// The kind of a member's values.
public enum JSONMemberKind: Sendable {
  case number, numberWithoutList, boolean, optionalNumber, optionalBoolean, other
}

/// The members that items may have.
public struct JSONMembers: Sendable {
  /// The objects read from a list.
  public struct ListedObjects: Sendable {
    /// The number of objects.
    public let count: Int
    public let isAtEnd: Bool

    /// Whether at least one of them has a member.
    public func have(_ member: Int) -> Bool { false }

    /// Whether at least one of them lacks a member.
    public func lack(_ member: Int) -> Bool { true }
  }

  /// Creates a list of members.
  public init(_ list: [(name: String, kind: JSONMemberKind)]) {}

  /// Finds no list.
  public func nextList(in text: RawSpan, from offset: inout Int) -> JSONList? { nil }

  /// Reads nothing, because there is no such list.
  public func readItems(
    in text: RawSpan, from offset: inout Int, into numbers: inout SpanArray<Double>, room: Int
  ) -> ListedObjects? { nil }
}
