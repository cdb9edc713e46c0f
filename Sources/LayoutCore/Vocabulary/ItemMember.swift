/// What an item may say beside its size (docs/rules.md#content-tree): a row for each member. Decoders, encoders, the content
/// tree and what reads it back walk this list, and nothing else names a member.
///
/// No snapshot has such a member yet: the list is empty but for those that tests use, where the package is built for debugging.
package struct ItemMember: Equatable, Sendable {
  /// Its key in a snapshot, of an item and of the list that has one value for each.
  package let name: String
  /// What names it in the canonical bytes of leaves and sections; rows stand in the order of their codes. Those from 100
  /// on are of tests alone: nobody is told of them.
  package let code: UInt8
  package let form: MemberForm
  /// Its value where nothing is said; 0 or 1 of a flag.
  package let standard: Double
  /// Whether frames depend on it, in engines that read it (`EngineRules`): others forget it. What is no geometry is an
  /// attribute, which every engine keeps.
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

  /// Whether there is a member. Where there is none, nothing of what takes one up is compiled.
  @inline(__always)
  package static var areThere: Bool {
    #if PROBE_MEMBER
      true
    #else
      false
    #endif
  }

  /// The bits of its value where nothing is said: what a column has then.
  var standardBits: UInt64 { (standard + 0).bitPattern }
}

/// How the value of a member is written, and what it may be. In the core all are numbers; a member that is a text would
/// have a form here, and a column of its own kind in a leaf.
package enum MemberForm: Equatable, Sendable {
  /// A number in a range, within ±2⁵¹.
  case number(ClosedRange<Double>)
  /// A whole number in a range, within ±2⁵¹.
  case whole(ClosedRange<Int>)
  /// `true`, which is 1, or `false`, 0.
  case flag

  /// Whether a number is one that the form has.
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

/// What the items of a run say beside their size: immutable, equal by content. Where all members have their default
/// there is none, so nil stands for that.
public struct ItemMembers: Equatable, Sendable {
  #if PROBE_MEMBER
    /// Of each value that is not its member's default: the member's place in the table, ascending, and the value's bits.
    private let words: [UInt64]
  #else
    // Where the table has no member there is no value: runs are numbers alone, and nothing counts references to them.
    private var words: [UInt64] { [] }
  #endif

  /// Takes the value of each member of the table, by its place there; nil where all have their default. O(members)
  @inline(never)
  package init?(_ value: (Int) -> Double) {
    #if PROBE_MEMBER
      var words: [UInt64] = []
      for place in ItemMember.all.indices {
        // −0 is 0.
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

  /// The value of a member, by its place in the table. O(members that are said)
  package subscript(place: Int) -> Double {
    said(place) ?? ItemMember.all[place].standard
  }

  /// Whether both say the same of members that are no geometry. O(members)
  @inline(never)
  static func haveEqualAttributes(_ first: ItemMembers?, _ second: ItemMembers?) -> Bool {
    ItemMember.all.indices.allSatisfy {
      ItemMember.all[$0].isGeometry || first?.bits($0) == second?.bits($0)
    }
  }

  /// The value of a member, by its place in the table; nil where that is its default. O(members that are said)
  package func said(_ place: Int) -> Double? { bits(place).map { Double(bitPattern: $0) } }

  /// How many members have another value than their default.
  var count: Int { words.count / 2 }

  /// Bytes of memory that they hold.
  var byteCount: Int { HeapBytes.array(words) }

  /// The bits of a value that is not the default.
  func bits(_ place: Int) -> UInt64? {
    for word in stride(from: 0, to: words.count, by: 2) where words[word] == UInt64(place) {
      return words[word + 1]
    }
    return nil
  }
}
