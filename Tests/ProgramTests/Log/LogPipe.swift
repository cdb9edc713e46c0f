import Glibc

/// A pipe for a log, which is read only on demand.
final class LogPipe: Sendable {
  let reading: Int32
  let writing: Int32

  init() {
    var ends: [Int32] = [0, 0]
    precondition(pipe(&ends) == 0, "a pipe can be made")
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    close(reading)
    close(writing)
  }

  /// Reads until so many bytes have come, or nothing comes for a minute.
  func read(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let more = readSome(waiting: 60_000)
      if more.isEmpty { break }
      bytes += more
    }
    return bytes
  }

  /// Reads what has come, waiting some milliseconds for the first of it.
  func readSome(waiting: Int32) -> [UInt8] {
    var piece = [UInt8](repeating: 0, count: 65536)
    var entry = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, waiting) == 1 else { return [] }
    let count = Glibc.read(reading, &piece, piece.count)
    return Array(piece.prefix(max(0, count)))
  }
}
