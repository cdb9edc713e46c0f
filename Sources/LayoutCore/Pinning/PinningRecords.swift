/// The data with which a client places the pinning elements of a part of a layout at any scroll position
/// (docs/rules.md#pinning-records).
public struct PinningRecords: Sendable {
  /// The records of one section.
  public struct SectionRecord: Sendable {
    public let number: Int
    /// In content coordinates.
    public let frame: Rect
    /// The sum of the extents of all its headers, pinning or not, in points.
    public let headersExtent: Double
    /// Its pinning headers, followed by its pinning footers, at rest.
    public let elements: [LayoutAttributes]
    /// The effect of its cells; nil if they have none.
    public let effect: Effect?
  }

  /// All global headers that pin or wait, at rest.
  public fileprivate(set) var globalHeaders: [LayoutAttributes] = []
  /// The greatest end of the other global headers along the scroll axis, measured from the leading side, in points.
  public fileprivate(set) var otherGlobalHeadersEnd = 0.0
  /// The sections with an extent above 0 that overlap the rectangle along the scroll axis, ascending.
  public fileprivate(set) var sections: [SectionRecord] = []
}

extension Layout {
  /// The records for a rectangle in content coordinates.
  ///
  /// Throws `.visitor` if there are more than `limit` sections and elements, and `.budgetExceeded` if the meter runs out
  /// of steps. O(log sections + records)
  public func pinningRecords(
    in rect: Rect, limit: Int, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> PinningRecords {
    var records = PinningRecords()
    let globals = snapshot.globalHeaders
    var count = globals.specialCount
    guard count <= limit else { throw .visitor }
    try meter.take(count)
    records.globalHeaders = atRest(globals, .globalHeader, section: -1) { globalHeaderFrame($0).y }
    records.otherGlobalHeadersEnd = globals.restingEnd
    try visitSections(in: rect, meter: &meter) { number in
      let placed = placed(number)
      let (headers, footers) = (placed.section.headers, placed.section.footers)
      count += 1 + headers.specialCount + footers.specialCount
      guard count <= limit else { return false }
      let elements =
        atRest(headers, .header, section: number) { placed.headerFrame($0).y }
        + atRest(footers, .footer, section: number) { placed.footerFrame($0).y }
      records.sections.append(
        PinningRecords.SectionRecord(
          number: number, frame: frame(ofSection: number), headersExtent: headers.extent,
          elements: elements, effect: placed.section.metrics.extras?.effect))
      return true
    }
    return records
  }

  private func atRest(
    _ stack: SupplementaryStack, _ kind: Element.Kind, section: Int,
    y: (SupplementaryStack.Entry) -> Double
  ) -> [LayoutAttributes] {
    stack.special(pinning: stack.pinning.indices, waiting: stack.waiting.indices).map { position in
      let entry = stack.entries[position]
      return pinned(kind, section, entry, y: y(entry), rest: y(entry))
    }
  }
}
