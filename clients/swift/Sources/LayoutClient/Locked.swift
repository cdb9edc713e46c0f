internal import Foundation

/// A value that one thread at a time reads or writes. `Mutex` of the standard library needs iOS 18.
///
/// Checked by hand: the value is used under the lock alone.
final class Locked<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  /// Calls a function with the value. No other call runs meanwhile.
  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.withLock { body(&value) }
  }
}
