public import JSONText
public import LayoutCore

/// Writes a snapshot, or one of its sections, such that posting the text yields the same snapshot
/// (docs/rules.md#get-the-snapshot).
///
/// Writing stops if the text would be longer than a limit.
public struct SnapshotEncoder {
  /// The metrics that sections inherit from the snapshot.
  public enum Inheritance: Sendable {
    /// Nothing: each section has all of its metrics, so that it can be used without the others.
    case resolved
    /// The engine and the metrics of most sections, which the snapshot has once.
    case shared
  }

  private let snapshot: Snapshot
  private let form: Inheritance
  private let bytesMax: Int
  /// The number of further items that may be listed one by one.
  private var spareItems: Int
  private var metricsEncoder: MetricsEncoder

  /// The cost of a section, without its parts.
  private static let stepsPerSection = 100
  /// The cost of a header, footer or global header.
  private static let stepsPerElement = 20
  private static let hidden = Array("{\"\(SupplementaryKey.hidden.name)\":true}".utf8)

  /// Creates an encoder.
  ///
  /// - Parameters:
  ///   - bytesMax: The greatest length of the text.
  ///   - explicitItemsMax: The greatest number of items that a posted snapshot may list one by one.
  ///   - form: What sections inherit.
  public init(
    _ snapshot: Snapshot, bytesMax: Int, explicitItemsMax: Int, form: Inheritance = .resolved
  ) {
    self.snapshot = snapshot
    self.form = form
    self.bytesMax = bytesMax
    spareItems = explicitItemsMax - snapshot.explicitItemCount
    metricsEncoder = MetricsEncoder(isHorizontal: snapshot.scrollDirection == .horizontal)
  }

  private var isHorizontal: Bool { snapshot.scrollDirection == .horizontal }

  /// Writes the snapshot. O(sections + runs + headers and footers, hidden ones too)
  ///
  /// - Throws: `.visitor` if the text would be too long.
  public mutating func write(
    to writer: inout JSONWriter, meter: inout WorkMeter
  ) throws(WalkInterrupted) {
    let start = writer.bytes.count
    writer.member(RootKey.scrollDirection)
    writer.string(snapshot.scrollDirection.rawValue)
    writer.member(RootKey.layoutDirection)
    writer.string(snapshot.layoutDirection.rawValue)
    if form == .shared {
      let shared = try SharedMetrics(of: snapshot, meter: &meter)
      metricsEncoder = MetricsEncoder(isHorizontal: isHorizontal, inherited: shared)
      metricsEncoder.writeInherited(to: &writer)
    }
    try stack(
      RootKey.globalHeaders, snapshot.globalHeaders, inherited: nil, to: &writer, &meter)
    if let color = snapshot.globalHeaderBackgroundColor {
      writer.member(RootKey.globalHeaderBackgroundColor)
      writer.string(color.text)
    }
    if snapshot.minimumContentLength > 0 {
      writer.member(RootKey.minimumContentLength)
      writer.number(snapshot.minimumContentLength)
    }
    writer.members(snapshot.members, of: MemberRow.ofSnapshots)
    writer.member(RootKey.sections)
    writer.mark("[")
    for number in snapshot.sections.indices {
      if number > 0 { writer.mark(",") }
      try write(section: number, to: &writer, meter: &meter)
    }
    writer.mark("]")
    writer.closeObject(from: start)
    try check(writer)
  }

  /// Writes a section. O(runs + headers and footers, hidden ones too)
  ///
  /// - Throws: `.visitor` if the text would be too long.
  public mutating func write(
    section number: Int, to writer: inout JSONWriter, meter: inout WorkMeter
  ) throws(WalkInterrupted) {
    let section = snapshot.sections[number]
    let metrics = section.metrics
    try meter.take(SnapshotEncoder.stepsPerSection + metricsEncoder.cost(of: metrics))
    var items = ItemsEncoder(section, isHorizontal: isHorizontal, bytesMax: bytesMax)
    try items.measure(spareItems: &spareItems, meter: &meter)
    let start = writer.bytes.count
    if let id = snapshot.id(ofSection: number) {
      writer.member(SectionKey.id)
      writer.string(id)
    }
    let engine = metrics.engine.name
    if engine != metricsEncoder.inheritedEngine {
      writer.member(SectionKey.engine)
      writer.string(engine.rawValue)
    }
    metricsEncoder.write(metrics, itemSize: items.itemSize, to: &writer)
    try check(writer)
    let look = metrics.cellAppearance
    try stack(SectionKey.headers, section.headers, inherited: look, to: &writer, &meter)
    if let placeholder = section.placeholder { write(placeholder, inherited: look, to: &writer) }
    if form == .resolved || section.items.count > 0 {
      writer.member(SectionKey.items)
      if metricsEncoder.saysAll(of: section.items, for: metrics) {
        writer.integer(section.items.count)
      } else {
        try items.write(to: &writer, meter: &meter)
      }
    }
    try stack(SectionKey.footers, section.footers, inherited: look, to: &writer, &meter)
    writer.members(section.members.given, of: MemberRow.ofSections)
    writer.closeObject(from: start)
    try check(writer)
  }

  /// The columns of items as the text names them.
  func listed(_ columns: [ItemColumn]) -> [ListedColumn] {
    columns.map { ListedColumn($0, isHorizontal: isHorizontal) }
  }

  /// Writes items of a step that makes the snapshot. O(runs)
  ///
  /// - Parameter columns: The columns that the engine reads.
  /// - Throws: `.visitor` if the text would be too long.
  mutating func write(
    _ items: Items, _ columns: [ListedColumn], to writer: inout JSONWriter,
    meter: inout WorkMeter
  ) throws(WalkInterrupted) {
    var items = ItemsEncoder(
      ofStep: items, columns, isHorizontal: isHorizontal, bytesMax: bytesMax)
    try items.measure(spareItems: &spareItems, meter: &meter)
    try items.write(to: &writer, meter: &meter)
  }

  private func check(_ writer: JSONWriter) throws(WalkInterrupted) {
    if writer.bytes.count > bytesMax { throw .visitor }
  }

  // MARK: Headers and footers

  /// Writes headers, footers or global headers, with the colours that they do not inherit; those without room are
  /// written as hidden, so that the others keep their indices. O(indices)
  ///
  /// - Parameter inherited: The inherited appearance. Its padding is not inherited.
  private func stack(
    _ key: some NamedKey, _ stack: SupplementaryStack, inherited: Appearance?,
    to writer: inout JSONWriter, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) {
    guard !stack.entries.isEmpty else { return }
    writer.member(key)
    try elements(of: stack, inherited: inherited, to: &writer, &meter)
  }

  /// Writes the array of a stack that is not empty.
  func elements(
    of stack: SupplementaryStack, inherited: Appearance?, to writer: inout JSONWriter,
    _ meter: inout WorkMeter
  ) throws(WalkInterrupted) {
    writer.mark("[")
    var index = 0
    for entry in stack.entries {
      let hidden = entry.element.index - index
      try meter.take(SnapshotEncoder.stepsPerElement + hidden)
      guard hidden <= bytesMax / SnapshotEncoder.hidden.count else {
        throw .visitor
      }
      for _ in 0..<hidden {
        writer.json(SnapshotEncoder.hidden)
        writer.mark(",")
      }
      write(entry.element, inherited: inherited, to: &writer)
      try check(writer)
      writer.mark(",")
      index = entry.element.index + 1
    }
    writer.replaceLast(by: "]")
  }

  private func write(
    _ element: Supplementary, inherited: Appearance?, to writer: inout JSONWriter
  ) {
    let start = writer.bytes.count
    for key in SupplementaryKey.allCases {
      let value = element.value(of: key, isHorizontal: isHorizontal, inheriting: inherited)
      guard let value else { continue }
      writer.member(key)
      writer.value(value, key.value, isHorizontal: isHorizontal)
    }
    writer.closeObject(from: start)
  }
}

extension SnapshotEncoder {
  /// Writes the member `placeholder` of a section, with the colours that it does not inherit.
  func write(
    _ placeholder: Placeholder, inherited: Appearance?, to writer: inout JSONWriter
  ) {
    writer.member(SectionKey.placeholder)
    let start = writer.bytes.count
    for key in PlaceholderKey.allCases {
      let value = placeholder.value(of: key, isHorizontal: isHorizontal, inheriting: inherited)
      guard let value else { continue }
      writer.member(key)
      writer.value(value, key.ofHeader.value, isHorizontal: isHorizontal)
    }
    writer.closeObject(from: start)
  }
}

extension JSONWriter {
  /// Replaces the last byte by a mark.
  mutating func replaceLast(by mark: Unicode.Scalar) { bytes[bytes.count - 1] = UInt8(ascii: mark) }

  /// Writes a comma and the name of a member, before its value.
  mutating func member(_ key: some NamedKey) {
    mark(",")
    string(key.name)
    mark(":")
  }

  /// Ends an object whose members begin at a place, each after a comma: its brace replaces the first comma.
  mutating func closeObject(from start: Int) {
    if bytes.count == start { mark(",") }
    bytes[start] = UInt8(ascii: "{")
    mark("}")
  }
}
