/// The values of members (`MemberRow`) that are not their defaults. Immutable in items and compared by content.
public struct GivenMembers: Equatable, Sendable {
  /// A value of any form.
  package enum MemberContent: Equatable, Sendable {
    case number(Double)
    /// In UTF-8.
    case text([UInt8])
    /// 16 numbers, row by row.
    case matrix([Double])
  }

  /// A value, and the code of its member.
  package struct CodedValue: Equatable, Sendable {
    package let code: UInt8
    package let value: MemberContent
  }

  /// With ascending codes.
  package private(set) var list: [CodedValue] = []

  /// The default of a matrix.
  package static let identity: [Double] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

  /// Creates members that all have their defaults.
  public init() {}

  /// Creates members from values that are not defaults, with ascending codes.
  init(_ list: [CodedValue]) { self.list = list }

  /// Whether all members have their defaults.
  package var isEmpty: Bool { list.isEmpty }

  /// Nil if all members have their defaults.
  package var ofItem: GivenMembers? { list.isEmpty ? nil : self }

  /// The value of the member with a code; nil for its default. O(members)
  package subscript(code: UInt8) -> MemberContent? {
    get { list.first { $0.code == code }?.value }
    @inline(never)
    set {
      list.removeAll { $0.code == code }
      guard let newValue else { return }
      let place = list.firstIndex { $0.code > code } ?? list.count
      list.insert(CodedValue(code: code, value: newValue), at: place)
    }
  }

  /// The members by their names in a snapshot, given those of the vertical layout; or back. The places of an item are
  /// exchanged.
  package func named(isHorizontal: Bool) -> GivenMembers {
    guard isHorizontal, list.contains(where: { MemberCode.transposed($0.code) != $0.code }) else {
      return self
    }
    var list = list.map { CodedValue(code: MemberCode.transposed($0.code), value: $0.value) }
    // The codes of the two are neighbours.
    for place in list.indices.dropFirst() where list[place - 1].code > list[place].code {
      list.swapAt(place - 1, place)
    }
    return GivenMembers(list)
  }

  /// The number of the member with a code; nil for its default, or if it is not a number. O(members)
  package func number(_ code: UInt8) -> Double? {
    if case .number(let number) = self[code] { number } else { nil }
  }

  /// The memory of the values, in bytes.
  package var byteCount: Int {
    list.reduce(HeapBytes.array(list)) { bytes, member in
      switch member.value {
      case .number: bytes
      case .text(let text): bytes + HeapBytes.array(text)
      case .matrix(let numbers): bytes + HeapBytes.array(numbers)
      }
    }
  }
}

/// The codes of the members of items that the core reads itself.
package enum MemberCode {
  /// The code of the member of items that has the values of another one in the transposed snapshot.
  static func transposed(_ code: UInt8) -> UInt8 { code == x ? y : code == y ? x : code }

  package static let span: UInt8 = 1
  package static let columnIndex: UInt8 = 2
  package static let x: UInt8 = 3
  package static let y: UInt8 = 4
  package static let alpha: UInt8 = 5
  package static let zIndex: UInt8 = 6
  package static let hidden: UInt8 = 7
  /// The first of 16 codes: a column for each number of a matrix, row by row.
  package static let transform: UInt8 = 8
  package static let backgroundColor: UInt8 = 25
  package static let selectedBackgroundColor: UInt8 = 26
}
