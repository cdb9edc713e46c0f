import Dispatch
import HTTPServer
import Synchronization

/// Releases large values on a background thread, because releasing a million sections takes as long as thousands of
/// answers. Reports the freed bytes to the server, which returns much of them to the system.
///
/// The queue is bounded, because everything in it was counted as memory before.
struct Disposal: Sendable {
  /// Values with up to this number of parts are released at once, on the calling thread.
  static let partsAtOnce = 10_000

  private let thread = DispatchQueue(label: "layoutd.disposal")

  /// Releases the only reference to a value, on this thread or the background thread, and then calls `then`, telling
  /// whether it was the background thread.
  ///
  /// - Parameters:
  ///   - parts: The number of the value's parts.
  ///   - bytes: The memory of the value, in bytes.
  func dispose<Value: Sendable>(
    _ value: consuming Value, parts: Int, bytes: Int,
    then: @escaping @Sendable (_ isElsewhere: Bool) -> Void = { _ in }
  ) {
    // The box is emptied explicitly: a captured value would be freed by whichever thread releases the closure last.
    let box = Holder(value)
    let letGo = { @Sendable (isElsewhere: Bool) in
      box.value.withLock { $0 = nil }
      ProgramMemory.noteFreed(bytes: bytes)
      then(isElsewhere)
    }
    if parts > Disposal.partsAtOnce { thread.async { letGo(true) } } else { letGo(false) }
  }

  private final class Holder<Value: Sendable>: Sendable {
    let value: Mutex<Value?>

    init(_ value: consuming Value) { self.value = Mutex(value) }
  }
}
