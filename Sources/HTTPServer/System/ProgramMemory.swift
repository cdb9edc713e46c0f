internal import CHTTPServer

/// The program's memory, apart from the server's own.
public enum ProgramMemory {
  /// Grows the heap of the calling thread before much work, because the allocator would grow it page by page. Unused
  /// room takes no memory.
  public static func makeRoom() { http_memory_make_room() }

  /// Reports that the program has freed `bytes` bytes. Any thread.
  ///
  /// The allocator keeps freed memory. After large amounts, a running server returns it to the system some seconds
  /// later.
  public static func noteFreed(bytes: Int) { http_memory_freed(max(0, bytes)) }
}
