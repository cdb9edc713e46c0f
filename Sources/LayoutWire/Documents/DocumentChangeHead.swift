public import JSONText
public import LayoutCore

/// What a change of a document says beside its steps, read before its document is known
/// (docs/rules.md#change-a-document). Nothing of it is checked: who reads the steps finds what is wrong.
public struct DocumentChangeHead: Sendable {
  /// The revision that the steps are meant for; nil where it is none.
  public private(set) var revision: Int?
  /// What the writer repeats with every retry; nil where there is none.
  public private(set) var key: String?
  /// The steps as canonical JSON, so that equal ones have equal bytes; nil where there are none.
  public private(set) var steps: [UInt8]?

  static let revisions = 1...1 << 53
  static let keyCharacters = 1...64
  /// No object of a step has so many members.
  private static let membersMax = 64
  /// Of so many characters.
  private static let keyBytes = 1...256

  /// Reads a body. O(bytes)
  ///
  /// - Throws: `bad-json`; or that the steps are used up.
  public static func read(
    _ text: RawSpan, hasSlack: Bool, depthMax: Int = JSONDocument.depthMax,
    limits: SnapshotLimits = SnapshotLimits(), meter: inout StepMeter
  ) throws(DecodingStop) -> DocumentChangeHead {
    try SnapshotDecoder.read(
      text, hasSlack: hasSlack, depthMax: depthMax, limits: limits, refusal: .invalidChange,
      meter: &meter
    ) { $0.documentChangeHead() }
  }

  fileprivate init() {}

  fileprivate mutating func note(
    _ key: DocumentChangeKey, _ value: JSONElement, in document: JSONDocument,
    meter: inout StepMeter
  ) throws(WalkStop) {
    switch key {
    case .revision: revision = document.integer(value)
    case .key:
      let count = document.stringByteCount(value) ?? 0
      self.key = DocumentChangeHead.keyBytes.contains(count) ? document.string(value) : nil
    case .steps:
      var writer = JSONWriter()
      do throws(WalkStop) {
        try document.writeCanonical(
          value, to: &writer, membersMax: DocumentChangeHead.membersMax, meter: &meter)
        steps = writer.bytes
      } catch {
        // With so many members it is no step.
        if case .stepsUsedUp = error { throw error }
      }
    case .expect: break
    }
  }
}

extension SnapshotDecoder {
  fileprivate mutating func documentChangeHead() -> DocumentChangeHead {
    var head = DocumentChangeHead()
    var contents = document.contents(of: document.root)
    while document.type(of: document.root) == .object, let name = document.next(&contents),
      let value = document.next(&contents)
    {
      guard let place = DocumentChangeKey.known.position(of: name, in: document) else { continue }
      do throws(WalkStop) {
        try head.note(DocumentChangeKey.known.keys[place], value, in: document, meter: &meter)
      } catch {
        stop()
      }
    }
    return head
  }
}
