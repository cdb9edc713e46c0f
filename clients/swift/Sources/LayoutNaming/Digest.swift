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
  init(_ write: (inout CanonicalHasher) -> Void) {
    var hasher = CanonicalHasher()
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

/// Takes canonical bytes to SHA-256.
final class CanonicalHasher: CanonicalSink, ContentHasher {
  private var hash = SHA256()

  func append<Number: BitwiseCopyable>(_ numbers: [Number]) {
    // What writes canonical bytes writes bytes.
    guard let bytes = numbers as? [UInt8] else { preconditionFailure("canonical forms are bytes") }
    append(bytes.span)
  }

  func append(_ numbers: Span<UInt8>) {
    for place in numbers.indices { hash.append(numbers[place]) }
  }

  func append(_ numbers: Span<UInt16>) { appendBytes(of: numbers) }
  func append(_ numbers: Span<UInt32>) { appendBytes(of: numbers) }
  func append(_ numbers: Span<UInt64>) { appendBytes(of: numbers) }

  /// Takes the bytes of numbers, the least byte of each first.
  private func appendBytes<Number: FixedWidthInteger & UnsignedInteger>(
    of numbers: Span<Number>
  ) {
    for place in numbers.indices {
      var number = numbers[place]
      for _ in 0..<Number.bitWidth / 8 {
        hash.append(UInt8(truncatingIfNeeded: number))
        number >>= 8
      }
    }
  }

  var digest: Digest { Digest(words: hash.digest) }
}

extension ContentNaming {
  /// Names by SHA-256, without a table.
  public static let sha256 = ContentNaming { CanonicalHasher() }
}
