import Dispatch
import HTTPServer
import Synchronization

/// Lets go of what is made of many parts on a thread that nobody waits for: to free a million sections takes as long as
/// thousands of answers. What has been let go of is told to the server, which gives much of it back to the system.
///
/// What waits here has been counted as memory before, so its queue is as bounded as that.
struct Disposal: Sendable {
  /// What has at most so many parts is let go of at once, on the calling thread.
  static let partsAtOnce = 10_000

  private let thread = DispatchQueue(label: "layoutd.disposal")

  /// Lets go of the only reference to a value of so many parts and bytes, here or on the other thread; calls `then`
  /// afterwards, and says whether it was there.
  func dispose<Value: Sendable>(
    _ value: consuming Value, parts: Int, bytes: Int,
    then: @escaping @Sendable (_ isElsewhere: Bool) -> Void = { _ in }
  ) {
    // Emptied by whoever lets go: a captured value would be freed by the last who has it.
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
