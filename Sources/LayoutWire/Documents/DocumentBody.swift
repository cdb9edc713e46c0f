public import JSONText
public import LayoutCore

/// The body of `PUT /v1/documents/{name}`: the new state of a document (docs/rules.md#put-a-document).
public enum DocumentBody: Sendable {
  /// A layout id.
  case layout(String)
  /// A snapshot; its warnings, with pointers into the body; and the range of its text in the body, nil if it is
  /// unknown, or the text is not kept (`DecodedSnapshot.isTextKept`).
  case snapshot(Snapshot, [SnapshotWarning], text: Range<Int>?)

  /// Decodes `{"layout": id}` or `{"snapshot": {…}}`. O(bytes)
  ///
  /// - Parameters: The same as those of `SnapshotDecoder.read`.
  /// - Throws: The same as that.
  public static func read(
    _ text: RawSpan, hasSlack: Bool, depthMax: Int = JSONDocument.depthMax,
    limits: SnapshotLimits = SnapshotLimits(), naming: ContentNaming, meter: inout WorkMeter
  ) throws(DecodingInterrupted) -> DocumentBody {
    // Lists are cut out of a snapshot that is the only member, as out of a posted one. If the text is unusual or wrong,
    // it is decoded as a whole, so that problems name places in the body.
    let range = rangeOfOnlyMember("snapshot", in: text)
    if let range,
      let read = try SnapshotDecoder.readBesideLists(
        text.extracting(range), depthMax: depthMax - 1, limits: limits, naming: naming,
        meter: &meter)
    {
      return .snapshot(
        read.snapshot, read.warnings.map(\.inDocument), text: read.isTextKept ? range : nil)
    }
    let (body, isTooLarge) = try SnapshotDecoder.read(
      text, hasSlack: hasSlack, depthMax: depthMax, limits: limits, naming: naming,
      refusal: .invalidSnapshot, meter: &meter
    ) { decoder in (decoder.documentBody(of: text, snapshot: range), decoder.isTooLarge) }
    if isTooLarge { throw .problem(.snapshotTooLarge(limits.bytes)) }
    guard let body else { preconditionFailure("what is neither is a fault") }
    return body
  }
}

extension SnapshotDecoder {
  /// The decoded body; nil if it has faults, or the steps are used up.
  ///
  /// - Parameter range: The range of the snapshot's text if the snapshot is the only member.
  fileprivate mutating func documentBody(
    of text: RawSpan, snapshot range: Range<Int>?
  ) -> DocumentBody? {
    let root = document.root
    let members = self.members(of: root, DocumentKey.self)
    switch (members[.layout], members[.snapshot]) {
    case (let layout?, nil):
      guard let id = string(layout, byteCounts: 64...64) else { return nil }
      if id.withUTF8Span({ $0.isLayoutID }) { return .layout(id) }
      fault(layout, .badSyntax, "must be 64 lower-case hexadecimal digits")
    case (nil, let element?):
      let snapshot = self.snapshot(element, of: text)
      if isStopped || !faults.isEmpty { return nil }
      guard let warnings = try? self.warnings() else {
        stop()
        return nil
      }
      let read = decoded(snapshot, warnings)
      return .snapshot(snapshot, warnings, text: read.isTextKept ? range : nil)
    case (.some, .some):
      fault(root, .notAllowed, "must have layout or snapshot, not both")
    case (nil, nil):
      if faults.isEmpty { fault(root, missing: "layout", "is missing, or a snapshot instead") }
    }
    return nil
  }
}

extension SnapshotWarning {
  /// The warning with its pointer into the body instead of into the snapshot.
  fileprivate var inDocument: SnapshotWarning {
    SnapshotWarning(pointer: "/snapshot" + pointer, code, detail)
  }
}
