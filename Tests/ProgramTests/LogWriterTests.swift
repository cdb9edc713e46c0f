import Glibc
import TestClient
import Testing

@testable import layoutd

@Suite("The log's writer")
struct LogWriterTests {
  /// A pipe whose reading end nobody reads unless told to.
  private final class Pipe: Sendable {
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

    /// Reads until so many bytes have come, or nothing comes for some seconds.
    func read(_ count: Int) -> [UInt8] {
      var bytes: [UInt8] = []
      var piece = [UInt8](repeating: 0, count: 65536)
      var entry = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
      while bytes.count < count, poll(&entry, 1, 10_000) == 1 {
        let taken = Glibc.read(reading, &piece, piece.count)
        if taken <= 0 { break }
        bytes += piece[..<taken]
      }
      return bytes
    }
  }

  private func line(_ number: Int) -> [UInt8] { Array("line \(number)\n".utf8) }

  @Test("Lines are written in order and whole")
  func order() {
    let pipe = Pipe()
    let writer = LogWriter(descriptor: pipe.writing) { _ in [] }
    let lines = (0..<1000).flatMap { line($0) }
    for number in 0..<1000 { writer.write(line(number)) }
    #expect(pipe.read(lines.count) == lines)
    #expect(writer.droppedCount == 0)
  }

  @Test("Nobody waits for a reader that does not read; what does not fit is dropped and told of")
  func stuck() {
    let pipe = Pipe()
    let writer = LogWriter(descriptor: pipe.writing, capacity: 10_000) {
      Array("dropped \($0)\n".utf8)
    }
    let long = [UInt8](repeating: UInt8(ascii: "a"), count: 999) + [10]
    for _ in 0..<1000 { writer.write(long) }
    let dropped = writer.droppedCount
    #expect(dropped > 0)
    var bytes = pipe.read((1000 - dropped) * 1000)
    writer.flush(within: .seconds(20))
    writer.write(line(1))
    while !bytes.suffix(7).elementsEqual(line(1)) {
      let more = pipe.read(1)
      guard !more.isEmpty else { break }
      bytes += more
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let told = lines.filter { $0.hasPrefix("dropped ") }.compactMap { Int($0.dropFirst(8)) }
    #expect(lines.count { $0.count == 999 } == 1000 - dropped)
    #expect(told.reduce(0, +) == dropped)
    #expect(lines.last == "line 1")
  }

  @Test("Flushing waits for what has been taken, and not for a reader that does not read")
  func flushing() {
    let pipe = Pipe()
    let writer = LogWriter(descriptor: pipe.writing) { _ in [] }
    writer.write(line(1))
    writer.flush(within: .seconds(20))
    #expect(pipe.read(7) == line(1))
    let long = [UInt8](repeating: UInt8(ascii: "a"), count: 200_000)
    writer.write(long)
    writer.flush(within: .milliseconds(10))
    #expect(pipe.read(long.count) == long)
  }
}
