/// The 32 bytes of a digest: the name of some content.
public struct ContentDigest: Hashable, Sendable {
  /// The bytes as four numbers, the first byte of each the highest.
  public let words: InlineArray<4, UInt64>

  @inlinable
  public init(words: InlineArray<4, UInt64>) { self.words = words }

  /// Numbers whose bytes in memory are the digest's.
  @inlinable
  public var bytes: InlineArray<4, UInt64> { InlineArray { words[$0].bigEndian } }

  @inlinable
  public static func == (left: ContentDigest, right: ContentDigest) -> Bool {
    left.words[0] == right.words[0] && left.words[1] == right.words[1]
      && left.words[2] == right.words[2] && left.words[3] == right.words[3]
  }

  @inlinable
  public func hash(into hasher: inout Hasher) {
    // Any eight bytes of a digest are as good as all of them.
    hasher.combine(words[0])
  }
}

extension ContentDigest: Comparable {
  /// Compares byte by byte.
  public static func < (left: ContentDigest, right: ContentDigest) -> Bool {
    for place in 0..<4 where left.words[place] != right.words[place] {
      return left.words[place] < right.words[place]
    }
    return false
  }
}

/// Takes the canonical bytes of leaves and nodes.
public protocol ContentSink: AnyObject {
  /// Takes the next numbers, each with its least byte first.
  func append(_ numbers: Span<UInt8>)
  func append(_ numbers: Span<UInt16>)
  func append(_ numbers: Span<UInt32>)
  func append(_ numbers: Span<UInt64>)
}

/// Hashes one content. The core knows no hash function: who builds trees brings one.
public protocol ContentHasher: ContentSink {
  /// The digest of all bytes so far.
  var digest: ContentDigest { get }
}

/// Hashes several contents, where that is faster side by side than one after the other.
public protocol ContentBatchHasher: ContentSink {
  /// Ends a content: what is appended from then on is the next one's.
  func endContent()

  /// The digests of all contents that have ended, in order.
  var digests: [ContentDigest] { get }
}
