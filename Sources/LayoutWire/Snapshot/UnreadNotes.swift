internal import JSONText
internal import LayoutCore

/// Values that are checked but not read are noted while a snapshot is decoded, and become warnings.
extension SnapshotDecoder {
  /// Something to warn about, and the element that contains it.
  struct Note {
    let element: JSONElement
    let detail: String
  }

  /// Notes a value that is checked, but not read.
  mutating func note(unread element: JSONElement, _ detail: @autoclosure () -> String) {
    if notes.count < SnapshotWarning.countMax {
      notes.append(Note(element: element, detail: detail()))
    }
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
  mutating func warnings() throws(WalkStop) -> [SnapshotWarning] {
    var pointers = JSONPointers(document)
    var warnings: [SnapshotWarning] = []
    for note in notes.sorted(by: { $0.element < $1.element }) {
      let pointer = try pointers.pointer(to: note.element, meter: &meter)
      warnings.append(SnapshotWarning(pointer: pointer, .notRead, note.detail))
    }
    return warnings
  }
}
