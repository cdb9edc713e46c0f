import Synchronization

/// Who is told of the documents of a store that may have changed.
final class DocumentFollower: Sendable {
  /// A closure that is itself the value of a `Mutex` would be wrapped once more by each look at it.
  private struct State {
    var changed: (@Sendable (DocumentName) -> Void)?
  }

  private let state = Mutex(State())

  /// Tells nobody else from now on.
  func follow(_ changed: @escaping @Sendable (DocumentName) -> Void) {
    state.withLock { $0.changed = changed }
  }

  func tell(_ name: DocumentName) { state.withLock { $0.changed }?(name) }
}
