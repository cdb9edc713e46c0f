internal import CHTTPServer

/// Numbers threads from 0 in the order of their first calls.
public enum ThreadNumber {
  /// The number of the calling thread. It never changes.
  public static var current: Int { Int(http_thread_number()) }
}
