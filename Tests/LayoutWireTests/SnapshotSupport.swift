import Comparison
import JSONText
import Testing

@testable import LayoutCore
@testable import LayoutWire

/// The snapshot that a text describes. Reading the text has to give what its document gives, problems included.
func decoded(_ json: String, limits: SnapshotLimits = SnapshotLimits()) throws(Problem) -> Snapshot
{
  let read = reading(json, limits: limits)
  if json.utf8.count < 100_000 {
    let document = readingDocument(json, limits: limits)
    #expect(read.map(summary) == document.map(summary), "\(json)")
  }
  return try read.get()
}

/// The snapshot that a text describes, with its lists cut out where that can be done.
func reading(
  _ json: String, depthMax: Int = JSONDocument.depthMax, limits: SnapshotLimits = SnapshotLimits()
) -> Result<Snapshot, Problem> {
  Result { () throws(Problem) in
    try SnapshotDecoder.snapshot(reading: [UInt8](json.utf8), depthMax: depthMax, limits: limits)
  }
}

/// The snapshot that the document of a text describes.
func readingDocument(
  _ json: String, depthMax: Int = JSONDocument.depthMax, limits: SnapshotLimits = SnapshotLimits()
) -> Result<Snapshot, Problem> {
  Result { () throws(Problem) in
    try SnapshotDecoder.snapshot(
      readingWhole: [UInt8](json.utf8), depthMax: depthMax, limits: limits)
  }
}

/// The problem of a text, or nil when it is a snapshot.
func problem(_ json: String, limits: SnapshotLimits = SnapshotLimits()) -> Problem? {
  do throws(Problem) {
    _ = try decoded(json, limits: limits)
    return nil
  } catch { return error }
}

extension Problem {
  var pointers: [String] {
    issues.map { issue in
      if case .pointer(let pointer) = issue.place { return pointer }
      return "not a pointer"
    }
  }
}

/// Everything that a snapshot says, as text: equal for equal content.
func summary(_ snapshot: Snapshot) -> String {
  var lines = ["\(snapshot.scrollDirection) \(snapshot.layoutDirection)"]
  lines.append("\(snapshot.minimumContentLength)")
  lines += summary(snapshot.globalHeaders)
  for (number, section) in snapshot.sections.enumerated() {
    lines.append("section \(snapshot.id(ofSection: number) ?? "-") \(section.items.runs)")
    lines.append(summary(section.metrics))
    lines += summary(section.headers) + summary(section.footers)
    if let placeholder = section.placeholder {
      lines.append("\(placeholder.extent ?? -1) \(summary(placeholder.appearance))")
    }
  }
  return lines.joined(separator: "\n")
}

func summary(_ metrics: SectionMetrics) -> String {
  "\(metrics.engine) \(metrics.sectionInset) \(metrics.minimumLineSpacing) "
    + "\(metrics.minimumInteritemSpacing) \(metrics.separatorThickness ?? 0) "
    + "\(String(describing: metrics.sectionSeparator)) "
    + "\(metrics.showsSectionSeparatorWhenLastSection) \(summary(metrics.cellAppearance))"
}

func summary(_ stack: SupplementaryStack) -> [String] {
  stack.entries.map { entry in
    let element = entry.element
    return "\(element.index) \(element.extent) \(element.isPinning) \(summary(element.appearance))"
  }
}

func summary(_ appearance: Appearance?) -> String {
  guard let appearance else { return "none" }
  return
    "\(appearance.backgroundColor?.text ?? "-") \(appearance.selectedBackgroundColor?.text ?? "-") "
    + String(describing: appearance.padding)
}
