internal import CHTTPServer

/// The numbers of threads, from 0 on, in the order in which they first ask.
public enum ThreadNumber {
  /// The number of the calling thread; it does not change.
  public static var current: Int { Int(http_thread_number()) }
}
