internal import JSONText
internal import LayoutCore
internal import LayoutSources

extension SnapshotDecoder {
  /// The object of the step that makes one tree out of another; nil if there is none that may be made.
  ///
  /// If there is no memory for it, the decoder knows how much is needed, or that the step is too long.
  ///
  /// - Parameter to: The tree that is refused for too many entries.
  mutating func step(
    from old: ComparedSource, to new: ComparedSource, at to: JSONElement
  ) -> [UInt8]? {
    let step: TreeStep
    do throws(TreeStep.Stop) {
      step = try TreeStep(
        from: old.compared, to: new.compared, keyCount: keyNumbers.count,
        bytesMax: max(0, limits.listBytes - listBytes), meter: &meter)
    } catch {
      switch error {
      case .workUsedUp: stop()
      case .memoryUsedUp: hold(limits.listBytes - listBytes + 1)
      case .tooManyEntries:
        fault(to, .tooMany, SourceFault.tooManyEntries(ContentLimits.stepEntries).detail.text)
      }
      return nil
    }
    hold(step.byteCount)
    var text = TreeStepText(
      new.compared.snapshot, limits, keptMax: max(0, limits.listBytes - listBytes))
    return text.json(of: step, &self)
  }

  /// Does something that takes steps; nil if none are left, or it writes more than a step may have.
  mutating func metered<Value>(
    _ body: (inout WorkMeter) throws(WalkInterrupted) -> Value
  ) -> Value? {
    do throws(WalkInterrupted) {
      return try body(&meter)
    } catch {
      switch error {
      case .budgetExceeded: stop()
      case .visitor: hasLongStep = true
      }
      return nil
    }
  }
}

/// Writes the step of two trees.
private struct TreeStepText {
  private let snapshot: Snapshot
  private let isHorizontal: Bool
  private let bytesMax: Int
  private var text: StepText
  private var encoder: SnapshotEncoder
  /// The bytes of the text that are paid for.
  private var paidBytes = 0

  /// - Parameters:
  ///   - snapshot: The snapshot after the step.
  ///   - limits: Limit the bytes of the step, and the items that it lists one by one.
  ///   - keptMax: The memory that is left for the text.
  init(_ snapshot: Snapshot, _ limits: SnapshotLimits, keptMax: Int) {
    self.snapshot = snapshot
    isHorizontal = snapshot.scrollDirection == .horizontal
    bytesMax = limits.stepBytes
    text = StepText(keptMax: keptMax)
    encoder = SnapshotEncoder(
      snapshot, bytesMax: limits.stepBytes, explicitItemsMax: limits.explicitItems)
  }

  /// The object of a step; nil if it is too long, or no steps or no memory are left.
  mutating func json(of step: TreeStep, _ decoder: inout SnapshotDecoder) -> [UInt8]? {
    set(step.settings)
    for entry in step.entries {
      write(entry, &decoder)
      guard isGoing(&decoder) else { return nil }
    }
    decoder.hold(text.byteCount)
    return decoder.goesOn ? text.json() : nil
  }

  /// Whether writing goes on: steps are left, and the step is not too long.
  private mutating func isGoing(_ decoder: inout SnapshotDecoder) -> Bool {
    decoder.take(DecodingCost.bytes(text.byteCount - paidBytes))
    paidBytes = text.byteCount
    if text.byteCount > bytesMax { decoder.hasLongStep = true }
    return !decoder.hasLongStep && decoder.goesOn
  }

  private mutating func set(_ settings: SnapshotSettings) {
    if let headers = settings.globalHeaders {
      var writer = JSONWriter()
      let given = headers.given(isHorizontal: isHorizontal, inheriting: nil)
      writer.write(given, isHorizontal: isHorizontal, bytesMax: bytesMax)
      text.set(.globalHeaders, writer.bytes)
    }
    if let color = settings.globalHeaderBackgroundColor {
      var writer = JSONWriter()
      writer.string(color?.text)
      text.set(.globalHeaderBackgroundColor, writer.bytes)
    }
    if let length = settings.minimumContentLength {
      var writer = JSONWriter()
      writer.number(length)
      text.set(.minimumContentLength, writer.bytes)
    }
    for setting in settings.members {
      var writer = JSONWriter()
      let form = MemberRow.ofSnapshots[setting.place].form
      writer.value(setting.value, .member(form), isHorizontal: isHorizontal)
      text.set(.member(setting.place), writer.bytes)
    }
  }

  private mutating func write(_ entry: TreeStep.Entry, _ decoder: inout SnapshotDecoder) {
    switch entry {
    case .delete(let section, let items):
      text.append(to: .delete) {
        $0.place(section, items.lowerBound)
        $0.neighbors(items.count)
      }
    case .resize(let section, let first, let places, let other):
      write(0..<places.count, of: other, at: places, to: .resize, section, first, &decoder)
    case .adjust(let section, let first, let places, let other, let codes):
      write(codes, of: other, at: places, section, first, &decoder)
    case .insert(let section, let items):
      write(items, of: section, at: nil, to: .insert, section, items.lowerBound, &decoder)
    case .move(let section, let items, let target):
      text.append(to: .move) {
        $0.member(EntryKey.from)
        $0.path(ItemPath(section, items.lowerBound))
        $0.member(EntryKey.to)
        $0.path(target)
        $0.neighbors(items.count)
      }
    case .setSections(let sections, let difference):
      text.append(to: .setSections) {
        $0.sections(sections)
        $0.write(difference, isHorizontal: isHorizontal, bytesMax: bytesMax)
      }
    case .deleteSections(let sections, let slide):
      text.append(to: .deleteSections) {
        $0.sections(sections)
        $0.slide(slide)
      }
    case .moveSections(let sections, let target):
      text.append(to: .moveSections) {
        $0.member(EntryKey.from)
        $0.integer(sections.lowerBound)
        $0.member(EntryKey.to)
        $0.integer(target)
        $0.neighbors(sections.count)
      }
    case .reloadSection(let section, let other):
      text.begin(.reloadSections)
      text.entry.sections(section..<section + 1)
      text.entry.member(EntryKey.value)
      write(other, &decoder)
      text.end()
    case .insertSections(let sections, let slide):
      text.begin(.insertSections)
      text.entry.member(EntryKey.section)
      text.entry.integer(sections.lowerBound)
      text.entry.member(EntryKey.sections)
      for section in sections {
        guard isGoing(&decoder) else { return }
        text.entry.mark(section == sections.lowerBound ? "[" : ",")
        write(section, &decoder)
        text.endPart()
      }
      text.entry.mark("]")
      text.entry.slide(slide)
      text.end()
    }
  }

  /// Writes a new section.
  private mutating func write(_ section: Int, _ decoder: inout SnapshotDecoder) {
    _ = decoder.metered { (meter) throws(WalkInterrupted) in
      try encoder.write(section: section, to: &text.entry, meter: &meter)
    }
  }

  /// Writes an entry with items of a section of the new tree in the shortest form that a step can take.
  private mutating func write(
    _ range: Range<Int>, of number: Int, at places: [Int]?, to list: Step.List, _ section: Int,
    _ first: Int, _ decoder: inout SnapshotDecoder
  ) {
    let owner = snapshot.sections[number]
    let items = decoder.metered { (meter) throws(WalkInterrupted) in
      try owner.items(in: range, at: places, meter: &meter)
    }
    guard let items else { return }
    let columns = encoder.listed(EngineRules.of(owner.metrics.engine.name).readColumns)
    text.append(to: list) { writer in
      writer.place(section, first)
      writer.member(EntryKey.items)
      _ = decoder.metered { (meter) throws(WalkInterrupted) in
        try encoder.write(items, columns, to: &writer, meter: &meter)
      }
    }
  }
}

extension TreeStepText {
  /// Writes an entry of `adjust` with some members of items of a section of the new tree.
  fileprivate mutating func write(
    _ codes: [UInt8], of number: Int, at places: [Int], _ section: Int, _ first: Int,
    _ decoder: inout SnapshotDecoder
  ) {
    let paid: Void? = decoder.metered { (meter) throws(WalkInterrupted) in
      try meter.take(places.count * codes.count * 4)
    }
    guard paid != nil else { return }
    var cursor = RunCursor(snapshot.sections[number].items)
    let members = places.map { cursor.run(from: $0).members }
    text.append(to: .adjust) { writer in
      writer.place(section, first)
      writer.neighbors(places.count)
      for code in codes {
        writer.members(with: code, members.map { $0?[code] }, isHorizontal: isHorizontal)
      }
    }
  }
}

extension JSONWriter {
  /// Writes a member of some items: one value if all have the same, else a list; null for its default.
  fileprivate mutating func members(
    with code: UInt8, _ values: [GivenMembers.MemberContent?], isHorizontal: Bool
  ) {
    func metric(_ value: GivenMembers.MemberContent?) -> MetricValue {
      switch value {
      case .number(let number): .number(number)
      case .text(let text): .text(text)
      case .matrix(let numbers): .matrix(numbers)
      case nil: .none
      }
    }
    guard
      let place = MemberForm.row(
        ofCode: code, whose: { form in values.allSatisfy { form.isSpelling($0) } })
    else { return }
    let form = MemberRow.ofItems[place].form
    member(ItemKey.member(isHorizontal ? MemberRow.transposedPlaces[place] : place))
    if values.allSatisfy({ $0 == values[0] }) {
      value(metric(values[0]), .member(form), isHorizontal: false)
    } else {
      array(values) { $1.value(metric($0), .member(form), isHorizontal: false) }
    }
  }

  /// Writes the place of an item as members of an entry.
  fileprivate mutating func place(_ section: Int, _ item: Int) {
    member(EntryKey.section)
    integer(section)
    member(EntryKey.item)
    integer(item)
  }

  /// Writes what differs of a section as members of an entry.
  fileprivate mutating func write(
    _ difference: SectionDifference, isHorizontal: Bool, bytesMax: Int
  ) {
    if let metrics = difference.metrics {
      member(SectionKey.metrics)
      let start = bytes.count
      for given in metrics.values {
        member(given.metric)
        value(given.value, given.metric.row.form, isHorizontal: isHorizontal)
      }
      closeObject(from: start)
    }
    for (key, elements) in [
      (SectionKey.headers, difference.headers), (.footers, difference.footers),
    ] {
      guard let elements else { continue }
      member(key)
      write(elements, isHorizontal: isHorizontal, bytesMax: bytesMax)
    }
    if let placeholder = difference.placeholder {
      member(SectionKey.placeholder)
      if let placeholder {
        write(placeholder[...], isHorizontal: isHorizontal)
      } else {
        literal("null")
      }
    }
    for setting in difference.members {
      let row = MemberRow.ofSections[setting.place]
      member(SectionKey.member(setting.place))
      value(setting.value, .member(row.form), isHorizontal: isHorizontal)
    }
  }

  /// Writes headers, footers or global headers; none as an empty array. A text of more than `bytesMax` bytes is refused, and
  /// need not be whole.
  fileprivate mutating func write(
    _ values: [GivenValue], isHorizontal: Bool, bytesMax: Int
  ) {
    mark("[")
    var (start, index) = (0, 0)
    while start < values.count, bytes.count <= bytesMax {
      let element = values[start].element
      let hidden = min(element - index, bytesMax / 16 + 1)
      for _ in 0..<hidden { literal("{\"hidden\":true},") }
      let own = values[start...].prefix { $0.element == element }
      write(own, isHorizontal: isHorizontal)
      mark(",")
      (start, index) = (own.endIndex, element + 1)
    }
    if values.isEmpty { mark("]") } else { replaceLast(by: "]") }
  }

  private mutating func write(_ values: ArraySlice<GivenValue>, isHorizontal: Bool) {
    let start = bytes.count
    for given in values {
      member(given.member)
      value(given.value, given.member.value, isHorizontal: isHorizontal)
    }
    closeObject(from: start)
  }
}
