#if LIBCRYPTO
  internal import CCrypto
  package import LayoutCore

  /// SHA-256 by the system's libcrypto, which uses instructions of the processor.
  package final class LibcryptoSHA256: CanonicalSink, ContentHasher {
    private var hash = crypto_sha256()

    package init() { unsafe crypto_sha256_begin(&hash) }

    package func append<Number: BitwiseCopyable>(_ numbers: [Number]) { append(numbers.span) }

    package func append<Number: BitwiseCopyable>(_ numbers: Span<Number>) {
      unsafe numbers.withUnsafeBytes {
        unsafe crypto_sha256_append(&hash, $0.baseAddress, $0.count)
      }
    }

    /// The digest of the appended bytes. Nothing can be appended afterwards.
    package var digest: ContentDigest {
      var words = InlineArray<4, UInt64>(repeating: 0)
      var span = words.mutableSpan
      unsafe span.withUnsafeMutableBytes { bytes in
        unsafe crypto_sha256_end(&hash, bytes.baseAddress)
      }
      return ContentDigest { UInt64(bigEndian: words[$0]) }
    }
  }
#endif
