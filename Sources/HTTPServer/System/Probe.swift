import CHTTPServer
import Glibc

/// A client for one question: which status does a server answer with?
public enum Probe {
  /// Why there was no answer.
  public struct Failure: Error, CustomStringConvertible {
    /// The system's number: `ETIMEDOUT`, `ECONNREFUSED`, …; `EPROTO` when the answer was not HTTP.
    public let number: Int32

    /// The system's words for it.
    public var description: String { unsafe String(cString: strerror(number)) }
  }

  /// The status of the answer to `GET path`.
  ///
  /// Blocks until it is there or the time is over.
  ///
  /// - Parameters:
  ///   - host: a numeric address or a name, IPv6 without brackets.
  ///   - timeoutMilliseconds: for connecting, sending and receiving together.
  public static func status(
    host: String, port: UInt16, path: String, timeoutMilliseconds: Int32
  ) throws(Failure) -> Int {
    let outcome = unsafe http_probe_status(host, String(port), path, timeoutMilliseconds)
    guard outcome >= 0 else { throw Failure(number: -outcome) }
    return Int(outcome)
  }
}
