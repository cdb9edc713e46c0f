internal import JSONText
internal import LayoutCore
internal import LayoutNaming
public import LayoutTypes
internal import LayoutWire

/// Content to lay out, independent of any view: checked, resolved and immutable.
///
/// Whatever makes one refuses what the service refuses: a number that is not finite or below 0, a missing size, too
/// many items (docs/rules.md#snapshot). So a snapshot that exists is valid, and its `id` is that of the service.
public struct Snapshot: Sendable {
  let named: NamedSnapshot
  /// What is allowed, but probably not meant, whatever the width, each with its place. `Layout.warnings` adds those of
  /// its width.
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

  /// The same of its parts.
  public init(
    scrollDirection: LayoutTypes.ScrollDirection? = nil,
    layoutDirection: LayoutTypes.LayoutDirection? = nil,
    engine: LayoutTypes.Engine? = nil, metrics: MetricsInput? = nil,
    globalHeaders: [SupplementaryInput]? = nil, sections: [SectionInput]
  ) throws(Refusal) {
    try self.init(
      SnapshotInput(
        scrollDirection: scrollDirection, layoutDirection: layoutDirection, engine: engine,
        metrics: metrics, globalHeaders: globalHeaders, sections: sections))
  }

  /// Reads a snapshot in the service's JSON, strictly: unknown members are refused, too. O(bytes)
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

  /// The name of the layout, 64 hexadecimal digits: equal content has an equal id, here and at every service.
  public var id: String { named.id.hexadecimal }

  /// The axis along which content grows.
  public var scrollDirection: LayoutTypes.ScrollDirection {
    named.snapshot.scrollDirection == .horizontal ? .horizontal : .vertical
  }

  /// The direction in which lines are read.
  public var layoutDirection: LayoutTypes.LayoutDirection {
    named.snapshot.layoutDirection == .rtl ? .rtl : .ltr
  }

  /// How many sections it has.
  public var sectionCount: Int { named.snapshot.sections.count }

  /// How many items all sections have.
  public var itemCount: Int { named.snapshot.itemCount }

  /// How many of them have a size that is to be measured yet.
  public var estimatedCount: Int { named.snapshot.estimatedCount }

  /// How many items a section has; 0 where there is no such section.
  public func itemCount(inSection section: Int) -> Int {
    named.snapshot.sections.indices.contains(section)
      ? named.snapshot.sections[section].items.count : 0
  }

  /// What the caller named a section; nil where it did not, or where there is no such section.
  public func id(ofSection section: Int) -> String? {
    named.snapshot.sections.indices.contains(section) ? named.snapshot.id(ofSection: section) : nil
  }

  /// The resolved snapshot in the service's JSON: posting it makes this very one. O(what is listed)
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

  /// The snapshot that steps make of this one. O(what changes + sections)
  ///
  /// - Throws: `invalid-change`, with pointers into the array of steps under `/steps`.
  public func applying(_ steps: [LayoutTypes.Step]) throws(Refusal) -> Snapshot {
    Snapshot(named.naming(try changed(by: steps)))
  }

  /// Reads and applies steps.
  func changed(by steps: [Step]) throws(Refusal) -> ChangedSnapshot {
    let text = try InputText.json(
      of: ChangeInput(steps: steps), refusedAs: Problem.Name.invalidChange.rawValue)
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

extension Snapshot: Hashable {
  /// Whether both have the same content.
  public static func == (first: Snapshot, second: Snapshot) -> Bool {
    first.named.id == second.named.id
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(named.id) }
}
