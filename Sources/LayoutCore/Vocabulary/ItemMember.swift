/// A member that an item may have beside its size (docs/rules.md#content-tree): a row for each. Decoders, encoders, the
/// content tree and everything that reads it back walk this list, and members are named nowhere else.
///
/// No snapshot has such members yet. The list is empty, except for members that tests use in debug builds of the
/// package.
package struct ItemMember: Equatable, Sendable {
  /// Its key in a snapshot, both of an item and of the list with one value per item.
  package let name: String
  /// Its code in the canonical bytes of leaves and sections. Rows are in the order of their codes. Codes from 100 on
  /// are for tests only and not documented.
  package let code: UInt8
  package let form: MemberForm
  /// The default value; 0 or 1 for a flag.
  package let standard: Double
  /// Whether frames depend on it. Only engines that read such a member (`EngineRules`) store it. Other members are
  /// attributes, which every engine stores.
  package let isGeometry: Bool

  #if PROBE_MEMBER
    package static let all = [
      ItemMember(
        name: "probe", code: 100, form: .number(-1000...1000), standard: 1, isGeometry: false),
      ItemMember(
        name: "probeSpan", code: 101, form: .whole(1...100), standard: 1, isGeometry: true),
    ]
  #else
    package static let all: [ItemMember] = []
  #endif

  /// Whether there are any members. If there are none, no code for them is compiled.
  @inline(__always)
  package static var areThere: Bool {
    #if PROBE_MEMBER
      true
    #else
      false
    #endif
  }

  /// The bits of the default value, which columns contain if no value is given.
  var standardBits: UInt64 { (standard + 0).bitPattern }
}

/// The form of a member's value, and its range. In the core all values are numbers. A member with text would need a
/// form here, and its own kind of column in a leaf.
package enum MemberForm: Equatable, Sendable {
  /// A number in a range, within ±2⁵¹.
  case number(ClosedRange<Double>)
  /// A whole number in a range, within ±2⁵¹.
  case whole(ClosedRange<Int>)
  /// `true`, which is 1, or `false`, 0.
  case flag

  /// Whether a number is valid for the form.
  package func contains(_ number: Double) -> Bool {
    switch self {
    case .number(let range): range.contains(number)
    case .whole(let range):
      number.rounded() == number && number >= Double(range.lowerBound)
        && number <= Double(range.upperBound)
    case .flag: number == 0 || number == 1
    }
  }
}

/// The members of a run's items beside their size. Immutable, compared by content. If all members have their defaults,
/// nil is used instead.
public struct ItemMembers: Equatable, Sendable {
  #if PROBE_MEMBER
    /// For each value that is not the default: the member's index in the table, ascending, and the bits of the value.
    private let words: [UInt64]
  #else
    // If the table has no members, there are no values: runs are plain numbers, and no references are counted.
    private var words: [UInt64] { [] }
  #endif

  /// Creates members from the value of each member of the table, by index; nil if all are defaults. O(members)
  @inline(never)
  package init?(_ value: (Int) -> Double) {
    #if PROBE_MEMBER
      var words: [UInt64] = []
      for place in ItemMember.all.indices {
        // −0 is stored as 0.
        let bits = (value(place) + 0).bitPattern
        if bits == ItemMember.all[place].standardBits { continue }
        words.append(UInt64(place))
        words.append(bits)
      }
      if words.isEmpty { return nil }
      self.words = words
    #else
      return nil
    #endif
  }

  @inline(never)
  public static func == (first: ItemMembers, second: ItemMembers) -> Bool {
    !ItemMember.areThere || first.words == second.words
  }

  /// The value of a member, given its index in the table. O(members with a value)
  package subscript(place: Int) -> Double {
    said(place) ?? ItemMember.all[place].standard
  }

  /// The value of a member, given its index in the table; nil if it is the default. O(members with a value)
  package func said(_ place: Int) -> Double? { bits(place).map { Double(bitPattern: $0) } }

  /// The number of members whose value is not the default.
  var count: Int { words.count / 2 }

  /// Memory that they use, in bytes.
  var byteCount: Int { HeapBytes.array(words) }

  /// The bits of a value that is not the default, else nil.
  func bits(_ place: Int) -> UInt64? {
    for word in stride(from: 0, to: words.count, by: 2) where words[word] == UInt64(place) {
      return words[word + 1]
    }
    return nil
  }
}
