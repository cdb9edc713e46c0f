internal import ContentHash
internal import JSONText
internal import LayoutCore
public import LayoutTypes
internal import LayoutWire

/// Content to lay out, independent of any view: checked, resolved and immutable.
///
/// Every initializer refuses what the service refuses: a number that is not finite or below 0, a missing size, too many
/// items (docs/rules.md#snapshot). So every snapshot is valid, and its `id` is the same as at the service.
public struct Snapshot: Sendable {
  let named: IdentifiedSnapshot
  /// Inputs that are allowed but probably mistakes at any width, each with its place. `SnapshotLayout.warnings` adds
  /// those of its width.
  public let warnings: [Refusal.Issue]
  let resolvedSource: ResolvedSource?

  init(
    _ named: IdentifiedSnapshot, warnings: [Refusal.Issue] = [], from source: ResolvedSource? = nil
  ) {
    self.named = named
    self.warnings = warnings
    resolvedSource = source
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
    globalHeaders: [SupplementaryInput]? = nil,
    globalHeaderBackgroundColor: ColorInput = .inherited, minimumContentLength: Double? = nil,
    sections: [SectionInput]
  ) throws(Refusal) {
    try self.init(
      SnapshotInput(
        scrollDirection: scrollDirection, layoutDirection: layoutDirection, engine: engine,
        metrics: metrics, globalHeaders: globalHeaders,
        globalHeaderBackgroundColor: globalHeaderBackgroundColor,
        minimumContentLength: minimumContentLength, sections: sections))
  }

  /// Parses a snapshot from the service's JSON. Unknown members are refused. O(bytes)
  ///
  /// - Throws: `bad-json`, `invalid-snapshot`.
  public init(json text: [UInt8]) throws(Refusal) {
    let read = try Refusal.reading { (meter) throws(DecodingInterrupted) in
      try text.withText { (text) throws(DecodingInterrupted) in
        try SnapshotDecoder.read(text, hasSlack: false, naming: .sha256, meter: &meter)
      }
    }
    self.init(
      .naming(read.snapshot),
      warnings: read.warnings.map { Refusal.Issue($0) }, from: read.source)
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

  /// The nodes of the source from which it was made, or of the second one of two trees; nil if there is none. O(nodes)
  public var source: AnsweredSource? { resolvedSource.map { AnsweredSource($0) } }

  /// The resolved snapshot in the service's JSON. Posting it creates an equal snapshot. O(what is listed)
  public var json: [UInt8] {
    var writer = JSONWriter()
    var encoder = SnapshotEncoder(
      named.snapshot, bytesMax: .max, explicitItemsMax: SnapshotLimits().explicitItems)
    var meter = WorkMeter.unlimited
    do throws(WalkInterrupted) {
      try encoder.write(to: &writer, meter: &meter)
    } catch {
      preconditionFailure("the meter grants every step, and the text may have any length")
    }
    return writer.bytes
  }

  /// Applies steps to this snapshot. O(what changes + sections)
  ///
  /// - Parameters:
  ///   - steps: Steps, each applied to the result of the one before.
  ///   - from: The snapshot with a source that this one stands for, which says what a user may move and delete; nil
  ///     allows everything (docs/rules.md#steps-of-a-user).
  /// - Throws: `invalid-change`, with pointers into the array of steps under `/steps`.
  public func applying(
    _ steps: [LayoutTypes.Step], from: SnapshotInput? = nil
  ) throws(Refusal) -> Snapshot {
    try changed(by: PostedChange(steps: steps, from: from)).snapshot
  }

  /// Applies the step that makes one tree out of another (docs/rules.md#two-trees). O(what is listed)
  ///
  /// - Parameters:
  ///   - from: A snapshot with a source, which has as many sections and items as this one.
  ///   - to: A snapshot with the source after the change.
  /// - Throws: `invalid-change`, with pointers into both under `/from` and `/to`.
  public func applying(from: SnapshotInput, to: SnapshotInput) throws(Refusal) -> Snapshot {
    try changed(by: PostedChange(from: from, to: to)).snapshot
  }

  /// Decodes and applies a change.
  func changed(by change: PostedChange) throws(Refusal) -> AppliedChange {
    try changed(
      by: InputText.json(of: change, refusedAs: Problem.Name.invalidChange.rawValue),
      ofDocument: change.revision != nil)
  }

  /// Decodes and applies a change in the service's JSON.
  func changed(by text: [UInt8], ofDocument: Bool) throws(Refusal) -> AppliedChange {
    try Refusal.reading { (meter) throws(DecodingInterrupted) in
      try text.withText { (text) throws(DecodingInterrupted) in
        let posted = try StepsDecoder.change(
          text, hasSlack: false, isHorizontal: scrollDirection == .horizontal,
          ofDocument: ofDocument, naming: .sha256, meter: &meter)
        let changed = try ChangedSnapshot(posted, of: named.snapshot, meter: &meter)
        return AppliedChange(
          changed: changed, snapshot: Snapshot(named.naming(changed), from: posted.source),
          stepsJSON: posted.head?.steps)
      }
    }
  }
}

/// A change as it is posted: steps, or two trees.
struct PostedChange: Encodable {
  /// A change of a document has one, and the steps that trees make are known of it alone.
  private(set) var revision: Int?
  private(set) var steps: [Step]?
  let from: SnapshotInput?
  private(set) var to: SnapshotInput?

  init(steps: [Step], from: SnapshotInput?) {
    self.steps = steps
    self.from = from
  }

  init(from: SnapshotInput, to: SnapshotInput) {
    revision = 1
    self.from = from
    self.to = to
  }
}

/// A snapshot after a change.
struct AppliedChange {
  let changed: ChangedSnapshot
  let snapshot: Snapshot
  /// The steps that two trees make; nil if steps were given.
  let stepsJSON: [UInt8]?
}

extension Snapshot: Hashable {
  /// Whether both have the same content.
  public static func == (first: Snapshot, second: Snapshot) -> Bool {
    first.named.id == second.named.id
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(named.id) }
}
