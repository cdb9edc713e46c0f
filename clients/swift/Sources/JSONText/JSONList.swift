/// A list of items' numbers in a text, by its key. The server cuts such lists out of large texts; here none is found,
/// and every text is read as a document.
public enum JSONList: Equatable, Sendable {
  /// Objects with known members.
  case items
  /// The numbers of one member, by the member's index.
  case numbers(of: Int)

  /// None.
  public static func byteCount(in text: RawSpan, from offset: Int) -> Int { 0 }

  /// Reads nothing: there is no such list.
  public static func readNumbers(
    _ kind: JSONMemberKind, in text: RawSpan, from offset: inout Int, into numbers: inout [Double],
    at place: Int, room: Int
  ) -> (count: Int, isAtEnd: Bool)? { nil }
}

/// What the values of a member of items are.
public enum JSONMemberKind: Sendable {
  case number, numberWithoutList, boolean, optionalNumber, optionalBoolean
}

/// The members that items may have.
public struct JSONMembers: Sendable {
  /// What was read of a list of objects.
  public struct ListedObjects: Sendable {
    /// How many objects.
    public let count: Int
    public let isAtEnd: Bool

    /// Whether one of them has a member.
    public func have(_ member: Int) -> Bool { false }

    /// Whether one of them lacks a member.
    public func lack(_ member: Int) -> Bool { true }
  }

  /// Members with these names.
  public init(_ list: [(name: String, kind: JSONMemberKind)]) {}

  /// Finds no list.
  public func nextList(in text: RawSpan, from offset: inout Int) -> JSONList? { nil }

  /// Reads nothing: there is no such list.
  public func readItems(
    in text: RawSpan, from offset: inout Int, into numbers: inout [Double], room: Int
  ) -> ListedObjects? { nil }
}
