extension SectionMetrics {
  /// The version of the rules that the metrics' digest is taken by.
  public var rulesVersion: UInt8 {
    max(
      engine.name.rulesVersion,
      additions.contains(.tolerance)
        ? RulesVersion.galleries
        : extras != nil
          ? RulesVersion.members : hasAdditions ? RulesVersion.additions : RulesVersion.base)
  }

  /// Writes the bytes that the metrics' digest is taken over: all values that an answer can depend on, in one form.
  public func writeCanonicalBytes(to sink: inout some CanonicalSink) {
    var writer = CanonicalWriter()
    writer.byte(rulesVersion)
    writer.metrics(self)
    writer.additions(additions.intersection(.beforeExtras))
    if let extras { writer.additions(extras) }
    writer.additions(additions.intersection(.behindExtras))
    writer.flush(to: &sink)
  }
}

extension Section {
  /// The version of the rules that the section's digest is taken by: the greatest of what it says and of its parts.
  /// O(1)
  public var rulesVersion: UInt8 {
    var version = metrics.rulesVersion
    if headers.hasAdditions || footers.hasAdditions || placeholder != nil || !members.given.isEmpty
    {
      version = max(version, RulesVersion.additions)
    }
    return max(version, items.memberTraits.rulesVersion)
  }

  /// Writes the bytes that the section's digest is taken over: the digest of its metrics and all else that an answer
  /// can depend on, except the id. O(headers and footers)
  public func writeCanonicalBytes(to sink: inout some CanonicalSink, metrics: ContentDigest) {
    var writer = CanonicalWriter()
    let version = rulesVersion
    writer.byte(version)
    writer.digest(metrics)
    writer.stack(headers, version, to: &sink)
    writer.stack(footers, version, to: &sink)
    items.writeCanonicalBytes(by: &writer)
    if let placeholder { writer.addition(placeholder) }
    writer.members(members.given)
    writer.flush(to: &sink)
  }
}

extension Snapshot {
  /// The version of the rules that the snapshot is named by: the greatest of what it says and of its sections. O(1)
  public var rulesVersion: UInt8 {
    globalHeaders.hasAdditions || globalHeaderBackgroundColor != nil || minimumContentLength > 0
      || !members.isEmpty
      ? max(RulesVersion.additions, sectionsVersion) : sectionsVersion
  }

  /// Writes the bytes that the layout id is taken over: the digest of all sections and the snapshot's own members.
  /// O(global headers)
  public func writeCanonicalBytes(to sink: inout some CanonicalSink, sections: ContentDigest) {
    var writer = CanonicalWriter()
    let version = rulesVersion
    writer.byte(version)
    writer.flag(scrollDirection == .horizontal)
    writer.flag(layoutDirection == .rtl)
    writer.stack(globalHeaders, version, to: &sink)
    writer.digest(sections)
    if let color = globalHeaderBackgroundColor {
      writer.byte(1)
      writer.counted(color.text)
    }
    if minimumContentLength > 0 {
      writer.byte(2)
      writer.number(minimumContentLength)
    }
    writer.members(members)
    writer.flush(to: &sink)
  }
}

/// The nodes over a snapshot's sections (docs/rules.md#layout-id): the lowest ones have the sections' ids and digests,
/// the others the digests of nodes of the level below.
public enum SectionNode {
  /// Whether a node with `count` children ends after the last one, whose digest is given.
  public static func ends(after digest: ContentDigest, count: Int) -> Bool {
    Node.ends(after: digest, count: count)
  }

  /// Whether some sections have the same ids as the same number of sections of another snapshot. O(sections), O(1) if
  /// none has an id
  public static func hasSameIDs(
    _ sections: Range<Int>, of snapshot: Snapshot, as others: Range<Int>, of other: Snapshot
  ) -> Bool {
    if snapshot.ids.areNone && other.ids.areNone { return true }
    return zip(sections, others).allSatisfy { snapshot.ids[$0] == other.ids[$1] }
  }

  /// Writes the bytes that the digest of a lowest node is taken over. O(sections)
  public static func writeCanonicalBytes(
    over sections: Range<Int>, of snapshot: Snapshot, digests: [ContentDigest],
    to sink: inout some CanonicalSink
  ) {
    var writer = CanonicalWriter()
    writer.byte(1)
    writer.count(sections.count)
    for number in sections {
      writer.text(snapshot.ids[number])
      writer.digest(digests[number])
    }
    writer.flush(to: &sink)
  }

  /// Writes the bytes that the digest of a node over other nodes is taken over. O(children)
  public static func writeCanonicalBytes(
    over children: ArraySlice<ContentDigest>, level: Int, to sink: inout some CanonicalSink
  ) {
    var writer = CanonicalWriter()
    writer.byte(UInt8(level))
    writer.count(children.count)
    for digest in children { writer.digest(digest) }
    writer.flush(to: &sink)
  }
}

extension CanonicalWriter {
  /// The number of bytes collected before they are flushed.
  private static let pieceBytes = 16 << 10

  /// Writes a stack. In content of a later version, each element ends with its additions and 0.
  mutating func stack(
    _ stack: SupplementaryStack, _ version: UInt8, to sink: inout some CanonicalSink
  ) {
    count(stack.entries.count)
    for entry in stack.entries {
      // A stack may have millions of elements.
      if bytes.count >= CanonicalWriter.pieceBytes { flush(to: &sink) }
      count(entry.element.index)
      number(entry.element.extent)
      flag(entry.element.isPinning)
      flag(entry.element.isEstimated)
      appearance(entry.element.appearance)
      if version >= RulesVersion.additions {
        additions(of: entry.element.appearance, waits: entry.element.isWaiting)
      }
    }
  }

  /// Writes what the element says of later additions, each after its number, and 0.
  private mutating func additions(of appearance: Appearance?, waits: Bool = false) {
    var waits = waits
    for member in appearance?.members.list ?? [] {
      if waits, member.code > 2 {
        byte(2)
        waits = false
      }
      self.member(member)
    }
    if waits { byte(2) }
    byte(0)
  }

  /// Writes members, each after its code.
  fileprivate mutating func members(_ members: GivenMembers) {
    for member in members.list { self.member(member) }
  }

  private mutating func member(_ member: GivenMembers.CodedValue) {
    byte(member.code)
    switch member.value {
    case .number(let number): self.number(number)
    case .text(let text): counted(text)
    case .matrix: preconditionFailure("only items have matrices")
    }
  }

  /// Writes the number of columns that the members of equal items take, and each column after its code.
  mutating func columns(of members: GivenMembers) {
    let columns = RunMembers(members).columns(0..<1)
    count(columns.count)
    for column in columns {
      byte(column.kind.code)
      if column.kind.hasTexts { counted(column.text(0)) } else { number(column.values.extent(0)) }
    }
  }

  /// Writes the number of the addition to a section, and the placeholder as an element without an index and marks.
  mutating func addition(_ placeholder: Placeholder) {
    byte(1)
    flag(placeholder.extent != nil)
    if let extent = placeholder.extent { number(extent) }
    appearance(placeholder.appearance)
    additions(of: placeholder.appearance)
  }

  /// Writes the numbers of the additions, ascending, each before its value if it has one.
  mutating func additions(_ additions: EngineFeatures) {
    var rest = additions.rawValue
    while rest != 0 {
      byte(UInt8(rest.trailingZeroBitCount))
      for addition in additionNumbers where addition.bit == rest & ~(rest - 1) {
        number(addition.number)
      }
      rest &= rest - 1
    }
  }

  /// Writes the additions that no engine has, each after its number.
  mutating func additions(_ extras: SectionExtras) {
    if let background = extras.background {
      byte(5)
      text(background.color?.text)
      insets(background.insets)
      choice(background.place)
    }
    if let shelf = extras.shelf {
      byte(6)
      text(shelf.color?.text)
      insets(shelf.insets)
      flag(shelf.height != nil)
      if let height = shelf.height { number(height) }
    }
    if let effect = extras.effect {
      byte(7)
      self.effect(effect)
    }
  }

  private mutating func effect(_ effect: Effect) {
    for value in [effect.unit, effect.perspective] {
      flag(value != nil)
      if let value { number(value) }
    }
    let origin = effect.origin
    for value in [effect.focus, origin.x, origin.y, origin.z] { number(value) }
    count(effect.stops.count)
    for stop in effect.stops {
      number(stop.at)
      let members = StopKey.allCases.dropFirst()
      count(members.reduce(0) { $0 | (stop[$1] == nil ? 0 : 1 << ($1.rawValue - 1)) })
      for member in members { if let value = stop[member] { number(value) } }
    }
  }

  mutating func metrics(_ metrics: SectionMetrics) {
    choice(metrics.engine.name)
    metrics.engine.writeCanonicalBytes(to: &self)
    if let rows = metrics.columnRule?.rows { self.rows(rows) }
    insets(metrics.sectionInset)
    number(metrics.minimumLineSpacing)
    number(metrics.minimumInteritemSpacing)
    appearance(metrics.cellAppearance)
    separator(metrics.sectionSeparator)
    if metrics.sectionSeparator != nil {
      flag(metrics.showsSectionSeparatorWhenLastSection)
    }
    if let thickness = metrics.separatorThickness { number(thickness) }
  }
}
