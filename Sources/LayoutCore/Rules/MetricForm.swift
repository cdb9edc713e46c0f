/// The form of a metric's value, and its range.
package enum MetricForm: Sendable {
  /// A number of points, at least 0.
  case extent
  /// The same, or the word `remainder`.
  case extentOrRemainder
  /// A number of points above 0.
  case positive
  /// An integer from 1 to the greatest number of columns of a section.
  case columns
  /// A width and a height, transposed with the layout.
  case size
  /// Distances from the edges; those not given are 0. If `areTurned`, they are transposed with the layout.
  case edges(areTurned: Bool)
  /// One of these words.
  case choice([String])
  /// A list of styles of segments.
  case styles(mayBeEmpty: Bool)
  /// `true` or `false`.
  case flag
  /// A text of 1 to 64 bytes, or `null` for none.
  case color
  /// An object of effects (`EffectKey`), or `null` for none.
  case effect
  /// The value of a member without rules of its own; a flag is 1 or 0.
  case member(MemberForm)

  static func choice<Word: CaseIterable & RawRepresentable<String>>(of _: Word.Type) -> MetricForm {
    #if hasFeature(Embedded)
      // In a page, the words are in its vocabulary.
      return .choice(Array(repeating: "", count: Word.allCases.count))
    #else
      return .choice(Word.allCases.map { $0.rawValue })
    #endif
  }
}

/// The value of a metric; in the coordinates of the vertical layout if its form is transposed.
package enum MetricValue: Equatable, Sendable {
  /// The metric is absent or `null`.
  case none
  case number(Double)
  /// The word `remainder` in place of a number.
  case remainder
  case columns(Int)
  case size(Size)
  case edges(EdgeInsets)
  /// The index of a word in the list of its form.
  case choice(Int)
  case styles(StyleSequence)
  case flag(Bool)
  case color(Color)
  case effect(Effect)
  /// In UTF-8.
  case text([UInt8])

  static func choice<Word: CaseIterable & Equatable>(_ word: Word) -> MetricValue {
    .choice(Array(Word.allCases).firstIndex(of: word)!)
  }

  static func color(_ color: Color?) -> MetricValue { color.map { .color($0) } ?? .none }

  static func effect(_ effect: Effect?) -> MetricValue { effect.map { .effect($0) } ?? .none }

  /// A number that is equal for equal values.
  var mark: UInt64 {
    func mark(_ numbers: Double...) -> UInt64 {
      numbers.reduce(1) { ($0 ^ ($1 + 0).bitPattern) &* 0x9E37_79B9_7F4A_7C15 }
    }
    return switch self {
    case .none: 0
    case .remainder: 1
    case .number(let number): mark(number)
    case .columns(let count), .choice(let count): UInt64(count)
    case .size(let size): mark(size.width, size.height)
    case .edges(let edges): mark(edges.top, edges.left, edges.bottom, edges.right)
    case .styles(let styles): UInt64(styles.itemCount)
    case .flag(let isSet): isSet ? 2 : 3
    case .color(let color): UInt64(color.text.utf8.count)
    case .effect(let effect): effect.mark
    case .text(let text): UInt64(text.count)
    }
  }

  var number: Double? { if case .number(let number) = self { number } else { nil } }

  var edges: EdgeInsets? { if case .edges(let edges) = self { edges } else { nil } }

  var color: Color? { if case .color(let color) = self { color } else { nil } }

  var effect: Effect? { if case .effect(let effect) = self { effect } else { nil } }

  var text: [UInt8]? { if case .text(let text) = self { text } else { nil } }
}

extension GivenMembers {
  /// The value of a member; nil for its default.
  package func value(of row: MemberRow) -> MetricValue? {
    switch self[row.code] {
    case .number(let number): .number(number)
    case .text(let text): .text(text)
    case nil: nil
    }
  }

  /// These members with another value of one of them. Nil, for a wrong value, is its default.
  @inline(never)
  package func with(_ value: MetricValue?, of row: MemberRow) -> GivenMembers {
    var members = self
    members[row.code] =
      switch value {
      case .number(let number) where number != row.standard: .number(number + 0)
      case .text(let text) where !text.isEmpty: .text(text)
      default: nil
      }
    return members
  }
}

extension GivenMembers {
  /// The members of a section or a snapshot that differ from others, with their values. O(members)
  @inline(__always)
  package func differing(from others: GivenMembers, of rows: [MemberRow]) -> [MemberSetting] {
    if !MemberRow.areOfSectionsOrSnapshots || self == others { return [] }
    return rows.indices.compactMap { place in
      let row = rows[place]
      if self[row.code] == others[row.code] { return nil }
      return MemberSetting(place: place, value: value(of: row) ?? row.standardValue)
    }
  }

  /// These members of a section or a snapshot with other values. O(members)
  @inline(__always)
  package func with(_ settings: [MemberSetting], of rows: [MemberRow]) -> GivenMembers {
    if !MemberRow.areOfSectionsOrSnapshots { return self }
    return settings.reduce(self) { $0.with($1.value, of: rows[$1.place]) }
  }
}

/// A member that a step sets, by the index of its row, and its value.
package struct MemberSetting: Equatable, Sendable {
  package let place: Int
  package let value: MetricValue

  package init(place: Int, value: MetricValue) { (self.place, self.value) = (place, value) }
}

extension MemberRow {
  /// The default value.
  fileprivate var standardValue: MetricValue {
    if case .text = form { .text([]) } else { .number(standard) }
  }
}

/// The rules for one metric of a snapshot.
package final class MetricRow: Sendable {
  /// Its key in a snapshot.
  package let name: String
  package let form: MetricForm
  /// The default value; `.none` if each engine has its own, or if there is none.
  package let standard: MetricValue
  /// The metric that it replaces. The two must not be given together.
  package let rival: MetricsKey?

  /// Whether the value may be `null`.
  package var canBeNull: Bool {
    switch form {
    case .color, .effect: true
    default: false
    }
  }

  init(
    _ name: String, _ form: MetricForm, _ standard: MetricValue = .none, rival: MetricsKey? = nil
  ) {
    #if hasFeature(Embedded)
      self.name = ""
    #else
      self.name = name
    #endif
    self.form = form
    self.standard = standard
    self.rival = rival
  }
}
