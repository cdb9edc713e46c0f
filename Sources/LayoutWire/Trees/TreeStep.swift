internal import JSONText
internal import LayoutCore

/// The step that makes one tree out of another (docs/rules.md#two-trees), while it is written.
struct TreeStep {
  private let old: ComparedSource
  private let new: ComparedSource
  private var text: StepText
  private var encoder: SnapshotEncoder
  private var settings: SettingsText
  /// The last entry of `setSections`: its sections, and what it sets.
  private var set: (sections: Range<Int>, settings: [UInt8])?
  /// The new numbers of the sections that are reloaded, by their old ones.
  private var reloaded: [Int: Int] = [:]
  /// The bytes of the text that are paid for.
  private var paidBytes = 0

  /// - Parameters:
  ///   - limits: Limit the bytes of the step, and the items that it lists one by one.
  ///   - memoryBytes: The memory that is left for the step.
  init(
    from old: ComparedSource, to new: ComparedSource, limits: SnapshotLimits, memoryBytes: Int
  ) {
    (self.old, self.new) = (old, new)
    text = StepText(keptMax: memoryBytes)
    encoder = SnapshotEncoder(
      new.snapshot, bytesMax: limits.stepBytes, explicitItemsMax: limits.explicitItems)
    settings = SettingsText(isHorizontal: new.snapshot.scrollDirection == .horizontal)
  }

  /// The object of the step; nil if it is too long or has too many entries, or no steps or no memory are left.
  ///
  /// If there is no memory for it, the decoder knows how much is needed, or that the step is too long.
  ///
  /// - Parameter to: The tree that is refused for too many entries.
  mutating func json(_ decoder: inout SnapshotDecoder, at to: JSONElement) -> [UInt8]? {
    setSnapshot(&decoder)
    let match = SectionMatch(old.tree, new.tree)
    decoder.take(DecodingCost.node * (old.tree.nodes.count + new.tree.nodes.count))
    decoder.hold(old.snapshot.sections.count + match.before.count * 32)
    var reloads = [Bool](repeating: false, count: match.before.count)
    for (section, same) in match.before.enumerated() {
      decoder.take(DecodingCost.member)
      guard isGoing(&decoder, at: to) else { return nil }
      if let same, !change(same, to: section, &decoder) {
        reloads[section] = true
        reloaded[same] = section
      }
    }
    endSet()
    let step = decoder.metered { (meter) throws(WalkStop) in
      try KeyDiff.step(
        countBefore: old.snapshot.sections.count, places: match.before,
        isChanged: { reloads[$0] }, meter: &meter)
    }
    guard let step else { return nil }
    place(step, match, &decoder, at: to)
    guard isGoing(&decoder, at: to) else { return nil }
    decoder.hold(text.byteCount)
    return decoder.goesOn ? text.json() : nil
  }

  /// Whether writing goes on: steps are left, and the step is not too long and has not too many entries.
  private mutating func isGoing(_ decoder: inout SnapshotDecoder, at to: JSONElement) -> Bool {
    decoder.take(DecodingCost.bytes(text.byteCount - paidBytes))
    paidBytes = text.byteCount
    if text.byteCount > decoder.limits.stepBytes { decoder.hasLongStep = true }
    if decoder.hasLongStep { return false }
    guard !text.isFull else {
      decoder.fault(
        to, .tooMany, "makes a step of more than \(ContentLimits.stepEntries) entries")
      return false
    }
    return decoder.goesOn
  }

  // MARK: The snapshot

  /// Writes what differs of the snapshot's own members.
  private mutating func setSnapshot(_ decoder: inout SnapshotDecoder) {
    let (before, after) = (old.snapshot, new.snapshot)
    for key in SetKey.allCases {
      switch key {
      case .globalHeaders:
        if before.globalHeaders.isEqual(to: after.globalHeaders) { continue }
        var writer = JSONWriter()
        encoder.writeStack(after.globalHeaders, inherited: nil, to: &writer, &decoder)
        text.set(key, writer.bytes)
      case .globalHeaderBackgroundColor:
        let color = after.globalHeaderBackgroundColor
        if before.globalHeaderBackgroundColor == color { continue }
        var writer = JSONWriter()
        if let color { writer.string(color.text) } else { writer.literal("null") }
        text.set(key, writer.bytes)
      case .minimumContentLength:
        if before.minimumContentLength == after.minimumContentLength { continue }
        var writer = JSONWriter()
        writer.number(after.minimumContentLength)
        text.set(key, writer.bytes)
      }
    }
  }

  // MARK: Sections that stay

  /// Writes what differs of a section; false if it has to be reloaded.
  private mutating func change(
    _ before: Int, to after: Int, _ decoder: inout SnapshotDecoder
  ) -> Bool {
    let (section, other) = (old.snapshot.sections[before], new.snapshot.sections[after])
    // Strings of the standard library are equal even if they only look alike.
    let isNamedAlike =
      old.snapshot.idBytes(ofSection: before) == new.snapshot.idBytes(ofSection: after)
    let keys = old.keys[before].flatMap { first in new.keys[after].map { (first, $0) } }
    if section === other, keys == nil, isNamedAlike { return true }
    guard isNamedAlike, section.metrics.engine.name == other.metrics.engine.name,
      let said = settings.json(from: section, to: other, encoder, &decoder),
      let items = ItemsDifference(section, other, keys: keys, &decoder)
    else { return false }
    if !said.isEmpty { set(before, to: said) }
    items.write(before, after, to: &text, by: &encoder, &decoder)
    return true
  }

  /// Sets members of a section, in one entry with a neighbour before it that gets the same.
  private mutating func set(_ section: Int, to said: [UInt8]) {
    if let last = set, last.sections.upperBound == section, last.settings == said {
      set = (last.sections.lowerBound..<section + 1, said)
      return
    }
    endSet()
    set = (section..<section + 1, said)
  }

  private mutating func endSet() {
    guard let set else { return }
    text.append(to: .setSections) {
      $0.sections(set.sections)
      $0.json(set.settings)
    }
    self.set = nil
  }

  // MARK: Sections that come, go and move

  /// Writes the places of sections, and the new ones.
  ///
  /// - Parameter step: A step that names sections as items.
  private mutating func place(
    _ step: Step, _ match: SectionMatch, _ decoder: inout SnapshotDecoder, at to: JSONElement
  ) {
    func sections(_ range: Range<ItemPath>) -> Range<Int> {
      range.lowerBound.item..<range.upperBound.item
    }
    let gone = old.tree.ownSections { match.slides(ofOld: $0) }
    for range in step.delete where !text.isFull {
      for (part, slide) in parts(of: sections(range), gone, &decoder) {
        text.append(to: .deleteSections) {
          $0.sections(part)
          $0.slide(slide)
        }
      }
    }
    for range in step.reload {
      for section in sections(range) {
        guard isGoing(&decoder, at: to) else { return }
        guard let after = reloaded[section] else { continue }
        text.begin(.reloadSections)
        text.entry.sections(section..<section + 1)
        text.entry.member(EntryKey.value)
        write(after, &decoder)
        text.end()
      }
    }
    for move in step.move where !text.isFull {
      text.append(to: .moveSections) {
        let from = sections(move.from)
        $0.member(EntryKey.from)
        $0.integer(from.lowerBound)
        $0.member(EntryKey.to)
        $0.integer(move.to.item)
        $0.neighbors(from.count)
      }
    }
    let come = new.tree.ownSections { match.slides(ofNew: $0) }
    for range in step.insert {
      for (part, slide) in parts(of: sections(range), come, &decoder) {
        text.begin(.insertSections)
        text.entry.member(EntryKey.section)
        text.entry.integer(part.lowerBound)
        text.entry.member(EntryKey.sections)
        for section in part {
          guard isGoing(&decoder, at: to) else { return }
          text.entry.mark(section == part.lowerBound ? "[" : ",")
          write(section, &decoder)
          text.endPart()
        }
        text.entry.mark("]")
        text.entry.slide(slide)
        text.end()
      }
    }
  }

  /// The parts of a range whose sections slide alike.
  private func parts(
    of range: Range<Int>, _ all: [(sections: Range<Int>, value: Slide?)],
    _ decoder: inout SnapshotDecoder
  ) -> [(sections: Range<Int>, slide: Slide?)] {
    var parts: [(sections: Range<Int>, slide: Slide?)] = []
    var place = partitionPoint(0..<all.count) { all[$0].sections.upperBound > range.lowerBound }
    while place < all.count, all[place].sections.lowerBound < range.upperBound {
      decoder.take(DecodingCost.member)
      let (sections, slide) = (all[place].sections.clamped(to: range), all[place].value)
      if let last = parts.last, last.slide == slide {
        parts[parts.count - 1].sections = last.sections.lowerBound..<sections.upperBound
      } else {
        parts.append((sections, slide))
      }
      place += 1
    }
    return parts
  }

  /// Writes a new section.
  private mutating func write(_ section: Int, _ decoder: inout SnapshotDecoder) {
    _ = decoder.metered { (meter) throws(WalkStop) in
      try encoder.write(section: section, to: &text.entry, meter: &meter)
    }
  }
}

extension SnapshotDecoder {
  /// The object of the step that makes one tree out of another; nil if there is none that may be made.
  mutating func step(
    from old: ComparedSource, to new: ComparedSource, at to: JSONElement
  ) -> [UInt8]? {
    var step = TreeStep(
      from: old, to: new, limits: limits, memoryBytes: max(0, limits.listBytes - listBytes))
    return step.json(&self, at: to)
  }

  /// Does something that takes steps; nil if none are left, or it writes more than a step may have.
  mutating func metered<Value>(
    _ body: (inout StepMeter) throws(WalkStop) -> Value
  ) -> Value? {
    do throws(WalkStop) {
      return try body(&meter)
    } catch {
      switch error {
      case .stepsUsedUp: stop()
      case .visitor: hasLongStep = true
      }
      return nil
    }
  }
}

extension SnapshotEncoder {
  /// Writes headers, footers or global headers; none as an empty array.
  func writeStack(
    _ stack: SupplementaryStack, inherited: Appearance?, to writer: inout JSONWriter,
    _ decoder: inout SnapshotDecoder
  ) {
    if stack.entries.isEmpty { return writer.literal("[]") }
    _ = decoder.metered { (meter) throws(WalkStop) in
      try elements(of: stack, inherited: inherited, to: &writer, &meter)
    }
  }
}

extension SupplementaryStack {
  /// Whether both have the same elements. O(elements)
  func isEqual(to other: SupplementaryStack) -> Bool {
    entries.count == other.entries.count
      && zip(entries, other.entries).allSatisfy { $0.element == $1.element }
  }
}
