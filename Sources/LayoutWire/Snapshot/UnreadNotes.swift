internal import JSONText
internal import LayoutCore

/// Values that are checked but not read, and fillers without anything to fill, are noted while a snapshot is decoded, and
/// become warnings.
extension SnapshotDecoder {
  /// A fault of an element, or of a member that it lacks.
  struct Fault {
    let element: JSONElement
    let missingMember: String?
    let code: Problem.Code
    let detail: String
    let limit: Limit?
    /// The value that has been given before, and that this one repeats.
    var first: JSONElement?
  }

  /// Something to warn about, and the element that contains it.
  struct Note {
    let element: JSONElement
    var code = SnapshotWarning.Code.notRead
    let detail: String
  }

  /// Notes a value that is checked, but not read.
  mutating func note(unread element: JSONElement, _ detail: @autoclosure () -> String) {
    if notes.count < SnapshotWarning.countMax {
      notes.append(Note(element: element, detail: detail()))
    }
  }

  /// Notes a section that would take a part of what the content lacks, but nothing says that it lacks any: at its
  /// placeholder, or where the height of its item is given.
  ///
  /// - Parameter metrics: The section's own.
  mutating func noteFiller(
    _ placeholder: JSONElement?, _ metrics: JSONElement?, _ section: GivenSection
  ) {
    guard notes.count < SnapshotWarning.countMax else { return }
    var given = section.items.count == 0 ? placeholder : nil
    for metrics in [metrics, snapshotMetrics] where given == nil && section.items.count > 0 {
      given = metrics.flatMap { document.value(of: MetricsKey.rowHeight.name, in: $0) }
    }
    if let given { noteFiller(given) }
  }

  /// Notes a placeholder or a height that fills nothing.
  mutating func noteFiller(_ element: JSONElement) {
    guard notes.count < SnapshotWarning.countMax,
      !notes.contains(where: { $0.code == .nothingToFill && $0.element == element })
    else { return }
    notes.append(
      Note(
        element: element, code: .nothingToFill,
        detail: "fills nothing, since the snapshot says no minimumContentLength"))
  }

  /// Notes the metrics of the snapshot that the engine of no section reads.
  mutating func noteUnread(inheritedFrom element: JSONElement, by engines: Set<Engine>) {
    guard !engines.isEmpty, var members = object(element, MetricsKey.self) else { return }
    while let (key, value) = next(&members) {
      if engines.contains(where: { EngineRules.of($0).reads(key) }) { continue }
      note(unread: value, "is read by the engine of no section")
    }
  }

  /// The warnings for all notes, in the order of the text.
  mutating func warnings() throws(WalkInterrupted) -> [SnapshotWarning] {
    var pointers = JSONPointers(document)
    var warnings: [SnapshotWarning] = []
    for note in notes.sorted(by: { $0.element < $1.element }) {
      let pointer = try pointers.pointer(to: note.element, meter: &meter)
      warnings.append(SnapshotWarning(pointer: pointer, note.code, note.detail))
    }
    return warnings
  }
}
