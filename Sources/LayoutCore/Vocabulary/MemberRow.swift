/// A member that is kept, compared and handed back as it is given (docs/rules.md#content-tree): a row for each, whoever has
/// it. Decoders, encoders, ids, the module and everything that reads members back walk these lists, and the members are
/// named nowhere else.
package struct MemberRow: Sendable {
  /// Its key in a snapshot; of a member of items, also that of the list with one value per item.
  package let name: String
  /// Its code in the canonical bytes of whoever has it. Rows are in the order of their codes. Codes from 100 on are for
  /// tests only and not documented.
  package let code: UInt8
  package let form: MemberForm
  /// The default value; 0 or 1 for a flag, and 0 for a text, whose default is the empty one.
  package let standard: Double
  /// Whether frames depend on it. Only engines that read such a member of items (`EngineRules`) store it. Other members
  /// are attributes, which every engine stores.
  package let isGeometry: Bool

  private init(
    _ name: String, code: UInt8, _ form: MemberForm, standard: Double = 0, isGeometry: Bool = false
  ) {
    #if hasFeature(Embedded)
      // In a page, the names are in its vocabulary.
      self.name = ""
    #else
      self.name = name
    #endif
    (self.code, self.form) = (code, form)
    (self.standard, self.isGeometry) = (standard, isGeometry)
  }

  #if PROBE_MEMBER
    package static let ofItems = [
      MemberRow("probe", code: 100, .number(-1000...1000), standard: 1),
      MemberRow("probeSpan", code: 101, .whole(1...100), standard: 1, isGeometry: true),
    ]
    package static let ofHeaders = [
      data, MemberRow("probeMark", code: 100, .number(-1000...1000), standard: 1),
    ]
    package static let ofSections = [MemberRow("probeShade", code: 100, .flag)]
    package static let ofSnapshots = [
      MemberRow("probeTone", code: 100, .text(byteCounts: 0...20))
    ]
  #else
    /// The members of an item beside its size. No snapshot has such members yet. The list is empty, except for members
    /// that tests use in debug builds of the package.
    package static let ofItems: [MemberRow] = []
    /// The members of a header, a footer, a global header or a placeholder.
    package static let ofHeaders = [data]
    /// The members of a section. There are none yet.
    @inline(__always) package static var ofSections: [MemberRow] { [] }
    /// The members of a snapshot, which steps can set. There are none yet.
    @inline(__always) package static var ofSnapshots: [MemberRow] { [] }
  #endif

  private static let data = MemberRow("data", code: 1, .text(byteCounts: 0...256))

  /// All of them, whoever has them.
  package static let all = ofItems + ofHeaders + ofSections + ofSnapshots

  /// Whether items have any. If they have none, no code for them is compiled.
  @inline(__always)
  package static var areOfItems: Bool {
    #if PROBE_MEMBER
      true
    #else
      false
    #endif
  }

  /// Whether sections or snapshots have any. If they have none, no code for them is compiled.
  @inline(__always)
  package static var areOfSectionsOrSnapshots: Bool {
    #if PROBE_MEMBER
      true
    #else
      false
    #endif
  }

  /// Whether it is a member of tests alone, of which nobody is told.
  package var isOfTests: Bool { code >= 100 }
  /// The names of those.
  package static let namesOfTests = all.filter { $0.isOfTests }.map { $0.name }

  /// The bits of the default value, which columns contain if no value is given.
  var standardBits: UInt64 { (standard + 0).bitPattern }
}

/// The members of a section. As long as no section has any, they take no memory.
public struct SectionMembers: Equatable, Sendable {
  #if PROBE_MEMBER
    package var given = GivenMembers()
  #else
    package var given: GivenMembers {
      get { GivenMembers() }
      set {}
    }
  #endif

  /// Creates members that all have their defaults.
  public init() {}
}

/// The form of a member's value, and its range.
package enum MemberForm: Equatable, Sendable {
  /// A number in a range, within ±2⁵¹.
  case number(ClosedRange<Double>)
  /// A whole number in a range, within ±2⁵¹.
  case whole(ClosedRange<Int>)
  /// `true`, which is 1, or `false`, 0.
  case flag
  /// A text whose length in UTF-8 is in a range. Items have none: their columns consist of numbers.
  case text(byteCounts: ClosedRange<Int>)

  /// Whether a number is valid for the form.
  package func contains(_ number: Double) -> Bool {
    switch self {
    case .number(let range): range.contains(number)
    case .whole(let range):
      number.rounded() == number && number >= Double(range.lowerBound)
        && number <= Double(range.upperBound)
    case .flag: number == 0 || number == 1
    case .text: false
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
      for place in MemberRow.ofItems.indices {
        // −0 is stored as 0.
        let bits = (value(place) + 0).bitPattern
        if bits == MemberRow.ofItems[place].standardBits { continue }
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
    !MemberRow.areOfItems || first.words == second.words
  }

  /// The value of a member, given its index in the table. O(members with a value)
  package subscript(place: Int) -> Double {
    given(place) ?? MemberRow.ofItems[place].standard
  }

  /// The value of a member, given its index in the table; nil if it is the default. O(members with a value)
  package func given(_ place: Int) -> Double? { bits(place).map { Double(bitPattern: $0) } }

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
