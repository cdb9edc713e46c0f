import LayoutCore

/// A parameter of a statement.
enum StoreValue {
  case null
  case number(Int)
  case text(String)
  case bytes([UInt8])
  case digest(ContentDigest)

  static func optional(_ digest: ContentDigest?) -> StoreValue {
    digest.map { .digest($0) } ?? .null
  }
}

extension StoredLayout {
  /// The columns of a row: id, parent, depth, rules, used, encoding, length, body.
  var values: [StoreValue] {
    [
      .digest(id), .optional(parent), .number(depth), .number(rules), .number(used.number),
      .number(encoding), .number(body.byteCount), .bytes(body.kept),
    ]
  }
}

extension LogRecord {
  /// The columns of a row: name, revision, kind, layout, parent, key, digest, time, encoding, length, steps.
  func values(
    _ name: DocumentName, key: String?, stepsDigest: ContentDigest?
  ) -> [StoreValue] {
    [
      .text(name.text), .number(revision), .number(kind.rawValue), .optional(layout),
      .optional(parent), key.map { .text($0) } ?? .null, .optional(stepsDigest), .number(time),
      .number(steps?.isDeflated == true ? 1 : 0), .number(steps?.byteCount ?? 0),
      steps.map { .bytes($0.kept) } ?? .null,
    ]
  }
}
