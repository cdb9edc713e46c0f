import CCrypto

/// Identifies a body that is sent again: a keyed hash of its bytes, several times as fast as SHA-256.
///
/// It is the tag of AES-GCM over the bytes, with a constant nonce. Two bodies of at most 64 MiB have the same tag with
/// a probability below 2⁻¹⁰⁰, even if an attacker chooses them, unless the attacker knows the key or sees a tag. So
/// neither leaves the process.
public struct BodyTag: Hashable, Sendable {
  private let words: InlineArray<2, UInt64>

  public static func == (left: BodyTag, right: BodyTag) -> Bool {
    left.words[0] == right.words[0] && left.words[1] == right.words[1]
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(words[0])
    hasher.combine(words[1])
  }

  /// Computes tags with one key.
  struct Maker: Sendable {
    /// Random bytes from the system.
    private let key = (0..<crypto_key_size).map { _ in UInt8.random(in: 0...255) }
    private let nonce = (0..<crypto_nonce_size).map { _ in UInt8.random(in: 0...255) }

    /// The tag of a body; nil if the library fails. O(bytes)
    func tag(of body: [UInt8]) -> BodyTag? { unsafe tag(of: body.span.bytes) }

    /// The tag of a body; nil if the library fails. O(bytes)
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
