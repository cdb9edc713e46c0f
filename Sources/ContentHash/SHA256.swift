internal import CSHA256
package import LayoutCore

/// SHA-256 (FIPS 180-4) without a library. The module and the package of clients/swift use it to compute the same ids
/// as the service.
package final class SHA256: ContentHasher, CanonicalSink {
  private var hash = sha256()

  package init() { unsafe sha256_begin(&hash) }

  package func append<Number: BitwiseCopyable>(_ numbers: [Number]) {
    append(SpanArray(numbers).span)
  }

  package func append<Number: BitwiseCopyable>(_ numbers: Span<Number>) {
    unsafe numbers.withUnsafeBytes { unsafe sha256_append(&hash, $0.baseAddress, $0.count) }
  }

  package var digest: ContentDigest {
    var words = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
    unsafe withUnsafeMutableBytes(of: &words) {
      unsafe sha256_end(&hash, $0.baseAddress!.assumingMemoryBound(to: UInt64.self))
    }
    return ContentDigest { place in
      switch place {
      case 0: words.0
      case 1: words.1
      case 2: words.2
      default: words.3
      }
    }
  }
}

/// SHA-256 of several contents in parallel.
package final class SHA256Batch: ContentBatchHasher {
  private var named: [ContentDigest] = []
  /// The bytes of waiting contents, one after another.
  private var bytes: [UInt8] = []
  /// The end of each content.
  private var ends: [UInt32] = []

  /// The waiting contents are hashed when they exceed this number of bytes.
  private static let bytesMax = 1 << 16

  package init() { bytes.reserveCapacity(2 * SHA256Batch.bytesMax) }

  package func append<Number: BitwiseCopyable>(_ numbers: Span<Number>) {
    unsafe numbers.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
  }

  package func endContent() {
    ends.append(UInt32(bytes.count))
    if bytes.count > SHA256Batch.bytesMax { name() }
  }

  package var digests: [ContentDigest] {
    name()
    return named
  }

  private func name() {
    var words = [UInt64](repeating: 0, count: 4 * ends.count)
    unsafe words.withUnsafeMutableBufferPointer {
      unsafe sha256_of_messages(bytes, ends, ends.count, $0.baseAddress)
    }
    for number in ends.indices {
      named.append(ContentDigest { words[4 * number + $0] })
    }
    bytes.removeAll(keepingCapacity: true)
    ends = []
  }
}
