internal import CDeflate
internal import CSQLite
public import LayoutCore

/// A row of a store: a layout as a snapshot, or as steps on another layout.
public struct StoredLayout: Sendable {
  /// The layout id.
  public let id: ContentDigest
  /// The layout that the steps are applied to; nil for a snapshot.
  public let parent: ContentDigest?
  /// How many steps bodies lie between it and a snapshot.
  public let depth: Int
  /// The version of the rules that the id is made by.
  public let rules: Int
  /// The day of its last use.
  public let used: Day
  public let body: StoredBody

  /// The greatest depth.
  public static let depthMax = 16

  /// What the column of that name says of the body: 0 for a snapshot, 2 for steps, and 1 more where it is deflated.
  var encoding: Int { (parent == nil ? 0 : 2) + (body.isDeflated ? 1 : 0) }

  public init(
    id: ContentDigest, parent: ContentDigest? = nil, depth: Int = 0, rules: Int, used: Day,
    body: StoredBody
  ) {
    self.id = id
    self.parent = parent
    self.depth = depth
    self.rules = rules
    self.used = used
    self.body = body
  }
}

/// The JSON of a snapshot or of steps, as the service reads it, deflated where that is much shorter.
public struct StoredBody: Sendable {
  /// How many bytes it has before it is deflated.
  public let byteCount: Int
  public let isDeflated: Bool
  /// The bytes that are kept.
  public let kept: [UInt8]

  /// How long a body may be that is kept, before it is deflated, in bytes.
  public static let byteCountMax = 512 << 20

  /// Shorter ones are kept as they are.
  private static let deflatedBytesMin = 4096

  /// A body that was read from a store.
  package init(byteCount: Int, isDeflated: Bool, kept: [UInt8]) {
    // A damaged length makes a damaged body.
    let isPossible = (0...StoredBody.byteCountMax).contains(byteCount)
    self.byteCount = isPossible ? byteCount : 0
    self.isDeflated = isDeflated
    self.kept = isPossible ? kept : [0]
  }

  /// Takes bytes, and deflates them where that saves a tenth. O(bytes)
  public init(_ bytes: RawSpan) {
    byteCount = bytes.byteCount
    let room = bytes.byteCount - bytes.byteCount / 10
    if bytes.byteCount >= StoredBody.deflatedBytesMin {
      let deflated = unsafe [UInt8](unsafeUninitializedCapacity: room) { target, count in
        count = unsafe bytes.withUnsafeBytes { bytes in
          unsafe deflate_into(
            bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count, target.baseAddress,
            room)
        }
      }
      if !deflated.isEmpty {
        (isDeflated, kept) = (true, deflated)
        return
      }
    }
    isDeflated = false
    kept = unsafe bytes.withUnsafeBytes { unsafe Array($0) }
  }

  /// Takes bytes, and deflates them where that saves a tenth. O(bytes)
  public init(_ bytes: [UInt8]) { unsafe self.init(bytes.span.bytes) }

  /// Lends the bytes of the body, with so many zero bytes behind; nil where what is kept is damaged. O(bytes)
  public func withBytes<Value, Failure: Error>(
    slack: Int, _ read: (RawSpan) throws(Failure) -> Value
  ) throws(Failure) -> Value? {
    guard let bytes = bytes(slack: slack) else { return nil }
    return unsafe try read(bytes.span.extracting(0..<byteCount).bytes)
  }

  /// The bytes of the body with so many zero bytes behind; nil where what is kept is damaged. O(bytes)
  private func bytes(slack: Int) -> [UInt8]? {
    guard isDeflated else {
      return kept.count == byteCount ? kept + Array(repeating: 0, count: slack) : nil
    }
    // Deflate makes at most 1032 bytes of one.
    guard byteCount >= 0, byteCount / 1032 <= kept.count else { return nil }
    var isWhole = false
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: byteCount + slack) { target, count in
      isWhole = unsafe kept.withUnsafeBufferPointer { kept in
        unsafe inflate_exactly(kept.baseAddress, kept.count, target.baseAddress, byteCount)
      }
      guard isWhole else { return }
      for place in byteCount..<byteCount + slack {
        unsafe target.initializeElement(at: place, to: 0)
      }
      count = byteCount + slack
    }
    return isWhole ? bytes : nil
  }
}

extension ContentDigest {
  /// Reads 32 bytes; nil for any other number.
  init?(stored bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    self.init(
      words: InlineArray { word in
        bytes[8 * word..<8 * word + 8].reduce(0) { $0 << 8 | UInt64($1) }
      })
  }
}

/// A day of the calendar, in UTC.
public struct Day: Hashable, Comparable, Sendable {
  /// How many days it is after 1970-01-01.
  public let number: Int

  public init(number: Int) { self.number = number }

  /// The current one.
  public static var today: Day { Day(number: Int(csqlite_today())) }

  public static func < (left: Day, right: Day) -> Bool { left.number < right.number }
}
