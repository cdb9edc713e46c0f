import CCrypto
import JSONText
public import LayoutCore
import LayoutWire

/// A SHA-256. That of a value's canonical form is its name (docs/rules.md#layout-id, docs/rules.md#section-digest).
///
/// This is the one file where bytes reach the hash function as raw memory.
public typealias Digest = ContentDigest

extension Digest {
  /// The digest of what several sections may share.
  init(of metrics: SectionMetrics) {
    var hasher = CanonicalHasher()
    metrics.writeCanonicalBytes(to: &hasher)
    self = hasher.digest
  }

  /// The digest of a section: all that its layout and its elements depend on, its id left out. O(headers and footers)
  init(of section: Section, metrics: Digest) {
    var hasher = CanonicalHasher()
    section.writeCanonicalBytes(to: &hasher, metrics: metrics)
    self = hasher.digest
  }

  /// The layout id: the digest of a snapshot, made from that of its sections. O(global headers)
  init(of snapshot: Snapshot, sections: Digest) {
    var hasher = CanonicalHasher()
    snapshot.writeCanonicalBytes(to: &hasher, sections: sections)
    self = hasher.digest
  }

  /// The digest of a node over sections, or over other nodes. O(children)
  init(_ write: (inout CanonicalHasher) -> Void) {
    var hasher = CanonicalHasher()
    write(&hasher)
    self = hasher.digest
  }

  /// The digest of a text as it stands. O(bytes)
  init(of text: Substring.UTF8View) { self.init(of: text.span) }

  /// The digest of bytes. O(bytes)
  init(of bytes: Span<UInt8>) {
    let hasher = CanonicalHasher()
    hasher.append(bytes)
    self = hasher.digest
  }

  /// Reads 64 lower-case hexadecimal digits; nil for anything else.
  init?(hexadecimal text: Span<UInt8>) {
    guard text.count == 64 else { return nil }
    let bytes = unsafe text.bytes
    var words = InlineArray<4, UInt64>(repeating: 0)
    for place in 0..<8 {
      let digits = unsafe UInt64(
        littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: 8 * place, as: UInt64.self))
      guard let number = hexadecimalNumber(digits) else { return nil }
      words[place / 2] = words[place / 2] << 32 | UInt64(number)
    }
    self.init(words: words)
  }

  /// Reads 64 lower-case hexadecimal digits; nil for anything else.
  public init?(hexadecimal text: String) {
    self.init(hexadecimal: Array(text.utf8).span)
  }

  /// 64 lower-case hexadecimal digits.
  public var hexadecimal: String {
    var writer = JSONWriter(capacity: 64)
    write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Writes 64 lower-case hexadecimal digits, without quotes.
  func write(to writer: inout JSONWriter) {
    for place in 0..<4 { writer.hexadecimal(words[place]) }
  }

  /// The first eight bytes as a number.
  var prefix: UInt64 { words[0] }

  /// All bits set where both are equal, none where they differ. Every bit of both takes part, and nothing branches:
  /// for digests of secrets, which `==` would compare up to the first difference.
  func equalityMask(_ other: Digest) -> UInt64 {
    let difference =
      (words[0] ^ other.words[0]) | (words[1] ^ other.words[1])
      | (words[2] ^ other.words[2]) | (words[3] ^ other.words[3])
    // The highest bit of `x | -x` is set for every x but 0.
    return ((difference | (0 &- difference)) >> 63) &- 1
  }
}

/// What a body is recognised by when it comes again: a keyed hash of its bytes, several times as fast as SHA-256.
///
/// It is the tag of AES-GCM over the bytes, with one nonce. Two bodies of at most 64 MiB have one tag with a
/// probability below 2⁻¹⁰⁰, whoever chooses them, as long as nobody knows the key or sees a tag: so neither leaves the
/// process.
public struct BodyTag: Hashable, Sendable {
  private let words: InlineArray<2, UInt64>

  public static func == (left: BodyTag, right: BodyTag) -> Bool {
    left.words[0] == right.words[0] && left.words[1] == right.words[1]
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(words[0])
    hasher.combine(words[1])
  }

  /// Makes the tags of one key.
  struct Maker: Sendable {
    /// Random, from the system.
    private let key = (0..<crypto_key_size).map { _ in UInt8.random(in: 0...255) }
    private let nonce = (0..<crypto_nonce_size).map { _ in UInt8.random(in: 0...255) }

    /// The tag of a body; nil where the library fails. O(bytes)
    func tag(of body: [UInt8]) -> BodyTag? { unsafe tag(of: body.span.bytes) }

    /// The tag of a body; nil where the library fails. O(bytes)
    func tag(of body: RawSpan) -> BodyTag? {
      var words = InlineArray<2, UInt64>(repeating: 0)
      var tag = words.mutableSpan
      let isMade = unsafe body.withUnsafeBytes { bytes in
        unsafe tag.withUnsafeMutableBytes { tag in
          unsafe crypto_tag(key, nonce, bytes.baseAddress, bytes.count, tag.baseAddress)
        }
      }
      return isMade ? BodyTag(words: words) : nil
    }
  }
}

/// Takes canonical bytes to SHA-256.
final class CanonicalHasher: CanonicalSink, ContentHasher {
  private var hash = crypto_sha256()

  init() { unsafe crypto_sha256_begin(&hash) }

  func append<Number: BitwiseCopyable>(_ numbers: [Number]) { append(numbers.span) }

  func append<Number: BitwiseCopyable>(_ numbers: Span<Number>) {
    unsafe numbers.withUnsafeBytes { unsafe crypto_sha256_append(&hash, $0.baseAddress, $0.count) }
  }

  /// The digest of all that was appended. Nothing can be appended behind it.
  var digest: Digest {
    var words = InlineArray<4, UInt64>(repeating: 0)
    var span = words.mutableSpan
    unsafe span.withUnsafeMutableBytes { bytes in
      unsafe crypto_sha256_end(&hash, bytes.baseAddress)
    }
    return Digest(words: InlineArray { UInt64(bigEndian: words[$0]) })
  }
}

extension ContentNaming {
  /// Names by SHA-256, without a table.
  public static let sha256 = ContentNaming { CanonicalHasher() }

  /// Names by SHA-256, and shares what it has named in a table of its own.
  public static func sharingSHA256() -> ContentNaming { .sha256(sharing: SharedContent()) }

  /// Names by SHA-256, and shares what a table knows.
  static func sha256(sharing content: SharedContent) -> ContentNaming {
    ContentNaming(table: content) { CanonicalHasher() }
  }
}
