import HTTPServer
import Synchronization

/// Numbers to which all threads add without a lock: each of eight threads has its own cells, and a reader adds them up.
/// A ninth thread shares the cells of the first. Integers are exact up to 2⁵³.
final class CountBlock: Sendable {
  /// The number of numbers in a block.
  static let count = 512
  private static let threadCount = 8

  private let cells = InlineArray<4096, Atomic<UInt64>> { _ in Atomic(0) }

  fileprivate func add(_ amount: Double, to number: Int) {
    let cell = ThreadNumber.current % CountBlock.threadCount * CountBlock.count + number
    var old = cells[cell].load(ordering: .relaxed)
    var isAdded = false
    while !isAdded {
      let new = (Double(bitPattern: old) + amount).bitPattern
      (isAdded, old) = cells[cell].weakCompareExchange(
        expected: old, desired: new, ordering: .relaxed)
    }
  }

  fileprivate subscript(number: Int) -> Double {
    (0..<CountBlock.threadCount).reduce(0) {
      let bits = cells[$1 * CountBlock.count + number].load(ordering: .relaxed)
      return $0 + Double(bitPattern: bits)
    }
  }
}

/// Neighbouring numbers of a block. Usable on any thread.
struct CountCells: Sendable {
  let block: CountBlock
  let first: Int

  func add(_ amount: Double, to number: Int = 0) { block.add(amount, to: first + number) }
  subscript(number: Int) -> Double { block[first + number] }
}
