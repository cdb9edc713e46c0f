/// The 32 bytes of a digest, which identifies some content.
public struct ContentDigest: Hashable, Sendable {
  /// The bytes as four numbers. The first byte of each is its highest.
  public let words: Words

  /// Four numbers.
  public struct Words: Sendable {
    @usableFromInline let first: UInt64
    @usableFromInline let second: UInt64
    @usableFromInline let third: UInt64
    @usableFromInline let fourth: UInt64

    @inlinable
    init(_ word: (Int) -> UInt64) {
      (first, second, third, fourth) = (word(0), word(1), word(2), word(3))
    }

    /// The number at a place from 0 to 3.
    @inlinable
    public subscript(place: Int) -> UInt64 {
      switch place {
      case 0: first
      case 1: second
      case 2: third
      default: fourth
      }
    }
  }

  /// Creates a digest from the number at each place from 0 to 3.
  @inlinable
  public init(word: (Int) -> UInt64) { words = Words(word) }

  /// Numbers whose bytes in memory are the bytes of the digest.
  @inlinable
  public var bytes: Words { Words { words[$0].bigEndian } }

  @inlinable
  public static func == (left: ContentDigest, right: ContentDigest) -> Bool {
    left.words[0] == right.words[0] && left.words[1] == right.words[1]
      && left.words[2] == right.words[2] && left.words[3] == right.words[3]
  }

  @inlinable
  public func hash(into hasher: inout Hasher) {
    // Eight bytes of a digest are as random as all of them.
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

/// Receives the canonical bytes of leaves and nodes.
public protocol ContentSink: AnyObject {
  /// Appends numbers, each with its lowest byte first.
  func append(_ numbers: Span<UInt8>)
  func append(_ numbers: Span<UInt16>)
  func append(_ numbers: Span<UInt32>)
  func append(_ numbers: Span<UInt64>)
}

/// Hashes one content. The core has no hash function; the caller that builds trees provides one.
public protocol ContentHasher: ContentSink {
  /// The digest of all bytes appended so far.
  var digest: ContentDigest { get }
}

/// Hashes several contents, which may be faster in parallel than one after another.
public protocol ContentBatchHasher: ContentSink {
  /// Ends a content. The bytes appended afterwards belong to the next one.
  func endContent()

  /// The digests of all contents that have ended, in order.
  var digests: [ContentDigest] { get }
}
