import LayoutCore
import LayoutNaming

/// How sections are written for a page.
extension NumberOutput {
  /// Writes what places pinning elements: the list of all of them, the global headers first; then how many sections
  /// there are, and of each its number, frame, the extents of all its headers, and how many of the elements are its
  /// own. O(records)
  func append(_ records: PinningRecords, of snapshot: Snapshot) {
    let elements = records.globalHeaders + records.sections.flatMap { $0.elements }
    append(elements, next: nil, of: snapshot)
    append(Double(records.sections.count))
    for section in records.sections {
      append(Double(section.number))
      append(section.frame)
      append(section.headersExtent)
      append(Double(section.elements.count))
    }
  }

  /// Writes a section: the place of its engine, how many items it has, how many of them have estimated sizes, the mean
  /// of the others (NaN where there is none), its frame, its id and its digest.
  func append(
    section number: Int, of layout: Layout, digest: ContentDigest, meanSize: MeanSize?
  ) {
    let section = layout.snapshot.sections[number]
    append(Double(Engine.allCases.firstIndex(of: section.metrics.engine.name) ?? 0))
    append(Double(section.items.count))
    append(Double(section.items.estimatedCount))
    append(meanSize?.width ?? .nan)
    append(meanSize?.height ?? .nan)
    append(layout.frame(ofSection: number))
    append(utf8: layout.snapshot.idBytes(ofSection: number))
    append(Double(texts.count))
    let digits = digest.hexadecimalDigits
    append(text: digits)
    append(Double(digits.count))
  }
}
