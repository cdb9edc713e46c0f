/// A member that is kept, compared and handed back as it is given (docs/rules.md#content-tree): a row for each, whoever has
/// it. Decoders, encoders, ids, the module and everything that reads members back walk these lists, and the members are
/// named nowhere else.
package struct MemberRow: Sendable {
  /// Its key in a snapshot; of a member of items, also that of the list with one value per item. In a page, the names are
  /// in its vocabulary.
  #if hasFeature(Embedded)
    package var name: String { "" }
  #else
    package let name: String
  #endif
  /// Its code in the canonical bytes of whoever has it. Rows are in the order of their codes. Codes from 100 on are for
  /// tests only and not documented.
  package let code: UInt8
  package let form: MemberForm
  /// The default value; 0 or 1 for a flag, and 0 for a text or a matrix, whose default is the empty text or the identity.
  package let standard: Double
  /// Whether frames depend on it. Only engines that read such a member of items (`EngineRules`) store it. Other members
  /// are attributes, which every engine stores.
  package let isGeometry: Bool
  /// The code of the member of items that has its values after a horizontal snapshot is transposed into a vertical one, or
  /// back; mostly its own.
  package let transposed: UInt8

  private init(
    _ name: String, code: UInt8, _ form: MemberForm, standard: Double = 0, isGeometry: Bool = false,
    transposed: UInt8? = nil
  ) {
    #if !hasFeature(Embedded)
      self.name = name
    #endif
    (self.code, self.form) = (code, form)
    (self.standard, self.isGeometry) = (standard, isGeometry)
    self.transposed = transposed ?? code
  }

  #if PROBE_MEMBER
    /// The members of an item beside its size, with those that tests use in debug builds of the package.
    package static let ofItems =
      documentedOfItems + [
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
    /// The members of an item beside its size.
    package static let ofItems = documentedOfItems
    /// The members of a header, a footer, a global header or a placeholder.
    package static let ofHeaders = [data]
    /// The members of a section. There are none yet.
    @inline(__always) package static var ofSections: [MemberRow] { [] }
    /// The members of a snapshot, which steps can set. There are none yet.
    @inline(__always) package static var ofSnapshots: [MemberRow] { [] }
  #endif

  private static let documentedOfItems = [
    MemberRow(
      "span", code: MemberCode.span, .wholeOrAll(1...10_000), standard: 1, isGeometry: true),
    MemberRow(
      "columnIndex", code: MemberCode.columnIndex, .place(0...9_999), isGeometry: true),
    MemberRow(
      "x", code: MemberCode.x, .number(0...0x1p51), isGeometry: true,
      transposed: MemberCode.y),
    MemberRow(
      "y", code: MemberCode.y, .number(0...0x1p51), isGeometry: true,
      transposed: MemberCode.x),
    MemberRow("alpha", code: MemberCode.alpha, .number(0...1), standard: 1),
    MemberRow("zIndex", code: MemberCode.zIndex, .whole(-1_000_000...1_000_000)),
    MemberRow("hidden", code: MemberCode.hidden, .flag),
    // Two spellings of one member.
    MemberRow("transform", code: MemberCode.transform, .matrix(count: 6)),
    MemberRow("transform3D", code: MemberCode.transform, .matrix(count: 16)),
    MemberRow("data", code: 24, .text(byteCounts: 0...256)),
    MemberRow(
      "backgroundColor", code: MemberCode.backgroundColor, .text(byteCounts: Color.byteCounts)),
    MemberRow(
      "selectedBackgroundColor", code: MemberCode.selectedBackgroundColor,
      .text(byteCounts: Color.byteCounts)),
  ]
  private static let data = MemberRow("data", code: 1, .text(byteCounts: 0...256))

  /// For each place in `ofItems`, that of the member that has its values in the transposed snapshot.
  package static let transposedPlaces = ofItems.indices.map { place in
    let row = ofItems[place]
    return row.transposed == row.code ? place : ofItems.firstIndex { $0.code == row.transposed }!
  }

  /// All of them, whoever has them.
  package static let all = ofItems + ofHeaders + ofSections + ofSnapshots

  /// Whether sections or snapshots have any. If they have none, no code for them is compiled.
  @inline(__always)
  package static var areOfSectionsOrSnapshots: Bool {
    #if PROBE_MEMBER
      true
    #else
      false
    #endif
  }

  /// Whether elements have it as a member of their own. Colours are those of the appearance, and the zIndex is one of
  /// every element.
  package var isOfElements: Bool {
    !isGeometry && code != MemberCode.zIndex && code != MemberCode.backgroundColor
      && code != MemberCode.selectedBackgroundColor
  }

  /// The first version of the rules that has it (docs/rules.md#additions).
  package var rulesVersion: UInt8 {
    isGeometry && code <= MemberCode.columnIndex ? RulesVersion.galleries : RulesVersion.members
  }

  /// Whether it is a member of tests alone, of which nobody is told.
  package var isOfTests: Bool { code >= 100 }
  /// The names of those.
  package static let namesOfTests = all.filter { $0.isOfTests }.map { $0.name }
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
  /// A whole number in a range, or the word `all`, which is 0.
  case wholeOrAll(ClosedRange<Int>)
  /// A whole number in a range, counted from 0. It is kept as 1 more, so that 0 is none.
  case place(ClosedRange<Int>)
  /// `true`, which is 1, or `false`, 0.
  case flag
  /// A text whose length in UTF-8 is in a range.
  case text(byteCounts: ClosedRange<Int>)
  /// The 6 numbers of a matrix of the plane or the 16 of one of space, each within ±1,000,000. The default is the
  /// identity.
  case matrix(count: Int)

  #if !hasFeature(Embedded)
    /// The word for 0.
    package static let all = "all"
  #endif

  /// The numbers of a matrix.
  package static var numbersOfMatrix: ClosedRange<Double> { -1_000_000...1_000_000 }

  /// Whether values are single numbers.
  package var isNumber: Bool {
    switch self {
    case .number, .whole, .wholeOrAll, .place, .flag: true
    case .text, .matrix: false
    }
  }

  /// The number that is kept for one of a text. Not valid if the number in the text is not.
  package func kept(_ number: Double) -> Double {
    switch self {
    case .wholeOrAll: number == 0 ? -1 : number
    // A number near 0 would become a whole one.
    case .place: number.rounded() == number ? number + 1 : -1
    case .number, .whole, .flag, .text, .matrix: number
    }
  }

  /// Whether a number that is kept is valid for the form.
  package func contains(_ number: Double) -> Bool {
    switch self {
    case .number(let range): range.contains(number)
    case .whole(let range): MemberForm.isWhole(number, in: range)
    case .wholeOrAll(let range): number == 0 || MemberForm.isWhole(number, in: range)
    case .place(let range): MemberForm.isWhole(number - 1, in: range)
    case .flag: number == 0 || number == 1
    case .text, .matrix: false
    }
  }

  private static func isWhole(_ number: Double, in range: ClosedRange<Int>) -> Bool {
    number.rounded() == number && number >= Double(range.lowerBound)
      && number <= Double(range.upperBound)
  }
}
