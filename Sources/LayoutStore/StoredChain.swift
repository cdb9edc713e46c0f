import LayoutCore
import Synchronization

/// The layouts from which a layout is made. Their bytes count as the store's memory until this is released.
public final class StoredChain: Sendable {
  private let state = Mutex<[StoredLayout]>([])
  let held: HeldPart

  /// Creates an empty chain that counts `bytes` bytes.
  init(holding bytes: Int, of held: HeldBytes) { self.held = HeldPart(bytes, of: held) }

  /// Creates a chain read by another store. Its bytes are not counted.
  public convenience init(_ layouts: [StoredLayout]) {
    self.init(holding: 0, of: HeldBytes())
    state.withLock { $0 = layouts }
  }

  /// A snapshot, followed by the steps applied to it, in order.
  public var layouts: [StoredLayout] { state.withLock { $0 } }

  /// Sets the layouts that were read.
  func fill(_ layouts: [StoredLayout]) { state.withLock { $0 = layouts } }
}

/// Adds its bytes to a counter until it is released.
final class HeldPart: Sendable {
  private let bytes: Int
  private let held: HeldBytes
  /// The counter when this part was added, in bytes.
  let heldBytes: Int

  init(_ bytes: Int, of held: HeldBytes) {
    self.bytes = bytes
    self.held = held
    heldBytes = held.add(bytes)
  }

  deinit { held.subtract(bytes) }

  /// Whether no other part was counted when this one was added.
  var isAlone: Bool { heldBytes == bytes }
}

/// Counts the memory of all data that was read, in bytes.
final class HeldBytes: Sendable {
  private let bytes = Atomic(0)

  /// Adds bytes and returns the new sum.
  func add(_ count: Int) -> Int { bytes.add(count, ordering: .relaxed).newValue }

  func subtract(_ count: Int) { bytes.subtract(count, ordering: .relaxed) }

  var byteCount: Int { bytes.load(ordering: .relaxed) }
}
