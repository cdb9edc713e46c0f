import LayoutCore
import Synchronization

/// What a layout is made of. Its bytes count as held by the store until it is let go of.
public final class StoredChain: Sendable {
  private let state = Mutex<[StoredLayout]>([])
  private let bytes: Int
  private let held: HeldBytes
  /// What all chains held together when this one began to, in bytes.
  let heldBytes: Int

  /// Begins to hold so many bytes.
  init(holding bytes: Int, of held: HeldBytes) {
    self.bytes = bytes
    self.held = held
    heldBytes = held.add(bytes)
  }

  /// What another store has read, which counts nowhere.
  public convenience init(_ layouts: [StoredLayout]) {
    self.init(holding: 0, of: HeldBytes())
    state.withLock { $0 = layouts }
  }

  deinit { held.subtract(bytes) }

  /// Whether no other one held anything when it began to.
  var isAlone: Bool { heldBytes == bytes }

  /// A snapshot, then the steps on it, in order.
  public var layouts: [StoredLayout] { state.withLock { $0 } }

  /// Takes what has been read.
  func fill(_ layouts: [StoredLayout]) { state.withLock { $0 = layouts } }
}

/// The bytes that are held by what has been read, all together.
final class HeldBytes: Sendable {
  private let bytes = Atomic(0)

  /// Adds some, and says how many there are now.
  func add(_ count: Int) -> Int { bytes.add(count, ordering: .relaxed).newValue }

  func subtract(_ count: Int) { bytes.subtract(count, ordering: .relaxed) }

  var byteCount: Int { bytes.load(ordering: .relaxed) }
}
