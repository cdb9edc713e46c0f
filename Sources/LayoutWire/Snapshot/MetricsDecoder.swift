internal import JSONText
internal import LayoutCore
internal import LayoutSources

extension SnapshotDecoder {
  /// Decodes an object of metrics over the inherited ones, key by key; for a section, only the keys of its engine.
  mutating func metrics(
    _ element: JSONElement, over inherited: MetricsValues, readBy rules: EngineRules?
  ) -> MetricsValues {
    let merged = inherited.merged(
      with: givenMetrics(element) { decoder, key, value in
        if let rules, !rules.reads(key) {
          decoder.note(unread: value, "is not read by the engine \(rules.engine.rawValue)")
        }
      })
    checkSlots(of: merged, givenBy: element)
    return merged
  }

  /// Refuses metrics if the groups that they give have too many slots together with those that are inherited.
  mutating func checkSlots(of merged: MetricsValues, givenBy metrics: JSONElement) {
    guard merged.slotCount > ContentLimits.slots, document.type(of: metrics) == .object else {
      return
    }
    for key in [MetricsKey.lastGroups, .leadingGroups, .groups] {
      guard let value = document.value(of: key.name, in: metrics) else { continue }
      return refuse(value, slots: merged.slotCount, "with the other groups ")
    }
  }

  private mutating func refuse(_ element: JSONElement, slots: Int, _ condition: String = "") {
    let most = ContentLimits.slots
    let count = slots < GroupPart.slotsCounted ? "\(slots)" : "more than \(most)"
    fault(element, .tooMany, "has \(condition)\(count) slots, the limit is \(most)")
  }

  /// Decodes an object of metrics.
  ///
  /// - Parameter visit: Gets each metric with its value.
  @inline(__always)
  mutating func givenMetrics(
    _ element: JSONElement,
    visit: (inout SnapshotDecoder, MetricsKey, JSONElement) -> Void = { _, _, _ in }
  ) -> GivenMetrics {
    var given = GivenMetrics()
    var rivals: [(key: MetricsKey, value: JSONElement)] = []
    guard var members = object(element, MetricsKey.self) else { return given }
    while let (key, value) = next(&members) {
      visit(&self, key, value)
      if let read = self.value(value, key.row.form) { given.append(read, for: key) }
      if key.row.rival != nil { rivals.append((key, value)) }
    }
    for (key, value) in rivals {
      for (rival, _) in rivals where key.row.rival == rival && rival.rawValue < key.rawValue {
        fault(value, .notAllowed, "cannot stand beside \(rival.name)")
      }
    }
    return given
  }

  /// A value of a form; nil if it is wrong.
  mutating func value(_ value: JSONElement, _ form: MetricForm) -> MetricValue? {
    switch form {
    case .extent: extent(value).map { .number($0) }
    case .positive: positive(value).map { .number($0) }
    case .columns: integer(value, in: 1...limits.columns).map { .columns($0) }
    case .size: size(value).map { .size($0) }
    case .edges(let areTurned, let least):
      edges(value, least: least).map { .edges(areTurned && isHorizontal ? $0.transposed : $0) }
    case .choice(let words): choice(value, words.words).map { .choice($0) }
    case .styles(let mayBeEmpty): segmentStyles(value, mayBeEmpty).map { .styles($0) }
    case .extentOrRemainder: extentOrRemainder(value)
    case .flag: boolean(value).map { .flag($0) }
    case .background: object(value, of: form, BackgroundKey.self)
    case .shelf: object(value, of: form, ShelfKey.self)
    case .effect: object(value, of: form, EffectKey.self)
    case .origin: object(value, of: form, OriginKey.self)
    case .stops: stops(value).map { .stops($0) }
    case .stop: object(value, of: form, StopKey.self)
    case .groups(let least): groups(value, least: least)
    case .parts: parts(value, .part, atMost: ContentLimits.slots).map { .parts($0) }
    case .group: object(value, of: form, GroupKey.self)
    case .part: object(value, of: form, GroupPartKey.self)
    case .color: color(value).map { .color($0) } ?? MetricValue.none
    case .member(.text(let byteCounts)):
      string(value, byteCounts: byteCounts).map { .text(Array($0.utf8)) }
    case .member(.matrix(let count)): matrix(value, count).map { .matrix($0) }
    case .member(let form): number(value, form).map { .number($0) }
    }
  }

  /// The 16 numbers of a matrix that is given by them, or by 6.
  private mutating func matrix(_ element: JSONElement, _ count: Int) -> [Double]? {
    guard var elements = array(element) else { return nil }
    guard document.count(of: element) == count else {
      fault(
        element, .outOfRange, "must have \(count) numbers, not \(document.count(of: element))")
      return nil
    }
    var matrix = GivenMembers.identity
    for place in count == 6 ? MemberForm.placesOfPlane : Array(0..<16) {
      guard let element = document.next(&elements),
        let number = number(element, in: MemberForm.numbersOfMatrix)
      else { return nil }
      matrix[place] = number
    }
    return matrix
  }

  /// An object with members of its own; `null` may be none. Nil without a member that it must have.
  private mutating func object<Key: SnapshotKey & PartKey>(
    _ element: JSONElement, of form: MetricForm, _ keys: Key.Type
  ) -> MetricValue? {
    if form.canBeNull, document.type(of: element) == .null { return MetricValue.none }
    guard var members = object(element, keys) else { return nil }
    let (forms, all) = (form.members, Array(keys.allCases))
    var values: [MetricValue] = Array(repeating: .none, count: forms.count)
    var missing = all.filter(\.isRequired)
    var rivals: [(position: Int, value: JSONElement)] = []
    var given: UInt64 = 0
    while let (position, value) = nextPosition(&members) {
      missing.removeAll { $0 == all[position] }
      given |= 1 << UInt64(position)
      if form.rival(position) != nil { rivals.append((position, value)) }
      if let read = self.value(value, forms[position]) { values[position] = read }
    }
    for (position, value) in rivals {
      guard let rival = form.rival(position), rival < position, given >> UInt64(rival) & 1 == 1
      else { continue }
      fault(value, .notAllowed, "cannot stand beside \(all[rival].name)")
    }
    if !isStopped {
      for key in missing { fault(element, missing: key.name, "is missing") }
      if form.needsFirst, given & 3 == 0 {
        fault(element, .missing, "must say \(all[0].name) or \(all[1].name)")
      }
    }
    let isWhole = values.indices.allSatisfy { !form.isRequired($0) || values[$0] != .none }
    return isWhole && form.allows({ values[$0] != .none }) ? form.value(of: values) : nil
  }

  /// A list of groups, whose slots are counted before any sum of them is made.
  private mutating func groups(_ element: JSONElement, least: Int) -> MetricValue? {
    if least == 0, document.type(of: element) == .array, document.count(of: element) == 0 {
      return .groups(.none)
    }
    guard let groups = parts(element, .group, atMost: ContentLimits.groups) else { return nil }
    let slots = GroupPart.slotCount(of: groups)
    guard slots <= ContentLimits.slots else {
      refuse(element, slots: slots)
      return nil
    }
    return .groups(GroupList(groups))
  }

  /// A list of groups or of parts, at least one.
  private mutating func parts(
    _ element: JSONElement, _ form: MetricForm, atMost most: Int
  ) -> [GroupPart]? {
    guard var elements = array(element) else { return nil }
    let count = document.count(of: element)
    let noun = form.needsFirst ? "group" : "part"
    guard count <= most else {
      fault(element, .tooMany, "has \(count) \(noun)s, the limit is \(most)")
      return nil
    }
    guard count > 0 else {
      fault(element, .outOfRange, "must have at least one \(noun)")
      return nil
    }
    var parts: [GroupPart] = []
    parts.reserveCapacity(count)
    while goesOn, let element = document.next(&elements) {
      take(DecodingCost.member)
      if case .part(let part) = value(element, form) { parts.append(part) }
    }
    return parts.count == count ? parts : nil
  }

  private mutating func stops(_ element: JSONElement) -> [EffectStop]? {
    guard var elements = array(element) else { return nil }
    let (count, most) = (document.count(of: element), EffectStop.countMax)
    guard count <= most else {
      fault(element, .tooMany, "has \(count) stops, the limit is \(most)")
      return nil
    }
    guard count > 0 else {
      fault(element, .outOfRange, "must have at least one stop")
      return nil
    }
    var stops: [EffectStop] = []
    while goesOn, let element = document.next(&elements) {
      take(DecodingCost.member)
      guard case .stop(let stop) = value(element, .stop) else { continue }
      if stop.follows(stops) {
        stops.append(stop)
      } else if let last = stops.last {
        refuse(element, stop.at, behind: last.at)
      }
    }
    return stops.count == count ? stops : nil
  }

  /// Refuses a stop for its place.
  private mutating func refuse(_ stop: JSONElement, _ at: Double, behind last: Double) {
    var members = document.contents(of: stop)
    while let key = document.next(&members), let value = document.next(&members) {
      guard document.hasBytes(key, Array(StopKey.at.name.utf8)) else { continue }
      let (at, least) = (JSONWriter.text(at), JSONWriter.text(last))
      fault(
        value, .outOfRange,
        at == least
          ? "is the third one at \(at), two are allowed"
          : "must be at least that of the stop before, \(least), not \(at)")
    }
  }

  /// Reads a member without rules of its own.
  mutating func read(_ value: JSONElement, _ row: MemberRow, into members: inout GivenMembers) {
    members = members.with(self.value(value, .member(row.form)), of: row)
  }

  /// The members of a snapshot without rules of their own.
  mutating func snapshotMembers(_ given: MembersByKey<PostedKey>) -> GivenMembers {
    var members = GivenMembers()
    for (place, row) in MemberRow.ofSnapshots.enumerated() {
      if let value = given[.of(.member(place))] { read(value, row, into: &members) }
    }
    return members
  }

  private mutating func extentOrRemainder(_ element: JSONElement) -> MetricValue? {
    guard document.type(of: element) == .string else { return extent(element).map { .number($0) } }
    let word = word(element)
    noteAddition(word)
    if word == "remainder" { return .remainder }
    let given = Problem.quoted(document.string(element) ?? "")
    fault(element, .outOfRange, "must be a number or \"remainder\", not \(given)")
    return nil
  }

  private mutating func size(_ element: JSONElement) -> Size? {
    guard var members = object(element, ItemColumn.self) else { return nil }
    var size = Items.standardSize
    while let (key, value) = next(&members) {
      guard let extent = extent(value) else { continue }
      switch key {
      case .width: size.width = extent
      case .height: size.height = extent
      }
    }
    return isHorizontal ? Size(width: size.height, height: size.width) : size
  }

  private mutating func segmentStyles(_ element: JSONElement, _ mayBeEmpty: Bool) -> StyleSequence?
  {
    guard var elements = array(element) else { return nil }
    let count = document.count(of: element)
    guard count <= limits.segments else {
      fault(
        element, .tooMany, "has \(count) styles, the limit is \(limits.segments)",
        limit: .segments)
      return nil
    }
    guard mayBeEmpty || count > 0 else {
      fault(element, .outOfRange, "must name at least one style")
      return nil
    }
    var styles: [SegmentStyle] = []
    styles.reserveCapacity(count)
    while goesOn, let element = document.next(&elements) {
      take(DecodingCost.member)
      if let style = choice(element, SegmentStyle.self) { styles.append(style) }
    }
    return styles.count == count ? StyleSequence(styles) : nil
  }
}

extension SnapshotDecoder {
  /// The metrics of a section, with or without an object of its own.
  mutating func resolvedMetrics(_ element: JSONElement?, engine: Engine) -> ResolvedMetrics {
    guard let element else { return metricsCache.resolvedInherited(for: engine) }
    return metricsCache.resolved(
      metrics(element, over: metricsCache.inherited, readBy: EngineRules.of(engine)), for: engine)
  }
}
