internal import CJSON

/// A list of items' numbers in a text, by its key.
public enum JSONList: Equatable, Sendable {
  /// Objects with known members.
  case items
  /// The numbers of one member, by the member's index.
  case numbers(of: Int)
}

/// What the values of a member of items are.
public enum JSONMemberKind: Sendable {
  /// Numbers; the key of a list of them is the member's name with an "s" behind it.
  case number
  /// Numbers that stand in objects alone.
  case numberWithoutList
  /// `true`, read as 1, and `false`, read as 0; the key of a list of them is the member's name.
  case boolean
  /// Numbers that may be below 0; the key of a list of them is the member's name, and `null` in one is read as NaN.
  case optionalNumber
  /// `true` and `false`, read as 1 and 0; the key of a list of them is the member's name, and `null` in one is read as NaN.
  case optionalBoolean

  fileprivate var code: json_member_kind {
    switch self {
    case .number: JSON_MEMBER_NUMBER
    case .numberWithoutList: JSON_MEMBER_NUMBER_WITHOUT_LIST
    case .boolean: JSON_MEMBER_BOOLEAN
    case .optionalNumber: JSON_MEMBER_OPTIONAL_NUMBER
    case .optionalBoolean: JSON_MEMBER_OPTIONAL_BOOLEAN
    }
  }
}

/// The members that items may have, ready to be compared with keys of a text.
public struct JSONMembers: Sendable {
  private var members = json_members()

  /// What was read of a list of objects.
  public struct ListedObjects: Sendable {
    /// How many objects.
    public let count: Int
    public let isAtEnd: Bool
    fileprivate let present: UInt32
    fileprivate let lacking: UInt32

    /// Whether one of them has a member.
    public func have(_ member: Int) -> Bool { present >> UInt32(member) & 1 == 1 }

    /// Whether one of them lacks a member.
    public func lack(_ member: Int) -> Bool { lacking >> UInt32(member) & 1 == 1 }
  }

  /// Members with these names, at most sixteen of at most fourteen bytes.
  public init(_ list: [(name: String, kind: JSONMemberKind)]) {
    for (name, kind) in list {
      let bytes = Array(name.utf8)
      let isAdded = unsafe json_members_add(&members, bytes, bytes.count, kind.code)
      precondition(isAdded, "few members with short names")
    }
  }

  /// Finds the next list of a text from `offset` on, and moves `offset` behind its bracket; nil if there is none.
  ///
  /// If the text is JSON, it finds only such lists, and all whose keys have no escapes. O(bytes)
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

  /// Reads objects of a list until it ends or there is no more room, and moves `offset` behind them. O(bytes)
  ///
  /// - Parameter numbers: Has `room` places for each member, one member after the other; the number that an object lacks
  ///   is NaN where another one has it.
  /// - Returns: nil if the list's spelling is unusual.
  public func readItems(
    in text: RawSpan, from offset: inout Int, into numbers: inout [Double], room: Int
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
  /// How many bytes there are from an offset in a list to the list's end, if its spelling is usual. O(bytes)
  public static func byteCount(in text: RawSpan, from offset: Int) -> Int {
    unsafe text.withUnsafeBytes { bytes in
      unsafe json_list_bytes(
        bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count, offset)
    }
  }

  /// Reads a member's values of a list until it ends or there is no more room, and moves `offset` behind them. They go
  /// to `numbers`, from `place` on. O(bytes)
  ///
  /// - Returns: how many were read; nil if the list's spelling is unusual.
  public static func readNumbers(
    _ kind: JSONMemberKind, in text: RawSpan, from offset: inout Int, into numbers: inout [Double],
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
