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

  /// Runs what lets go of many parts on the other thread.
  func run(_ letGo: @escaping @Sendable () -> Void) { thread.async(execute: letGo) }

  /// Lets go of the only reference to a value of so many parts and bytes, here or on the other thread.
  func dispose<Value: Sendable>(_ value: consuming Value, parts: Int, bytes: Int) {
    guard parts > Disposal.partsAtOnce else { return FreedMemory.note(bytes: bytes) }
    // Emptied by the other thread: a captured value would be freed by whoever lets go of it last.
    let box = Box(value)
    run {
      box.value.withLock { $0 = nil }
      FreedMemory.note(bytes: bytes)
    }
  }

  private final class Box<Value: Sendable>: Sendable {
    let value: Mutex<Value?>

    init(_ value: consuming Value) { self.value = Mutex(value) }
  }
}
