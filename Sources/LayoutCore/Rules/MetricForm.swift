/// The words of a choice. In a page, they are in its vocabulary.
package struct ChoiceWords: Sendable {
  package let count: Int
  #if !hasFeature(Embedded)
    package let words: [String]

    package init(_ words: [String]) { (self.words, count) = (words, words.count) }
  #endif
}

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
  /// Distances from the edges, at least `least`; those not given are 0. If `areTurned`, they are transposed with the
  /// layout.
  case edges(areTurned: Bool, least: Double = 0)
  /// One of these words.
  case choice(ChoiceWords)
  /// A list of styles of segments.
  case styles(mayBeEmpty: Bool)
  /// `true` or `false`.
  case flag
  /// A text of 1 to 64 bytes, or `null` for none.
  case color
  /// An object with the members of `BackgroundKey`, or `null` for none.
  case background
  /// An object with the members of `ShelfKey`, or `null` for none.
  case shelf
  /// An object with the members of `EffectKey`, or `null` for none.
  case effect
  /// An object with the members of `OriginKey`.
  case origin
  /// A list of objects with the members of `StopKey`, of which at most two are at one place; and one of them.
  case stops, stop
  /// A list of objects with the members of `GroupKey`, at least `least`, with few slots; and one of them.
  case groups(least: Int)
  case group
  /// A list of objects with the members of `GroupPartKey`, at least one; and one of them.
  case parts, part
  /// The value of a member without rules of its own; a flag is 1 or 0.
  case member(MemberForm)

  /// Whether the value may be `null`.
  package var canBeNull: Bool {
    switch self {
    case .color, .background, .shelf, .effect: true
    default: false
    }
  }

  static func choice<Word: CaseIterable & RawRepresentable<String>>(of _: Word.Type) -> MetricForm {
    #if hasFeature(Embedded)
      return .choice(ChoiceWords(count: Word.allCases.count))
    #else
      return .choice(ChoiceWords(Word.allCases.map { $0.rawValue }))
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
  case background(SectionBackground)
  case shelf(Shelf)
  case effect(Effect)
  case origin(EffectOrigin)
  case stops([EffectStop])
  case stop(EffectStop)
  case groups(GroupList)
  /// The parts of a row or column.
  case parts([GroupPart])
  /// A group, or a part of a row or column.
  case part(GroupPart)
  /// In UTF-8.
  case text([UInt8])
  /// The 16 numbers of a transform, row by row.
  case matrix([Double])

  static func choice<Word: CaseIterable & Equatable>(_ word: Word) -> MetricValue {
    .choice(Array(Word.allCases).firstIndex(of: word)!)
  }

  static func number(_ number: Double?) -> MetricValue { number.map { .number($0) } ?? .none }

  static func color(_ color: Color?) -> MetricValue { color.map { .color($0) } ?? .none }

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
    case .background(let background): mark(background.insets.left, background.insets.top)
    case .shelf(let shelf): mark(shelf.insets.left, shelf.insets.top, shelf.height ?? -1)
    case .effect(let effect): effect.stops.reduce(1) { $0 &* 31 &+ mark($1.at, $1[.scale] ?? -1) }
    case .groups(let groups): groups.mark
    case .origin, .stops, .stop, .parts, .part: 0
    case .text(let text): UInt64(text.count)
    case .matrix(let numbers): UInt64(numbers.count)
    }
  }

  var number: Double? { if case .number(let number) = self { number } else { nil } }

  var edges: EdgeInsets? { if case .edges(let edges) = self { edges } else { nil } }

  var color: Color? { if case .color(let color) = self { color } else { nil } }

  var text: [UInt8]? { if case .text(let text) = self { text } else { nil } }
}

extension GivenMembers {
  /// The value of a member; nil for its default.
  package func value(of row: MemberRow) -> MetricValue? {
    switch self[row.code] {
    case .number(let number): .number(number)
    case .text(let text): .text(text)
    case .matrix(let numbers): row.form.spells(numbers) ? .matrix(numbers) : nil
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
      case .matrix(let numbers) where numbers != GivenMembers.identity:
        .matrix(numbers.map { $0 + 0 })
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
    switch form {
    case .number, .whole, .wholeOrAll, .place, .flag: .number(standard)
    case .text: .text([])
    case .matrix: .matrix(GivenMembers.identity)
    }
  }
}

extension MemberForm {
  /// The places of the numbers of a matrix of the plane among those of one of space.
  package static let placesOfPlane = [0, 1, 4, 5, 12, 13]

  /// The index of the row in which the values of a member of some items are written: of the spellings of a matrix, the
  /// shorter one that has all of them.
  package static func row(
    ofCode code: UInt8, whose areSpelled: (MemberForm) -> Bool
  ) -> Int? {
    MemberRow.ofItems.indices.first { place in
      MemberRow.ofItems[place].code == code && areSpelled(MemberRow.ofItems[place].form)
    }
  }

  /// Whether a value can be written in this form.
  package func isSpelling(_ value: GivenMembers.MemberContent?) -> Bool {
    guard case .matrix(let numbers) = value, case .matrix(count: 6) = self else { return true }
    return spells(numbers)
  }

  /// Whether a matrix is written in this form: one of the plane with 6 numbers, others with 16.
  package func spells(_ numbers: [Double]) -> Bool {
    guard case .matrix(let count) = self else { return false }
    let isOfPlane = numbers.indices.allSatisfy {
      MemberForm.placesOfPlane.contains($0) || numbers[$0] == GivenMembers.identity[$0]
    }
    return (count == 6) == isOfPlane
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
