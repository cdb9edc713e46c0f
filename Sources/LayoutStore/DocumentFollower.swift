import Synchronization

/// Stores the one closure to call when a document of a store, or with nil any of them, may have changed.
final class DocumentFollower: Sendable {
  /// The closure is wrapped in a struct: a closure stored directly in a `Mutex` is wrapped again by each access.
  private struct State {
    var changed: (@Sendable (DocumentName?) -> Void)?
  }

  private let state = Mutex(State())

  /// Sets the closure, in place of any earlier one.
  func follow(_ changed: @escaping @Sendable (DocumentName?) -> Void) {
    state.withLock { $0.changed = changed }
  }

  func tell(_ name: DocumentName?) { state.withLock { $0.changed }?(name) }
}
