import Synchronization

/// The keys in force. They can be replaced while requests are checked: each is checked against the old ones or the
/// new ones, never a mixture.
public final class APIKeyRing: Sendable {
  private let keys: Mutex<APIKeys>
  private let listeners = Mutex<[@Sendable () -> Void]>([])

  /// Puts keys in force.
  public init(_ keys: APIKeys) {
    self.keys = Mutex(keys)
  }

  /// Puts other keys in force for every request that is checked from now on. What follows a document with a key that is
  /// no longer among them ends.
  public func replace(with keys: APIKeys) {
    self.keys.withLock { $0 = keys }
    for listener in listeners.withLock({ $0 }) { listener() }
  }

  /// Has a function called each time when other keys have been put in force.
  func whenReplaced(_ listener: @escaping @Sendable () -> Void) {
    listeners.withLock { $0.append(listener) }
  }

  /// What a key that was in force before allows now; nil where it is withdrawn. O(keys)
  func current(_ key: APIKey) -> APIKey? {
    let keys = keys.withLock { $0 }
    return keys.key(digest: key.digest)
  }

  /// The key that an `Authorization` value holds, as ``APIKeys/key(authorization:)`` says.
  public func key(authorization: String?) -> APIKey? {
    // Locked for a copy of the reference that the keys are, not for the comparison.
    let keys = keys.withLock { $0 }
    return keys.key(authorization: authorization)
  }
}
