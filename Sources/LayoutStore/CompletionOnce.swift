import Synchronization

/// Calls the completion of a store's call only once, whether the call ends or its deadline passes first.
final class CompletionOnce<Value: Sendable>: Sendable {
  private let state: Mutex<(value: Value?, done: StoreAnswer<Value>?)>

  init(_ done: @escaping StoreAnswer<Value>) { state = Mutex((nil, done)) }

  /// Sets the value to complete with when the call has ended.
  func keep(_ value: Value) { state.withLock { $0.value = value } }

  /// Completes with an error or, if it is nil, with the value set before. Does nothing if already completed.
  func finish(_ error: StoreError?) {
    let (value, done) = state.withLock { state in
      defer { state.done = nil }
      return (state.value, state.done)
    }
    if let error {
      done?(.failure(error))
    } else if let value {
      done?(.success(value))
    } else {
      done?(.failure(.unknownOutcome))
    }
  }

  /// Completes with a result. Does nothing if already completed.
  func finish(_ result: Result<Value, StoreError>) {
    switch result {
    case .success(let value):
      keep(value)
      finish(nil)
    case .failure(let error): finish(error)
    }
  }
}
