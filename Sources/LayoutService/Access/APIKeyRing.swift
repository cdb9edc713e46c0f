import Synchronization

/// The keys in force. They can be replaced while requests are checked: each is checked against the old ones or the
/// new ones, never a mixture.
public final class APIKeyRing: Sendable {
  private let keys: Mutex<APIKeys>

  /// Puts keys in force.
  public init(_ keys: APIKeys) {
    self.keys = Mutex(keys)
  }

  /// Puts other keys in force for every request that is checked from now on.
  public func replace(with keys: APIKeys) {
    self.keys.withLock { $0 = keys }
  }

  /// The key that an `Authorization` value holds, as ``APIKeys/key(authorization:)`` says.
  public func key(authorization: String?) -> APIKey? {
    // Locked for a copy of the reference that the keys are, not for the comparison.
    let keys = keys.withLock { $0 }
    return keys.key(authorization: authorization)
  }
}
