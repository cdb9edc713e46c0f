internal import CHTTPServer

/// Memory that the program frees, without the server's own.
///
/// The allocator keeps what is freed. As long as a server runs, it has much of that given back to the system, some
/// seconds later.
public enum FreedMemory {
  /// Notes that so many bytes have been freed. Any thread.
  public static func note(bytes: Int) { http_memory_freed(max(0, bytes)) }
}
