import LayoutCore
import Synchronization

/// Section layouts by section and width, each with how many layouts use it; it goes with the last of them. Every byte is
/// counted once.
///
/// They lie in many small tables, each behind a lock of its own, so that nobody waits while one grows.
final class SharedSections: Sendable {
  private struct Entry {
    let cell: SectionCell
    var users: Int
    /// What it has been charged with, once its layout is there.
    var byteCount: Int
  }

  private final class Table: Sendable {
    let entries = Mutex<[LayoutKey: Entry]>([:])
  }

  /// What is held for every section layout beside itself, in bytes.
  private static let bytesPerSection = 240

  private let tables = (0..<64).map { _ in Table() }
  private let bytes = Atomic(0)

  /// What all of them together hold.
  var byteCount: Int { bytes.load(ordering: .relaxed) }

  /// The cells of sections, each with one more user.
  func acquire(_ keys: [LayoutKey]) -> [SectionCell] {
    keys.map { key in
      table(of: key).entries.withLock { entries in
        if let cell = entries[key]?.cell {
          entries[key]?.users += 1
          return cell
        }
        let cell = SectionCell()
        entries[key] = Entry(cell: cell, users: 1, byteCount: 0)
        return cell
      }
    }
  }

  /// Counts the bytes of section layouts that have just been made, and returns them.
  func charge(_ keys: [LayoutKey], _ cells: [SectionCell]) -> Int {
    var added = 0
    for (key, cell) in zip(keys, cells) {
      added += table(of: key).entries.withLock { entries in
        guard entries[key]?.byteCount == 0 else { return 0 }
        let bytes = SharedSections.bytesPerSection + (cell.byteCount ?? 0)
        entries[key]?.byteCount = bytes
        return bytes
      }
    }
    bytes.add(added, ordering: .relaxed)
    return added
  }

  /// Takes one user from each section; those without users go.
  func release(_ keys: [LayoutKey]) {
    for key in keys {
      // The cell is released after the lock.
      let unused: Entry? = table(of: key).entries.withLock { entries in
        entries[key]?.users -= 1
        return entries[key]?.users == 0 ? entries.removeValue(forKey: key) : nil
      }
      if let unused { bytes.subtract(unused.byteCount, ordering: .relaxed) }
    }
  }

  private func table(of key: LayoutKey) -> Table { tables[Int(key.digest.prefix % 64)] }
}

/// One section's layout at one width, computed by the first who asks for it.
///
/// Whoever asks meanwhile waits: sections that a network thread may compute are small, and those who wait for a larger
/// one have left the network threads.
final class SectionCell: Sendable {
  private let computed = Mutex<SectionLayout?>(nil)

  func layout(
    orCompute compute: () throws(LayoutError) -> SectionLayout
  ) throws(LayoutError) -> SectionLayout {
    try computed.withLock { (computed) throws(LayoutError) in
      if let layout = computed { return layout }
      let layout = try compute()
      computed = layout
      return layout
    }
  }

  /// Nil as long as it has not been computed.
  var byteCount: Int? { computed.withLock { $0?.byteCount } }
}
