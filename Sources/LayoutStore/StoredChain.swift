import LayoutCore
import Synchronization

/// What a layout is made of. Its bytes count as held by the store until it is let go of.
public final class StoredChain: Sendable {
  private let state = Mutex<[StoredLayout]>([])
  let held: HeldPart

  /// Begins to hold so many bytes.
  init(holding bytes: Int, of held: HeldBytes) { self.held = HeldPart(bytes, of: held) }

  /// What another store has read, which counts nowhere.
  public convenience init(_ layouts: [StoredLayout]) {
    self.init(holding: 0, of: HeldBytes())
    state.withLock { $0 = layouts }
  }

  /// A snapshot, then the steps on it, in order.
  public var layouts: [StoredLayout] { state.withLock { $0 } }

  /// Takes what has been read.
  func fill(_ layouts: [StoredLayout]) { state.withLock { $0 = layouts } }
}

/// A part of the bytes that are held, until it is let go of.
final class HeldPart: Sendable {
  private let bytes: Int
  private let held: HeldBytes
  /// What all parts had together when this one began, in bytes.
  let heldBytes: Int

  init(_ bytes: Int, of held: HeldBytes) {
    self.bytes = bytes
    self.held = held
    heldBytes = held.add(bytes)
  }

  deinit { held.subtract(bytes) }

  /// Whether no other one held anything when it began to.
  var isAlone: Bool { heldBytes == bytes }
}

/// The bytes that are held by what has been read, all together.
final class HeldBytes: Sendable {
  private let bytes = Atomic(0)

  /// Adds some, and says how many there are now.
  func add(_ count: Int) -> Int { bytes.add(count, ordering: .relaxed).newValue }

  func subtract(_ count: Int) { bytes.subtract(count, ordering: .relaxed) }

  var byteCount: Int { bytes.load(ordering: .relaxed) }
}
