import Glibc
import Synchronization
import TestClient
import Testing

@testable import HTTPServer

@Suite("Room for the pieces of streams")
struct PieceRoomTests {
  private static let get = "GET /stream HTTP/1.1\r\nHost: a\r\n\r\n"

  /// A stream whose client has its head.
  private func open(_ test: TestServer) throws -> (client: TestClient, stream: AnswerStream) {
    let client = try #require(TestClient(port: test.server.port, receiveBufferBytes: 10_000))
    client.send(Self.get)
    let stream = try #require(test.handler.takeStreams(count: 1).first)
    #expect(client.head()?.status == 200)
    return (client, stream)
  }

  @Test("Room is reserved for one stream, is used by its next piece, and is given back with it")
  func reserving() throws {
    let test = try TestServer { $0.answersInFlightBytesMax = 1_000_000 }
    let (client, stream) = try open(test)
    let (_, other) = try open(test)
    #expect(stream.reserve(2_000_000) == .tooLong)
    #expect(stream.reserve(600_000) == .reserved)
    #expect(other.reserve(600_000) == .none)
    // In place of what was reserved before.
    #expect(stream.reserve(700_000) == .reserved)
    #expect(other.reserve(200_000) == .reserved)
    // Who gets no more holds nothing either.
    #expect(other.reserve(400_000) == .none)
    #expect(test.server.counters.answerBytesInFlight < 701_000)
    #expect(other.reserve(200_000) == .reserved)
    other.end()
    #expect(other.reserve(1) == .over)
    let piece = [UInt8](repeating: 7, count: 690_000)
    #expect(stream.send(AnswerPiece(piece)))
    #expect(test.server.counters.answerBytesInFlight <= 690_100)
    var received: [UInt8] = []
    while received.count < piece.count { received += try #require(client.chunk()) }
    #expect(eventually { test.server.counters.answerBytesInFlight == 0 })
    #expect(stream.reserve(900_000) == .reserved)
    client.reset()
    #expect(eventually { test.server.counters.answerBytesInFlight == 0 })
  }

  @Test("What is reserved can be used, however many small answers have come since")
  func smallAnswers() throws {
    let test = try TestServer { $0.answersInFlightBytesMax = 100_000 }
    let (_, stream) = try open(test)
    let (_, other) = try open(test)
    #expect(stream.reserve(99_000) == .reserved)
    #expect(other.reserve(16_000) == .reserved)
    #expect(stream.send(AnswerPiece([UInt8](repeating: 7, count: 98_900))))
  }

  @Test("A stream tells once when its client has taken everything, and is cut without the rest")
  func taking() throws {
    let test = try TestServer { _ in }
    let (client, stream) = try open(test)
    #expect(!stream.tellWhenTaken())
    #expect(stream.send(AnswerPiece([UInt8](repeating: 7, count: 10_000_000))))
    #expect(stream.reserve(100_000) == .untaken)
    #expect(stream.tellWhenTaken())
    var count = 0
    while count < 10_000_000 { count += try #require(client.chunk()).count }
    #expect(eventually { test.handler.takenCount == 1 })
    #expect(!stream.tellWhenTaken())
    #expect(stream.send(AnswerPiece([UInt8](repeating: 8, count: 10_000_000))))
    stream.cut()
    #expect(test.server.counters.answerBytesInFlight == 0)
    let rest = try #require(client.chunks())
    #expect(rest.count < 10_000_000)
    #expect(test.handler.takenCount == 1)
  }
}
