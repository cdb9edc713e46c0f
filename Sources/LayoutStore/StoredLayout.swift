internal import CDeflate
internal import CSQLite
public import LayoutCore

/// A row of a store: a layout as a snapshot, or as steps on another layout.
public struct StoredLayout: Sendable {
  /// The layout's id.
  public let id: ContentDigest
  /// The layout to which the steps are applied; nil for a snapshot.
  public let parent: ContentDigest?
  /// The number of steps bodies from a snapshot to this layout.
  public let depth: Int
  /// The version of the rules by which the id was made.
  public let rules: Int
  /// The day of its last use.
  public let used: Day
  public let body: StoredBody

  /// The greatest depth.
  public static let depthMax = 16

  /// The value of the column `encoding`: 0 for a snapshot, 2 for steps, plus 1 if the body is deflated.
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

/// The JSON of a snapshot or of steps, as the service reads it. It is deflated if that makes it much shorter.
public struct StoredBody: Sendable {
  /// The number of bytes before deflating.
  public let byteCount: Int
  public let isDeflated: Bool
  /// The stored bytes.
  public let kept: [UInt8]

  /// The greatest length of a stored body before deflating, in bytes.
  public static let byteCountMax = 512 << 20

  /// Shorter bodies are not deflated.
  private static let deflatedBytesMin = 4096

  /// Creates a body that was read from a store.
  package init(byteCount: Int, isDeflated: Bool, kept: [UInt8]) {
    // A body with a damaged length is a damaged body.
    let isPossible = (0...StoredBody.byteCountMax).contains(byteCount)
    self.byteCount = isPossible ? byteCount : 0
    self.isDeflated = isDeflated
    self.kept = isPossible ? kept : [0]
  }

  /// Creates a body. Deflates the bytes if that saves at least a tenth. O(bytes)
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

  /// Creates a body. Deflates the bytes if that saves at least a tenth. O(bytes)
  public init(_ bytes: [UInt8]) { unsafe self.init(bytes.span.bytes) }

  /// Calls `read` with the bytes of the body, which are followed by `slack` zero bytes; returns nil if the stored bytes
  /// are damaged. O(bytes)
  public func withBytes<Value, Failure: Error>(
    slack: Int, _ read: (RawSpan) throws(Failure) -> Value
  ) throws(Failure) -> Value? {
    guard let bytes = bytes(slack: slack) else { return nil }
    return unsafe try read(bytes.span.extracting(0..<byteCount).bytes)
  }

  /// The bytes of the body, followed by `slack` zero bytes; nil if the stored bytes are damaged. O(bytes)
  private func bytes(slack: Int) -> [UInt8]? {
    guard isDeflated else {
      return kept.count == byteCount ? kept + Array(repeating: 0, count: slack) : nil
    }
    // Deflate expands a byte to at most 1032 bytes.
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
  /// Decodes 32 bytes; nil for any other number of bytes.
  init?(stored bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    self.init { word in bytes[8 * word..<8 * word + 8].reduce(0) { $0 << 8 | UInt64($1) } }
  }
}

/// A day of the calendar, in UTC.
public struct Day: Hashable, Comparable, Sendable {
  /// The number of days since 1970-01-01.
  public let number: Int

  public init(number: Int) { self.number = number }

  /// The current day.
  public static var today: Day { Day(number: Int(csqlite_today())) }

  public static func < (left: Day, right: Day) -> Bool { left.number < right.number }
}
