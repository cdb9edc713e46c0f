import LayoutCore
import LayoutNaming
import Synchronization

/// Section layouts by section and width. Layouts hold them strongly, the tables here weakly, so that each goes with the
/// last layout that has it. Every byte is counted once.
///
/// The tables are small and many, each behind a lock of its own, so that nobody waits while one grows. Nothing is
/// computed behind a lock.
final class SharedSections: Sendable {
  private struct WeakReference {
    weak var section: SharedSection?
  }

  private final class SectionShard: Sendable {
    /// By a hash of their keys, which are compared when one is found.
    let sections = Mutex<[UInt64: WeakReference]>([:])
  }

  /// What is held for every section layout beside itself, in bytes; the last is what a weak reference refers to.
  fileprivate static let bytesPerSection =
    HeapBytes.object((LayoutKey, SectionLayout, Int, SharedSections).self)
    + HeapBytes.tablePlace(of: (UInt64, WeakReference).self) + HeapBytes.block(32)

  private let tables = (0..<64).map { _ in SectionShard() }
  fileprivate let bytes = Atomic(0)

  /// What all of them together hold.
  var byteCount: Int { bytes.load(ordering: .relaxed) }

  /// The section layout of a key, and whether it was computed here. Two who ask for one at the same time may both
  /// compute it; both get the same.
  func section<Failure: Error>(
    _ key: LayoutKey, orCompute compute: () throws(Failure) -> SectionLayout
  ) throws(Failure) -> (section: SharedSection, isNew: Bool) {
    // Nothing is let go of behind the lock, since the last who does so needs it.
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

  /// Forgets a key whose section layout goes.
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

/// One section's layout at one width.
final class SharedSection: Sendable {
  let key: LayoutKey
  let layout: SectionLayout
  /// With what is held for it, without blocks that layouts share.
  let byteCount: Int
  /// The bytes that it added, blocks included.
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
  /// The same for equal keys, and hardly ever for others.
  fileprivate var hash: UInt64 {
    digest.prefix ^ (containerWidth.bitPattern &* 0x9E37_79B9_7F4A_7C15)
  }
}
