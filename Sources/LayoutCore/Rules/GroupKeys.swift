/// The members of a group (docs/rules.md#groups).
package enum GroupKey: String, PartKey {
  case height, ratio, row, column, spacing

  package var value: MetricForm {
    switch self {
    case .height, .ratio: .positive
    case .row, .column: .parts
    case .spacing: .extent
    }
  }

  /// The group with these values of its members.
  fileprivate static func division(_ members: ArraySlice<MetricValue>) -> GroupDivision? {
    for (offset, value) in members.prefix(2).enumerated() {
      guard case .parts(let parts) = value else { continue }
      return GroupDivision(isRow: offset == 0, spacing: members.last?.number, parts)
    }
    return nil
  }

  static func group(_ members: [MetricValue]) -> GroupPart {
    let height = members[0].number.map { GroupPart.Length.points($0) }
    return GroupPart(
      height ?? members[1].number.map { GroupPart.Length.ratio($0) }, division(members[2...]))
  }
}

/// The members of a part of a row or a column of a group (docs/rules.md#groups).
package enum GroupPartKey: String, PartKey {
  case parts, points
  case repetition = "repeat"
  case row, column, spacing

  package var value: MetricForm {
    switch self {
    case .parts: .positive
    case .points, .spacing: .extent
    case .repetition: .member(.whole(1...ContentLimits.repeats))
    case .row, .column: .parts
    }
  }

  /// The part with these values of its members.
  static func part(_ members: [MetricValue]) -> GroupPart {
    let points = members[1].number.map { GroupPart.Length.points($0) }
    return GroupPart(
      points ?? .parts(members[0].number ?? 1), repeatCount: Int(members[2].number ?? 1),
      GroupKey.division(members[3...]))
  }
}

extension MetricForm {
  /// The places of members of which an object has at most one: each the place of the first of them.
  private static let rivalsOfGroup = [0, 0, 2, 2, 4]
  private static let rivalsOfPart = [0, 0, 2, 3, 3, 5]

  /// The place of the member beside which the one at a place cannot stand; nil if there is none.
  package func rival(_ place: Int) -> Int? {
    let rivals: [Int]
    switch self {
    case .group: rivals = MetricForm.rivalsOfGroup
    case .part: rivals = MetricForm.rivalsOfPart
    default: return nil
    }
    for other in rivals.indices where other != place && rivals[other] == rivals[place] {
      return other
    }
    return nil
  }

  /// Whether every such object has the first member or its rival.
  package var needsFirst: Bool {
    if case .group = self { true } else { false }
  }

  /// Whether an object has no rivals, and a member that it needs. `false` at a place means that it lacks the member.
  package func allows(_ isGiven: (Int) -> Bool) -> Bool {
    for place in members.indices {
      if let rival = rival(place), rival > place, isGiven(place), isGiven(rival) { return false }
    }
    return !needsFirst || isGiven(0) || isGiven(1)
  }
}

extension MetricsValues {
  /// The number of slots of all groups.
  package var slotCount: Int {
    groups(.groups).slotCount + groups(.leadingGroups).slotCount + groups(.lastGroups).slotCount
  }
}

extension GroupPart {
  /// The values of its members, of a group or a part.
  func members(_ form: MetricForm) -> [MetricValue] {
    var own: [MetricValue] = Array(repeating: .none, count: 2)
    let isGroup = form.needsFirst
    if !isGroup { own[0] = .number(1) }
    switch length {
    case .points(let points): own[isGroup ? 0 : 1] = .number(points)
    case .ratio(let ratio): own[1] = .number(ratio)
    case .parts(let share): own[0] = .number(share)
    case nil: break
    }
    if !isGroup { own.append(.number(Double(repeatCount))) }
    let parts = division.map { MetricValue.parts($0.parts) } ?? MetricValue.none
    let isRow = division?.isRow ?? true
    return own + [
      isRow ? parts : MetricValue.none, isRow ? MetricValue.none : parts,
      .number(division?.spacing),
    ]
  }
}

extension GroupPart: Equatable {
  /// Whether both are written alike.
  public static func == (left: GroupPart, right: GroupPart) -> Bool {
    if left === right { return true }
    guard left.length == right.length, left.repeatCount == right.repeatCount,
      left.division?.isRow == right.division?.isRow,
      left.division?.spacing == right.division?.spacing
    else { return false }
    return left.division?.parts ?? [] == right.division?.parts ?? []
  }
}
