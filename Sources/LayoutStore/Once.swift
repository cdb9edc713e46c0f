import Synchronization

/// What becomes of a call, said once: by who has done it, or by who ends what is overdue.
final class Once<Value: Sendable>: Sendable {
  private let state: Mutex<(value: Value?, done: StoreAnswer<Value>?)>

  init(_ done: @escaping StoreAnswer<Value>) { state = Mutex((nil, done)) }

  /// Keeps what the call is to answer when it is done for good.
  func keep(_ value: Value) { state.withLock { $0.value = value } }

  /// Says what has been kept, unless something has been said; with an error, that.
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

  /// Says this, unless something has been said.
  func finish(_ result: Result<Value, StoreError>) {
    switch result {
    case .success(let value):
      keep(value)
      finish(nil)
    case .failure(let error): finish(error)
    }
  }
}
