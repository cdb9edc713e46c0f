import HTTPServer
import LayoutStore
import LayoutWire

/// What `If-Match` and `If-None-Match` ask of a document before it is written (docs/rules.md#preconditions).
extension Request {
  /// The condition of a write: `absent` for `If-None-Match: *`, else what `If-Match` says.
  ///
  /// - Throws: 428 where there is neither; 400 for both, for another `If-None-Match`, and for more than one tag.
  func documentCondition() throws(Problem) -> DocumentWrite.Condition {
    switch (header("If-Match"), header("If-None-Match")) {
    case (nil, nil): throw Problem(.preconditionRequired)
    case (nil, let value?):
      guard value == "*" else {
        throw Problem(
          .badRequest, detail: "If-None-Match must be * here: there is no document yet.")
      }
      return .absent
    case (let value?, nil):
      if value == "*" { return .present }
      guard let revision = Request.revision(value) else {
        throw Problem(
          .badRequest, detail: "If-Match must be * or one ETag of a document, such as \"17\".")
      }
      return .revision(revision)
    case (.some, .some):
      throw Problem(.badRequest, detail: "Send If-Match or If-None-Match, not both.")
    }
  }

  /// The revision of a strong entity tag in its quotes; of another tag, one that no document has.
  private static func revision(_ value: String) -> Int? {
    let bytes = Array(value.utf8)
    guard bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\""),
      !bytes[1..<bytes.count - 1].contains(UInt8(ascii: "\""))
    else {
      return bytes.count >= 4 && value.hasPrefix("W/\"") && value.hasSuffix("\"") ? 0 : nil
    }
    let digits = bytes[1..<bytes.count - 1]
    guard digits.allSatisfy({ (48...57).contains($0) }), digits.first != 48 else { return 0 }
    return Int(String(decoding: digits, as: UTF8.self)) ?? 0
  }
}
