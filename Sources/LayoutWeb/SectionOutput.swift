import ContentHash
import LayoutCore

/// The format of sections for a page.
extension NumberOutput {
  /// Writes the data from which special elements are placed: the list of all that pin or wait, the global headers first;
  /// the colour of the background of the global headers, and the end of those that neither pin nor wait; then the number
  /// of sections, and for each its number, its frame, the extent of all its headers, and its number of elements in the
  /// list; then for each that has an effect its place among these, and the effect. O(records)
  func append(_ records: PinningRecords, of snapshot: Snapshot) {
    let elements = records.globalHeaders + records.sections.flatMap { $0.elements }
    append(elements, next: nil, of: snapshot)
    append(snapshot.hasGlobalHeaderBackground ? snapshot.globalHeaderBackgroundColor?.text : nil)
    append(records.otherGlobalHeadersEnd)
    append(Double(records.sections.count))
    for section in records.sections {
      append(Double(section.number))
      append(section.frame)
      append(section.headersExtent)
      append(Double(section.elements.count))
    }
    for (place, section) in records.sections.enumerated() {
      guard let effect = section.effect else { continue }
      append(Double(place))
      append(effect)
    }
  }

  /// Writes the unit and the perspective, 0 for none; the focus and the origin; the number of stops; and of each its
  /// members in order, NaN for none.
  private func append(_ effect: Effect) {
    let origin = effect.origin
    for number in [
      effect.unit ?? 0, effect.perspective ?? 0, effect.focus, origin.x, origin.y, origin.z,
      Double(effect.stops.count),
    ] {
      append(number)
    }
    for stop in effect.stops { for key in StopKey.allCases { append(stop[key] ?? .nan) } }
  }

  /// Writes a section: the position of its engine; its number of items; the numbers of items, and of headers and
  /// footers, with estimated sizes; the mean size of the other items (NaN if there are none); its frame, its id, its
  /// digest and its members.
  func append(
    section number: Int, of layout: Layout, digest: ContentDigest, meanSize: MeanSize?
  ) {
    let section = layout.snapshot.sections[number]
    append(Double(Engine.allCases.firstIndex(of: section.metrics.engine.name) ?? 0))
    append(Double(section.items.count))
    append(Double(section.items.estimatedCount))
    append(Double(section.estimatedHeaderCount))
    append(meanSize?.width ?? .nan)
    append(meanSize?.height ?? .nan)
    let frame = layout.frame(ofSection: number)
    append(grid(of: layout.snapshot)?.rounded(frame) ?? frame)
    append(utf8: layout.snapshot.idBytes(ofSection: number))
    append(Double(texts.count))
    let digits = digest.hexadecimalDigits
    append(text: digits)
    append(Double(digits.count))
    append(section.members.given, of: MemberRow.ofSections)
  }
}
