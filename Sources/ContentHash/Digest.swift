public import LayoutCore

/// A SHA-256. The digest of a value's canonical form is its id (docs/rules.md#layout-id, docs/rules.md#section-digest).
public typealias Digest = ContentDigest

#if LIBCRYPTO
  /// Computes the SHA-256 of canonical bytes.
  package typealias CanonicalHasher = LibcryptoSHA256
#else
  /// Computes the SHA-256 of canonical bytes.
  package typealias CanonicalHasher = SHA256
#endif

extension ContentNaming {
  #if LIBCRYPTO
    /// Names content by SHA-256, without a table.
    public static let sha256 = ContentNaming { CanonicalHasher() }
  #else
    /// Names content by SHA-256, without a table.
    public static let sha256 = ContentNaming(
      batchHasher: { SHA256Batch() }, hasher: { SHA256() })
  #endif
}

extension Digest {
  /// The digest of metrics, which several sections may share.
  package init(of metrics: SectionMetrics) {
    self.init { metrics.writeCanonicalBytes(to: &$0) }
  }

  /// The digest of a section: everything on which its layout and its elements depend, without its id. O(headers and
  /// footers)
  package init(of section: Section, metrics: Digest) {
    self.init { section.writeCanonicalBytes(to: &$0, metrics: metrics) }
  }

  /// The layout id: the digest of a snapshot, computed from that of its sections. O(global headers)
  package init(of snapshot: Snapshot, sections: Digest) {
    self.init { snapshot.writeCanonicalBytes(to: &$0, sections: sections) }
  }

  /// The digest of the bytes that a function writes.
  package init(_ write: (inout CanonicalHasher) -> Void) {
    var hasher = CanonicalHasher()
    write(&hasher)
    self = hasher.digest
  }

  /// The digest of bytes. O(bytes)
  package init(of bytes: Span<UInt8>) {
    self.init { $0.append(bytes) }
  }

  /// 64 lower-case hexadecimal digits.
  package var hexadecimalDigits: [UInt8] {
    var digits: [UInt8] = []
    digits.reserveCapacity(64)
    for half in 0..<8 {
      let number = words[half / 2] >> (half % 2 == 0 ? 32 : 0)
      var text = hexadecimalText(UInt32(truncatingIfNeeded: number))
      for _ in 0..<8 {
        digits.append(UInt8(truncatingIfNeeded: text))
        text >>= 8
      }
    }
    return digits
  }

  /// 64 lower-case hexadecimal digits.
  public var hexadecimal: String { String(decoding: hexadecimalDigits, as: UTF8.self) }

  /// The first eight bytes as a number.
  package var prefix: UInt64 { words[0] }
}
