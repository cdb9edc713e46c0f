public import JSONText
public import LayoutCore

/// The body of `PUT /v1/documents/{name}`: the new state of a document (docs/rules.md#put-a-document).
public enum DocumentBody: Sendable {
  /// A layout id.
  case layout(String)
  /// A snapshot, and the range of its text in the body; nil if that is not known.
  case snapshot(Snapshot, [SnapshotWarning], text: Range<Int>?)

  /// Decodes `{"layout": id}` or `{"snapshot": {…}}`. O(bytes)
  ///
  /// - Parameters: The same as those of `SnapshotDecoder.read`.
  /// - Throws: The same as that.
  public static func read(
    _ text: RawSpan, hasSlack: Bool, depthMax: Int = JSONDocument.depthMax,
    limits: SnapshotLimits = SnapshotLimits(), naming: ContentNaming, meter: inout StepMeter
  ) throws(DecodingStop) -> DocumentBody {
    // A snapshot that is the only member is decoded like a posted one. If the text is unusual or wrong, it is decoded
    // again as a whole, so that problems name places in the body.
    if let range = rangeOfOnlyMember("snapshot", in: text) {
      do throws(DecodingStop) {
        let read = try SnapshotDecoder.read(
          text.extracting(range), hasSlack: hasSlack, depthMax: depthMax - 1, limits: limits,
          naming: naming, meter: &meter)
        return .snapshot(read.snapshot, read.warnings, text: range)
      } catch {
        if case .problem = error {} else { throw error }
      }
    }
    return try SnapshotDecoder.document(
      text, hasSlack: hasSlack, depthMax: depthMax, limits: limits, naming: naming, meter: &meter)
  }
}

extension SnapshotDecoder {
  fileprivate static func document(
    _ text: RawSpan, hasSlack: Bool, depthMax: Int, limits: SnapshotLimits, naming: ContentNaming,
    meter: inout StepMeter
  ) throws(DecodingStop) -> DocumentBody {
    let (body, isTooLarge) = try read(
      text, hasSlack: hasSlack, depthMax: depthMax, limits: limits, naming: naming,
      refusal: .invalidSnapshot, meter: &meter
    ) { decoder in (decoder.documentBody(of: text), decoder.isTooLarge) }
    if isTooLarge { throw .problem(.snapshotTooLarge(limits.bytes)) }
    guard let body else { preconditionFailure("what is neither is a fault") }
    return body
  }

  private mutating func documentBody(of text: RawSpan) -> DocumentBody? {
    let root = document.root
    let members = self.members(of: root, DocumentKey.self)
    switch (members[.layout], members[.snapshot]) {
    case (let layout?, nil):
      guard let id = string(layout, byteCounts: 64...64) else { return nil }
      if Array(id.utf8).span.isLayoutID { return .layout(id) }
      fault(layout, .badSyntax, "must be 64 lower-case hexadecimal digits")
    case (nil, let element?):
      let snapshot = self.snapshot(element, of: text)
      if isStopped || !faults.isEmpty { return nil }
      guard let warnings = try? self.warnings() else {
        stop()
        return nil
      }
      return .snapshot(snapshot, warnings, text: nil)
    case (.some, .some):
      fault(root, .notAllowed, "must have layout or snapshot, not both")
    case (nil, nil):
      if faults.isEmpty { fault(root, missing: "layout", "is missing, or a snapshot instead") }
    }
    return nil
  }
}
