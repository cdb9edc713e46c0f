import ContentHash
import LayoutCore
import Synchronization

/// Section layouts by section and width. Layouts refer to them strongly, the tables here weakly, so each is released
/// with the last layout that contains it. Every byte is counted once.
///
/// There are many small tables, each with its own lock, so that threads do not wait while one grows. Nothing is
/// computed while a lock is held.
final class SharedSections: Sendable {
  private struct WeakReference {
    weak var section: SharedSection?
  }

  private final class SectionShard: Sendable {
    /// By a hash of their keys. The keys are compared when an entry is found.
    let sections = Mutex<[UInt64: WeakReference]>([:])
  }

  /// The memory for a section layout besides its own, in bytes. The last part is the block of a weak reference.
  fileprivate static let bytesPerSection =
    HeapBytes.object((LayoutKey, SectionLayout, Int, SharedSections).self)
    + HeapBytes.tablePlace(of: (UInt64, WeakReference).self) + HeapBytes.block(32)

  private let tables = (0..<64).map { _ in SectionShard() }
  fileprivate let bytes = Atomic(0)

  /// The memory of all of them together, in bytes.
  var byteCount: Int { bytes.load(ordering: .relaxed) }

  /// The section layout of a key, and whether this call computed it. Two threads that call this at the same time may
  /// both compute it, but get the same one.
  func section<Failure: Error>(
    _ key: LayoutKey, orCompute compute: () throws(Failure) -> SectionLayout
  ) throws(Failure) -> (section: SharedSection, isNew: Bool) {
    // Nothing is released while the lock is held, because the last release needs it.
    let known = table(of: key).sections.withLock { $0[key.hash]?.section }
    if let known, known.key == key { return (known, false) }
    let new = SharedSection(key, try compute(), in: self)
    let other = table(of: key).sections.withLock { sections in
      let other = sections[key.hash]?.section
      if other == nil { sections[key.hash] = WeakReference(section: new) }
      return other
    }
    if let other, other.key == key { return (other, false) }
    return (new, true)
  }

  /// Forgets a key whose section layout is being released.
  fileprivate func forget(_ key: LayoutKey) {
    // It may have been computed again meanwhile.
    _ = table(of: key).sections.withLock { sections in
      let other = sections[key.hash]?.section
      if other == nil {
        sections[key.hash] = nil
        sections.giveRoomBack()
      }
      return other
    }
  }

  private func table(of key: LayoutKey) -> SectionShard { tables[Int(key.digest.prefix % 64)] }
}

/// The layout of one section at one width.
final class SharedSection: Sendable {
  let key: LayoutKey
  let layout: SectionLayout
  /// Including the memory for it in the table, without blocks that layouts share. In bytes.
  let byteCount: Int
  /// The bytes that it added, including blocks.
  var addedBytes: Int { byteCount + layout.madeBlockBytes }
  private let sections: SharedSections

  fileprivate init(_ key: LayoutKey, _ layout: SectionLayout, in sections: SharedSections) {
    self.key = key
    self.layout = layout
    self.sections = sections
    byteCount = SharedSections.bytesPerSection + layout.byteCount
    sections.bytes.add(byteCount, ordering: .relaxed)
  }

  deinit {
    sections.bytes.subtract(byteCount, ordering: .relaxed)
    sections.forget(key)
  }
}

extension LayoutKey {
  /// Equal for equal keys, and hardly ever for different ones.
  fileprivate var hash: UInt64 {
    digest.prefix ^ (containerWidth.bitPattern &* 0x9E37_79B9_7F4A_7C15)
  }
}
