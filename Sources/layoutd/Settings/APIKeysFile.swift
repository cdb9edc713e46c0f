import LayoutService
import Logging
import Synchronization

/// The file that lists the API keys, and the keys in force.
final class APIKeysFile: Sendable {
  /// The greatest size of the file, in bytes.
  private static let bytesMax = 1 << 20

  /// The path of the file.
  let path: String
  /// The keys of the last successful reading.
  let ring: APIKeyRing
  private let state: Mutex<KeysReading>

  /// The last reading of the file.
  struct KeysReading: Sendable {
    /// The time, in seconds since 1970.
    var seconds = Double(OperatingSystem.wallClockMilliseconds()) / 1000
    var hasSucceeded = true
    /// The number of keys in force.
    var keyCount: Int
  }

  /// Reads the file.
  init(path: String) throws(Unusable) {
    self.path = path
    let keys = try Self.keys(path: path)
    ring = APIKeyRing(keys)
    state = Mutex(KeysReading(keyCount: keys.count))
  }

  /// The last reading of the file.
  var reading: KeysReading { state.withLock { $0 } }

  /// Reads the file again and puts its keys in force at once. If the file cannot be used, the old keys stay in force.
  func reload(logger: Logger) {
    do {
      let keys = try Self.keys(path: path)
      ring.replace(with: keys)
      state.withLock { $0 = KeysReading(keyCount: keys.count) }
      logger.info("API keys read again", metadata: ["file": "\(path)", "keys": "\(keys.count)"])
    } catch {
      state.withLock { $0 = KeysReading(hasSucceeded: false, keyCount: $0.keyCount) }
      logger.error(
        "API keys not read again, the old ones stay in force",
        metadata: ["file": "\(path)", "reason": "\(error.reason)"])
    }
  }

  private static func keys(path: String) throws(Unusable) -> APIKeys {
    let reason: String
    do {
      if let bytes = try OperatingSystem.read(regularFile: path, bytesMax: bytesMax) {
        return try APIKeys(file: bytes)
      }
      reason = "it has more than \(Quantity.text(bytes: bytesMax))"
    } catch {
      reason = "\(error)"
    }
    throw Unusable(path: path, reason: reason)
  }

  /// Why the keys of a file cannot be used.
  struct Unusable: Error, CustomStringConvertible {
    let path: String
    /// The reason, with the number of the wrong line if there is one.
    let reason: String

    var description: String { "cannot use the API keys in \(path): \(reason)" }
  }
}
