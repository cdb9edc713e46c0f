public import LayoutCore

/// A SHA-256. That of a value's canonical form is its name (docs/rules.md#layout-id, docs/rules.md#section-digest).
public typealias Digest = ContentDigest

extension Digest {
  /// The digest of what several sections may share.
  init(of metrics: SectionMetrics) {
    self.init { metrics.writeCanonicalBytes(to: &$0) }
  }

  /// The digest of a section: all that its layout and its elements depend on, its id left out. O(headers and footers)
  init(of section: Section, metrics: Digest) {
    self.init { section.writeCanonicalBytes(to: &$0, metrics: metrics) }
  }

  /// The layout id: the digest of a snapshot, made from that of its sections. O(global headers)
  init(of snapshot: Snapshot, sections: Digest) {
    self.init { snapshot.writeCanonicalBytes(to: &$0, sections: sections) }
  }

  /// The digest of what a function writes.
  init(_ write: (inout SHA256) -> Void) {
    var hasher = SHA256()
    write(&hasher)
    self = hasher.digest
  }

  /// The digest of bytes. O(bytes)
  public init(of bytes: [UInt8]) {
    self.init { $0.append(bytes.span) }
  }

  /// 64 lower-case hexadecimal digits.
  public var hexadecimal: String {
    var text = ""
    for place in 0..<4 {
      let digits = String(words[place], radix: 16)
      text += String(repeating: "0", count: 16 - digits.count) + digits
    }
    return text
  }

  /// The first eight bytes as a number.
  var prefix: UInt64 { words[0] }
}

extension ContentNaming {
  /// Names by SHA-256, without a table.
  public static let sha256 = ContentNaming(
    batchHasher: { SHA256Batch() }, hasher: { SHA256() })
}
