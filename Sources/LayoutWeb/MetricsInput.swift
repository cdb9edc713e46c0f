import LayoutCore

/// Metrics: the number of values, then for each the position of its key in the list of keys, and the value.
extension NumberInput {
  /// Reads metrics over the inherited ones, key by key.
  @inline(never)
  mutating func metrics(
    over inherited: MetricsValues, isHorizontal: Bool, countsSlots: Bool = true
  ) throws(ModuleFailure) -> (values: MetricsValues, keys: [MetricsKey]) {
    var values = inherited
    var keys: [MetricsKey] = []
    for _ in 0..<(try count()) {
      let key = try choice(MetricsKey.self)
      guard !keys.contains(key) else { throw .malformed }
      keys.append(key)
      values[key] = try value(key.row.form, isHorizontal: isHorizontal)
    }
    guard !countsSlots || values.slotCount <= ContentLimits.slots else { throw .malformed }
    return (values, keys)
  }

  private mutating func value(
    _ form: MetricForm, isHorizontal: Bool
  ) throws(ModuleFailure) -> MetricValue {
    switch form {
    case .extent: return .number(try extent())
    case .extentOrRemainder: return try optionalExtent().map { .number($0) } ?? .remainder
    case .positive: return .number(try positive())
    case .columns:
      let number = try whole(upTo: ContentLimits.columns)
      guard number > 0 else { throw .malformed }
      return .columns(number)
    case .size:
      var size = Items.standardSize
      if try flag() { size.width = try extent() }
      if try flag() { size.height = try extent() }
      return .size(isHorizontal ? Size(width: size.height, height: size.width) : size)
    case .edges(let areTurned, let least):
      let edges = try edges(least: least)
      return .edges(areTurned && isHorizontal ? edges.transposed : edges)
    case .choice(let words): return .choice(try whole(upTo: words.count - 1))
    case .styles(let mayBeEmpty):
      let count = try whole(upTo: ContentLimits.segments)
      guard mayBeEmpty || count > 0 else { throw .malformed }
      var styles: [SegmentStyle] = []
      for _ in 0..<count { styles.append(try choice(SegmentStyle.self)) }
      return .styles(StyleSequence(styles))
    case .flag: return .flag(try flag())
    case .background, .shelf, .effect:
      return try flag() ? try object(form, isHorizontal: isHorizontal) : MetricValue.none
    case .origin, .stop: return try object(form, isHorizontal: isHorizontal)
    case .groups(let least): return .groups(try groups(least: least))
    case .parts: return .parts(try parts(.part, atMost: ContentLimits.slots))
    case .group, .part: return try groupPart(form)
    case .stops: return .stops(try stops())
    case .color: return try color().map { .color($0) } ?? .none
    case .member(.text(let byteCounts)):
      guard let text = try text(bytesMax: byteCounts.upperBound) else { return .none }
      var bytes: [UInt8] = []
      bytes.append(utf8: text)
      return .text(bytes)
    case .member(.matrix(let count)):
      var matrix = GivenMembers.identity
      for place in count == 6 ? MemberForm.placesOfPlane : Array(0..<16) {
        let number = try number()
        guard NumberRange(.matrix(count: count)).has(number) else { throw .malformed }
        matrix[place] = number
      }
      return .matrix(matrix)
    case .member(let form):
      let number = try number()
      guard NumberRange(form).has(number) else { throw .malformed }
      return .number(number)
    }
  }

  /// Reads an object: each member after 1, or 0 if it is missing; those that it must have without that.
  private mutating func object(
    _ form: MetricForm, isHorizontal: Bool
  ) throws(ModuleFailure) -> MetricValue {
    var members: [MetricValue] = []
    for (place, member) in form.members.enumerated() {
      let isGiven = form.isRequired(place) ? true : try flag()
      members.append(
        isGiven ? try value(member, isHorizontal: isHorizontal) : MetricValue.none)
    }
    return form.value(of: members)
  }

  /// Reads the number of stops of an effect, and each.
  private mutating func stops() throws(ModuleFailure) -> [EffectStop] {
    let count = try whole(upTo: EffectStop.countMax)
    var stops: [EffectStop] = []
    for _ in 0..<count {
      guard case .stop(let stop) = try object(.stop, isHorizontal: false), stop.follows(stops)
      else { throw .malformed }
      stops.append(stop)
    }
    if stops.isEmpty { throw .malformed }
    return stops
  }

  private mutating func groups(least: Int) throws(ModuleFailure) -> GroupList {
    let groups = try parts(.group, atMost: ContentLimits.groups, least: least)
    guard GroupPart.slotCount(of: groups) <= ContentLimits.slots else { throw .malformed }
    return groups.isEmpty ? .none : GroupList(groups)
  }

  /// Reads the number of groups or parts, and each.
  @inline(never)
  private mutating func parts(
    _ form: MetricForm, atMost most: Int, least: Int = 1
  ) throws(ModuleFailure) -> [GroupPart] {
    let count = try whole(upTo: most)
    guard count >= least, level < NumberInput.levelsMax else { throw .malformed }
    level += 1
    defer { level -= 1 }
    var parts: [GroupPart] = []
    for _ in 0..<count {
      guard case .part(let part) = try groupPart(form) else { throw .malformed }
      parts.append(part)
    }
    return parts
  }

  /// Reads a group or a part: each member after 1, or 0 if it is missing.
  private mutating func groupPart(_ form: MetricForm) throws(ModuleFailure) -> MetricValue {
    var members: [MetricValue] = []
    for member in form.members {
      members.append(try flag() ? try value(member, isHorizontal: false) : MetricValue.none)
    }
    guard form.allows({ members[$0] != .none }) else { throw .malformed }
    return form.value(of: members)
  }

  /// Reads a member without rules of its own.
  @inline(never)
  mutating func member(_ row: MemberRow) throws(ModuleFailure) -> MetricValue {
    try value(.member(row.form), isHorizontal: false)
  }

  /// Reads a member of a snapshot, given the index of its row.
  @inline(__always)
  mutating func snapshotMember(_ place: Int) throws(ModuleFailure) -> MemberSetting {
    guard MemberRow.areOfSectionsOrSnapshots else { throw .malformed }
    return MemberSetting(place: place, value: try member(MemberRow.ofSnapshots[place]))
  }

  /// Reads a placeholder: for each member 1 and the value, or 0.
  @inline(never)
  mutating func placeholderValues(
    isHorizontal: Bool
  ) throws(ModuleFailure) -> SupplementaryValues {
    var values = SupplementaryValues()
    for key in PlaceholderKey.allCases {
      guard try flag() else { continue }
      values.say(key.ofHeader, try value(key.ofHeader.value, isHorizontal: isHorizontal))
    }
    return values
  }

  /// Reads a header or a footer: for each member 1 and the value, or 0.
  @inline(never)
  mutating func supplementaryValues(
    isHorizontal: Bool
  ) throws(ModuleFailure) -> SupplementaryValues {
    var values = SupplementaryValues()
    for key in SupplementaryKey.allCases {
      guard try flag() else { continue }
      values.say(key, try value(key.value, isHorizontal: isHorizontal))
    }
    return values
  }

  /// Reads headers or footers: their number, and each.
  @inline(never)
  mutating func stack(
    inheriting inherited: Appearance?, isHorizontal: Bool
  ) throws(ModuleFailure) -> SupplementaryStack {
    let count = try count()
    var stack = SupplementaryStack.Builder(capacity: count)
    var last: Appearance?
    for index in 0..<count {
      let element = try supplementaryValues(isHorizontal: isHorizontal).element(
        index: index, isHorizontal: isHorizontal, inheriting: inherited, sharing: &last)
      if let element { stack.append(element) }
    }
    return stack.stack(unlessEqualTo: .empty)
  }
}
