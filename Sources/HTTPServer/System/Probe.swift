import CHTTPServer
import Glibc

/// A client that only reads the status of an answer.
public enum Probe {
  /// Why there was no answer.
  public struct Failure: Error, CustomStringConvertible {
    /// The system's error number: `ETIMEDOUT`, `ECONNREFUSED`, …; `EPROTO` if the answer was not HTTP.
    public let number: Int32

    /// The system's message for the number.
    public var description: String { unsafe String(cString: strerror(number)) }
  }

  /// Sends `GET path` and returns the status of the answer.
  ///
  /// Blocks until the answer or the timeout.
  ///
  /// - Parameters:
  ///   - host: A numeric address or a name, IPv6 without brackets.
  ///   - timeoutMilliseconds: The timeout for connecting, sending and receiving together.
  public static func status(
    host: String, port: UInt16, path: String, timeoutMilliseconds: Int32
  ) throws(Failure) -> Int {
    let outcome = unsafe http_probe_status(host, String(port), path, timeoutMilliseconds)
    guard outcome >= 0 else { throw Failure(number: -outcome) }
    return Int(outcome)
  }
}
