import Synchronization

/// The keys in force. They can be replaced while requests are checked: each request is checked against either the old
/// keys or the new ones.
public final class APIKeyRing: Sendable {
  private let keys: Mutex<APIKeys>
  private let listeners = Mutex<[@Sendable () -> Void]>([])

  /// Creates a ring with keys in force.
  public init(_ keys: APIKeys) {
    self.keys = Mutex(keys)
  }

  /// Replaces the keys for all requests checked from now on. Streams that follow a document end if their key is no
  /// longer listed, or may no longer read the document.
  public func replace(with keys: APIKeys) {
    self.keys.withLock { $0 = keys }
    for listener in listeners.withLock({ $0 }) { listener() }
  }

  /// Adds a function to call whenever the keys are replaced.
  func whenReplaced(_ listener: @escaping @Sendable () -> Void) {
    listeners.withLock { $0.append(listener) }
  }

  /// The present name, rights and prefixes of a key that was in force before; nil if the key was withdrawn. O(keys)
  func current(_ key: APIKey) -> APIKey? {
    let keys = keys.withLock { $0 }
    return if let digest = key.digest { keys.key(digest: digest) } else { keys.withoutKey }
  }

  /// What callers without a key may do; nil if all need one.
  public var withoutKey: APIKey? { keys.withLock { $0.withoutKey } }

  /// The key in an `Authorization` value, as in ``APIKeys/key(authorization:)``.
  public func key(authorization: String?) -> APIKey? {
    // Locked only to copy the reference to the keys, not to compare them.
    let keys = keys.withLock { $0 }
    return keys.key(authorization: authorization)
  }
}
