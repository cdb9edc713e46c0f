import LayoutCore
import Synchronization

/// Section layouts by section and width, each with how many layouts use it; it goes with the last of them. Every byte is
/// counted once.
///
/// They lie in many small tables, each behind a lock of its own, so that nobody waits while one grows.
final class SharedSections: Sendable {
  private final class Table: Sendable {
    let cells = Mutex<Set<SectionCell>>([])
  }

  /// What is held for every section layout beside itself, in bytes.
  private static let bytesPerSection =
    SectionCell.objectBytes + HeapBytes.tablePlace(of: SectionCell.self)

  private let tables = (0..<64).map { _ in Table() }
  private let bytes = Atomic(0)

  /// What all of them together hold.
  var byteCount: Int { bytes.load(ordering: .relaxed) }

  /// The cells of sections, each with one more user.
  func acquire(_ digests: [Digest], containerWidth: Double) -> [SectionCell] {
    var last: SectionCell?
    return digests.map { digest in
      // Equal sections mostly stand side by side.
      if let last, last.key.digest == digest {
        last.users.add(1, ordering: .relaxed)
        return last
      }
      let new = SectionCell(LayoutKey(digest: digest, containerWidth: containerWidth))
      let cell = table(of: new).cells.withLock { cells in
        let cell = cells.insert(new).memberAfterInsert
        cell.users.add(1, ordering: .relaxed)
        return cell
      }
      last = cell
      return cell
    }
  }

  /// Counts the bytes of section layouts that have just been made, and returns them.
  func charge(_ cells: [SectionCell]) -> Int {
    var added = 0
    for cell in cells where cell.byteCount.load(ordering: .relaxed) == 0 {
      let bytes = SharedSections.bytesPerSection + cell.layoutByteCount
      let (isMine, _) = cell.byteCount.compareExchange(
        expected: 0, desired: bytes, ordering: .relaxed)
      if isMine { added += bytes }
    }
    bytes.add(added, ordering: .relaxed)
    return added
  }

  /// Takes one user from each section; those without users go.
  func release(_ cells: [SectionCell]) {
    for cell in cells {
      // Nobody takes a cell from the table that has lost its last user: both happen behind the table's lock.
      let isUnused = table(of: cell).cells.withLock { cells in
        guard cell.users.subtract(1, ordering: .relaxed).newValue == 0 else { return false }
        cells.remove(cell)
        cells.giveRoomBack()
        return true
      }
      if isUnused { bytes.subtract(cell.byteCount.load(ordering: .relaxed), ordering: .relaxed) }
    }
  }

  private func table(of cell: SectionCell) -> Table { tables[Int(cell.key.digest.prefix % 64)] }
}

/// One section's layout at one width, computed by the first who asks for it.
///
/// Whoever asks meanwhile waits: sections that a network thread may compute are small, and those who wait for a larger
/// one have left the network threads.
final class SectionCell: Sendable {
  let key: LayoutKey
  /// How many layouts use it; the last one takes it from the table.
  fileprivate let users = Atomic(0)
  /// What it has been charged with, once its layout is there.
  fileprivate let byteCount = Atomic(0)
  private let computed = Mutex<SectionLayout?>(nil)

  fileprivate static let objectBytes = HeapBytes.object(
    (LayoutKey, Int, Int, UInt32, SectionLayout?).self)

  fileprivate init(_ key: LayoutKey) { self.key = key }

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

  /// 0 as long as it has not been computed.
  fileprivate var layoutByteCount: Int { computed.withLock { $0?.byteCount ?? 0 } }
}

extension SectionCell: Hashable {
  static func == (left: SectionCell, right: SectionCell) -> Bool {
    left === right || left.key == right.key
  }

  func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension Set {
  /// Makes the table smaller when most members have gone, which it does not do by itself. O(members) then
  fileprivate mutating func giveRoomBack() {
    if isEmpty {
      self = []
    } else if capacity > 64, count < capacity / 8 {
      var smaller = Set(minimumCapacity: 2 * count)
      for member in self { smaller.insert(member) }
      self = smaller
    }
  }
}
