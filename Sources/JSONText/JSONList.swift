internal import CJSON
public import LayoutCore

/// A list of items' numbers in a text, identified by its key.
public enum JSONList: Equatable, Sendable {
  /// Objects with known members.
  case items
  /// The numbers of a member, given by its index.
  case numbers(of: Int)
}

/// The kind of a member's values.
public enum JSONMemberKind: Sendable {
  /// Numbers. The key of their list is the member's name followed by "s".
  case number
  /// Numbers that occur only in objects, not in a list.
  case numberWithoutList
  /// Booleans: `true` is read as 1, `false` as 0. The key of their list is the member's name.
  case boolean
  /// Numbers, also negative ones. The key of their list is the member's name. A `null` in a list is read as NaN.
  case optionalNumber
  /// Booleans, read as 1 and 0. The key of their list is the member's name. A `null` in a list is read as NaN.
  case optionalBoolean
  /// Other values, which are not read. A list in which an object has one has an unusual spelling.
  case other

  fileprivate var code: json_member_kind {
    switch self {
    case .number: JSON_MEMBER_NUMBER
    case .numberWithoutList: JSON_MEMBER_NUMBER_WITHOUT_LIST
    case .boolean: JSON_MEMBER_BOOLEAN
    case .optionalNumber: JSON_MEMBER_OPTIONAL_NUMBER
    case .optionalBoolean: JSON_MEMBER_OPTIONAL_BOOLEAN
    case .other: JSON_MEMBER_OTHER
    }
  }
}

/// The members that items may have, prepared for comparing them with keys of a text.
public struct JSONMembers: Sendable {
  private var members = json_members()

  /// The objects read from a list.
  public struct ListedObjects: Sendable {
    /// The number of objects.
    public let count: Int
    public let isAtEnd: Bool
    fileprivate let present: UInt32
    fileprivate let lacking: UInt32

    /// Whether at least one of them has a member.
    public func have(_ member: Int) -> Bool { present >> UInt32(member) & 1 == 1 }

    /// Whether at least one of them lacks a member.
    public func lack(_ member: Int) -> Bool { lacking >> UInt32(member) & 1 == 1 }
  }

  /// Creates a list of at most 24 members with names of at most fourteen bytes, but for those whose values are not read.
  public init(_ list: [(name: String, kind: JSONMemberKind)]) {
    for (name, kind) in list {
      let bytes = kind == .other ? [] : Array(name.utf8)
      let isAdded = unsafe json_members_add(&members, bytes, bytes.count, kind.code)
      precondition(isAdded, "few members with short names")
    }
  }

  /// Finds the next list at or after `offset`, and moves `offset` past its bracket; nil if there is none.
  ///
  /// In valid JSON it finds only such lists, and all of them whose keys have no escapes. O(bytes)
  public func nextList(in text: RawSpan, from offset: inout Int) -> JSONList? {
    var member = 0
    let list = unsafe text.withUnsafeBytes { bytes in
      unsafe withUnsafePointer(to: members) { members in
        unsafe json_find_list(
          bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count, members, &offset,
          &member)
      }
    }
    switch list {
    case JSON_LIST_ITEMS: return .items
    case JSON_LIST_NUMBERS: return .numbers(of: member)
    default: return nil
    }
  }

  /// Reads up to `room` objects of a list, and moves `offset` past them. O(bytes)
  ///
  /// - Parameter numbers: Has `room` places for each member, one member after another. If an object lacks a number that
  ///   another of these objects has, the number is NaN.
  /// - Returns: Nil if the spelling of the list is unusual.
  public func readItems(
    in text: RawSpan, from offset: inout Int, into numbers: inout SpanArray<Double>, room: Int
  ) -> ListedObjects? {
    precondition(numbers.count >= room * members.count && offset > 0, "behind a bracket")
    var items = json_items()
    let progress = unsafe text.withUnsafeBytes { bytes in
      unsafe withUnsafePointer(to: members) { members in
        unsafe numbers.withUnsafeMutableBufferPointer { numbers in
          unsafe json_read_items(
            bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count, members, &offset,
            numbers.baseAddress, room, &items)
        }
      }
    }
    if progress == JSON_LIST_IS_UNUSUAL { return nil }
    return ListedObjects(
      count: items.count, isAtEnd: progress == JSON_LIST_ENDS, present: items.present,
      lacking: items.lacking)
  }
}

extension JSONList {
  /// The number of bytes from `offset` in a list to the list's end, if its spelling is usual. O(bytes)
  public static func byteCount(in text: RawSpan, from offset: Int) -> Int {
    unsafe text.withUnsafeBytes { bytes in
      unsafe json_list_bytes(
        bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count, offset)
    }
  }

  /// Reads up to `room` values of a member's list to `numbers`, from `place` on, and moves `offset` past them. O(bytes)
  ///
  /// - Returns: The number of values read; nil if the spelling of the list is unusual.
  public static func readNumbers(
    _ kind: JSONMemberKind, in text: RawSpan, from offset: inout Int,
    into numbers: inout SpanArray<Double>,
    at place: Int, room: Int
  ) -> (count: Int, isAtEnd: Bool)? {
    precondition(numbers.count - place >= room && place >= 0 && offset > 0, "behind a bracket")
    var count = 0
    let progress = unsafe text.withUnsafeBytes { bytes in
      unsafe numbers.withUnsafeMutableBufferPointer { numbers in
        unsafe json_read_numbers(
          bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count, kind.code, &offset,
          numbers.baseAddress! + place, room, &count)
      }
    }
    return progress == JSON_LIST_IS_UNUSUAL ? nil : (count, progress == JSON_LIST_ENDS)
  }
}
