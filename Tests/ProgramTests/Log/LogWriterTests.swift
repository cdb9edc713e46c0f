import Glibc
import Testing

@testable import layoutd

@Suite("The log's writer")
struct LogWriterTests {
  private func line(_ number: Int) -> [UInt8] { Array("line \(number)\n".utf8) }

  @Test("Lines are written in order and whole")
  func order() {
    let pipe = LogPipe()
    let writer = LogWriter(descriptor: pipe.writing) { _ in [] }
    let lines = (0..<1000).flatMap { line($0) }
    for number in 0..<1000 { writer.write(line(number).span) }
    #expect(pipe.read(lines.count) == lines)
    #expect(writer.droppedCount == 0)
  }

  @Test("A pipe that is not read delays nobody; lines that do not fit are dropped and reported")
  func stuck() {
    let pipe = LogPipe()
    let writer = LogWriter(descriptor: pipe.writing, capacity: 10_000) {
      Array("dropped \($0)\n".utf8)
    }
    let long = [UInt8](repeating: UInt8(ascii: "a"), count: 999) + [10]
    for _ in 0..<1000 { writer.write(long.span) }
    let dropped = writer.droppedCount
    #expect(dropped > 0)
    var bytes = pipe.read((1000 - dropped) * 1000)
    writer.flush(within: .seconds(60))
    writer.write(line(1).span)
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

  @Test("Lines that cannot be written are counted")
  func broken() {
    let writer = LogWriter(descriptor: -1) { _ in [] }
    for number in 0..<3 { writer.write(line(number).span) }
    writer.flush(within: .seconds(60))
    #expect(writer.droppedCount == 3)
  }

  @Test("Lines that could not be written are reported once the descriptor takes lines again")
  func mended() throws {
    let full = open("/dev/full", O_WRONLY)
    try #require(full >= 0)
    defer { close(full) }
    let writer = LogWriter(descriptor: full) { Array("dropped \($0)\n".utf8) }
    for number in 0..<3 { writer.write(line(number).span) }
    writer.flush(within: .seconds(60))
    #expect(writer.droppedCount == 3)
    let pipe = LogPipe()
    try #require(dup2(pipe.writing, full) == full)
    writer.write(line(3).span)
    writer.flush(within: .seconds(60))
    #expect(String(decoding: pipe.readSome(waiting: 60_000), as: UTF8.self).contains("dropped 3\n"))
  }

  @Test("A non-blocking descriptor loses nothing")
  func nonBlocking() throws {
    let pipe = LogPipe()
    try #require(fcntl(pipe.writing, F_SETFL, O_NONBLOCK) == 0)
    let writer = LogWriter(descriptor: pipe.writing) { _ in [] }
    let lines = (0..<50_000).flatMap { line($0) }
    for number in 0..<50_000 { writer.write(line(number).span) }
    let read = pipe.read(lines.count)
    #expect(read.elementsEqual(lines), "\(read.count) of \(lines.count) bytes")
    writer.flush(within: .seconds(60))
    #expect(writer.droppedCount == 0)
  }

  @Test("Flushing waits for what has been taken, and not for a reader that does not read")
  func flushing() {
    let pipe = LogPipe()
    let writer = LogWriter(descriptor: pipe.writing) { _ in [] }
    writer.write(line(1).span)
    writer.flush(within: .seconds(60))
    #expect(pipe.read(7) == line(1))
    let long = [UInt8](repeating: UInt8(ascii: "a"), count: 200_000)
    writer.write(long.span)
    writer.flush(within: .milliseconds(10))
    #expect(pipe.read(long.count) == long)
  }
}
