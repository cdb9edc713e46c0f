internal import JSONText
internal import LayoutCore
internal import LayoutNaming
public import LayoutTypes
internal import LayoutWire

/// Content to lay out, independent of any view: checked, resolved and immutable.
///
/// Every initializer refuses what the service refuses: a number that is not finite or below 0, a missing size, too many
/// items (docs/rules.md#snapshot). So every snapshot is valid, and its `id` is the same as at the service.
public struct Snapshot: Sendable {
  let named: NamedSnapshot
  /// Inputs that are allowed but probably mistakes at any width, each with its place. `SnapshotLayout.warnings` adds
  /// those of its width.
  public let warnings: [Refusal.Issue]

  init(_ named: NamedSnapshot, warnings: [Refusal.Issue] = []) {
    self.named = named
    self.warnings = warnings
  }

  /// Checks and resolves a snapshot. O(what is listed)
  ///
  /// - Throws: `invalid-snapshot` with a pointer to each of the first twenty mistakes.
  public init(_ input: SnapshotInput) throws(Refusal) {
    try self.init(json: InputText.json(of: input, refusedAs: Problem.Name.invalidSnapshot.rawValue))
  }

  /// Checks and resolves a snapshot given by its parts.
  public init(
    scrollDirection: LayoutTypes.ScrollDirection? = nil,
    layoutDirection: SnapshotInput.LayoutDirection? = nil,
    engine: LayoutTypes.Engine? = nil, metrics: MetricsInput? = nil,
    globalHeaders: [SupplementaryInput]? = nil, minimumContentLength: Double? = nil,
    sections: [SectionInput]
  ) throws(Refusal) {
    try self.init(
      SnapshotInput(
        scrollDirection: scrollDirection, layoutDirection: layoutDirection, engine: engine,
        metrics: metrics, globalHeaders: globalHeaders, minimumContentLength: minimumContentLength,
        sections: sections))
  }

  /// Parses a snapshot from the service's JSON. Unknown members are refused. O(bytes)
  ///
  /// - Throws: `bad-json`, `invalid-snapshot`.
  public init(json text: [UInt8]) throws(Refusal) {
    let read = try Refusal.reading { (meter) throws(DecodingStop) in
      try text.withText { (text) throws(DecodingStop) in
        try SnapshotDecoder.read(text, hasSlack: false, naming: .sha256, meter: &meter)
      }
    }
    self.init(
      .naming(read.snapshot),
      warnings: read.warnings.map { Refusal.Issue($0) })
  }

  /// The layout id, 64 hexadecimal digits. Equal content has the same id, here and at every service.
  public var id: String { named.id.hexadecimal }

  /// The axis along which content grows.
  public var scrollDirection: LayoutTypes.ScrollDirection {
    named.snapshot.scrollDirection == .horizontal ? .horizontal : .vertical
  }

  /// The reading direction of lines.
  public var layoutDirection: SnapshotInput.LayoutDirection {
    named.snapshot.layoutDirection == .rtl ? .rtl : .ltr
  }

  /// The number of sections.
  public var sectionCount: Int { named.snapshot.sections.count }

  /// The number of items in all sections.
  public var itemCount: Int { named.snapshot.itemCount }

  /// The number of items with an estimated size.
  public var estimatedCount: Int { named.snapshot.estimatedCount }

  /// The number of items in a section; 0 if the section does not exist.
  public func itemCount(inSection section: Int) -> Int {
    named.snapshot.sections.indices.contains(section)
      ? named.snapshot.sections[section].items.count : 0
  }

  /// The client's id of a section; nil if it has none or does not exist.
  public func id(ofSection section: Int) -> String? {
    named.snapshot.sections.indices.contains(section) ? named.snapshot.id(ofSection: section) : nil
  }

  /// The resolved snapshot in the service's JSON. Posting it creates an equal snapshot. O(what is listed)
  public var json: [UInt8] {
    var writer = JSONWriter()
    var encoder = SnapshotEncoder(
      named.snapshot, bytesMax: .max, explicitItemsMax: SnapshotLimits().explicitItems)
    var meter = StepMeter.unlimited
    do throws(WalkStop) {
      try encoder.write(to: &writer, meter: &meter)
    } catch {
      preconditionFailure("the meter grants every step, and the text may have any length")
    }
    return writer.bytes
  }

  /// Applies steps to this snapshot. O(what changes + sections)
  ///
  /// - Throws: `invalid-change`, with pointers into the array of steps under `/steps`.
  public func applying(_ steps: [LayoutTypes.Step]) throws(Refusal) -> Snapshot {
    Snapshot(named.naming(try changed(by: steps)))
  }

  /// Decodes and applies steps.
  func changed(by steps: [Step]) throws(Refusal) -> ChangedSnapshot {
    let text = try InputText.json(
      of: PostedChange(steps: steps), refusedAs: Problem.Name.invalidChange.rawValue)
    return try Refusal.reading { (meter) throws(DecodingStop) in
      try text.withText { (text) throws(DecodingStop) in
        let posted = try StepsDecoder.change(
          text, hasSlack: false, isHorizontal: scrollDirection == .horizontal, naming: .sha256,
          meter: &meter)
        return try ChangedSnapshot(posted, of: named.snapshot, meter: &meter)
      }
    }
  }
}

/// Steps as they are posted.
private struct PostedChange: Encodable {
  let steps: [Step]
}

extension Snapshot: Hashable {
  /// Whether both have the same content.
  public static func == (first: Snapshot, second: Snapshot) -> Bool {
    first.named.id == second.named.id
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(named.id) }
}
