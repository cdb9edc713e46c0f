internal import CHTTPServer

/// Memory of the program, without the server's own.
public enum ProgramMemory {
  /// Gives the calling thread's heap room for much work at once, which it would get page by page. What is not used
  /// takes no memory.
  public static func makeRoom() { http_memory_make_room() }

  /// Notes that so many bytes have been freed. Any thread.
  ///
  /// The allocator keeps what is freed. As long as a server runs, it has much of that given back to the system, some
  /// seconds later.
  public static func noteFreed(bytes: Int) { http_memory_freed(max(0, bytes)) }
}
