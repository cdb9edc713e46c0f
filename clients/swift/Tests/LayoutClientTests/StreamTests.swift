import Foundation
import Testing

@testable import LayoutClient

@Suite("Streams of events")
struct StreamTests {
  private static let input = SnapshotInput(
    engine: .column, sections: [SectionInput(items: .equal(count: 4, height: 50))])
  private static let one = Step {
    $0.insert = [.init(section: 0, item: 0, items: .equal(count: 1, height: 20))]
  }

  private static func pieces(
    _ texts: [String], _ error: (any Error)? = nil
  ) -> (Response, AsyncThrowingStream<Data, any Error>) {
    let (stream, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
    for text in texts { continuation.yield(Data(text.utf8)) }
    continuation.finish(throwing: error)
    return (Response(status: 200), stream)
  }

  private static func event(_ revision: Int, _ kind: String = "replace") -> String {
    let record = #"{"revision":\#(revision),"kind":"\#(kind)","layout":"x","time":"t"}"#
    return "id: \(revision)\nevent: \(kind)\ndata: \(record)\n\n"
  }

  private static func revisions(_ document: DocumentHandle, after: Int) async throws -> [Int] {
    var revisions: [Int] = []
    for try await event in document.events(after: after) {
      if case .record(let record) = event { revisions.append(record.revision) }
    }
    return revisions
  }

  // MARK: Sending

  @Test("A redirection is answered, whole or in pieces, and not followed")
  func redirections() async throws {
    let program = try Program()
    let service = try program.service()
    _ = try await service.document("feed").put(Self.input, revision: .none)
    let transport = URLSessionTransport(program.url)
    let request = Request(target: "/v1/documents/feed/size?width=320")
    let answer = try await transport.send(request)
    #expect(answer.status == 307)
    #expect(answer.header("Location")?.hasSuffix("/size?width=320") == true)
    #expect(try await transport.open(request).head.status == 307)
    // A cancelled task does not wait, whether it was cancelled before or meanwhile.
    let log = Request(target: "/v1/documents/feed/changes?after=1&wait=30")
    for place in 0..<50 {
      let sending = Task { try await transport.send(log) }
      for _ in 0..<place { await Task.yield() }
      sending.cancel()
      await #expect(throws: (any Error).self) { try await sending.value }
    }
  }

  // MARK: Reading

  @Test("Events are read however their text is cut, with any ends of lines")
  func reader() throws {
    let lines = [
      "retry: 1500", "", ": nothing", "event: change", "id: 7", "data: {\"a\":", "data:1}", "",
      "data", "", "event: heartbeat", "data: é", "", "data: not whole",
    ]
    let expected = [
      EventReader.Event(name: "change", data: Data("{\"a\":\n1}".utf8)),
      EventReader.Event(name: "message", data: Data()),
      EventReader.Event(name: "heartbeat", data: Data("é".utf8)),
    ]
    for end in ["\n", "\r", "\r\n"] {
      let text = Data(lines.joined(separator: end).utf8)
      for length in [1, 2, 3, 7, text.count] {
        var reader = EventReader()
        var events: [EventReader.Event] = []
        for start in stride(from: 0, to: text.count, by: length) {
          events += try reader.read(text[start..<min(text.count, start + length)])
        }
        #expect(events == expected)
        #expect(reader.retrySeconds == 1.5)
      }
    }
  }

  @Test("An event that is too long is a fault")
  func tooLong() throws {
    var reader = EventReader(bytesMax: 1000)
    #expect(try reader.read(Data(repeating: 0x61, count: 1000)).isEmpty)
    #expect(throws: EventReader.TooLong.self) { _ = try reader.read(Data([0x61])) }
  }

  // MARK: Following

  @Test("A stream that breaks is opened again behind its last record, which is not told twice")
  func again() async throws {
    let pauses = Pauses()
    let transport = StreamTransport(FakeTransport { _, _ in .problem(500, "none") }) { _, number in
      switch number {
      case 0:
        return StreamTests.pieces(["retry: 2000\n\n" + StreamTests.event(5)], URLError(.timedOut))
      case 1: throw URLError(.cannotConnectToHost)
      // Told again, and one that is missing between.
      case 2: return StreamTests.pieces([StreamTests.event(5) + StreamTests.event(7)])
      case 3:
        return StreamTests.pieces([
          StreamTests.event(6), "event: heartbeat\ndata: {}\n\n", StreamTests.event(7),
        ])
      default: return StreamTests.pieces([StreamTests.event(8, "delete")])
      }
    }
    let document = try LayoutService(
      transport: transport, options: ClientOptions(), pauses.surroundings()
    ).document("feed")
    #expect(try await StreamTests.revisions(document, after: 4) == [5, 6, 7, 8])
    #expect(
      transport.opened.map { $0.headers["Last-Event-ID"] } == ["4", "5", "5", "5", "7"])
    #expect(transport.opened.allSatisfy { $0.headers["Accept"] == "text/event-stream" })
    // The service's pause: after the break, after the failure, after the end of the fourth.
    #expect(pauses.all == [2, 4, 2])
  }

  @Test("Where no stream can be had, or nothing comes through it, polls take its place for a while")
  func polls() async throws {
    for kind in 0..<3 {
      let pauses = Pauses()
      let polled = FakeTransport { _, number in
        if number == 0 {
          return Response(
            200,
            #"{"changes":[{"revision":5,"kind":"replace","time":"t"}],"revision":5,"oldest":1}"#)
        }
        return Response(200, #"{"changes":[],"revision":5,"oldest":1}"#)
      }
      let transport = StreamTransport(polled) { _, number in
        if number > 0 { return StreamTests.pieces([StreamTests.event(6, "delete")]) }
        switch kind {
        case 0: return StreamTests.pieces([])
        case 1:
          let problem = Response.problem(429, "too-many-watchers")
          return (problem, StreamTests.pieces([String(decoding: problem.body, as: UTF8.self)]).1)
        default: throw TimedOut()
        }
      }
      let document = try LayoutService(
        transport: transport, options: ClientOptions(), pauses.surroundings()
      ).document("feed")
      #expect(try await StreamTests.revisions(document, after: 4) == [5, 6])
      // Polls that bring nothing at once are followed by growing pauses, until a stream is tried again.
      #expect(pauses.all.reduce(0, +) >= 300)
      #expect(transport.opened.count == 2 && polled.sent.count > 5)
    }
  }

  @Test("History that is gone while a stream is open has the document read anew")
  func gone() async throws {
    let head = #"{"name":"feed","revision":9,"layout":"x","updatedAt":"t"}"#
    let transport = StreamTransport(FakeTransport { _, _ in Response(200, head) }) { _, number in
      number == 0
        ? StreamTests.pieces(["event: gone\ndata: {\"oldest\":8,\"revision\":9}\n\n"])
        : StreamTests.pieces([StreamTests.event(10, "delete")])
    }
    let document = try LayoutService(
      transport: transport, options: ClientOptions(), Pauses().surroundings()
    ).document("feed")
    var events: [DocumentEvent] = []
    for try await event in document.events(after: 4) { events.append(event) }
    guard events.count == 2, case .reset(let read) = events[0], case .record(let last) = events[1]
    else {
      Issue.record("\(events)")
      return
    }
    #expect(read.revision == 9 && last.kind == .delete)
    #expect(transport.opened.map { $0.headers["Last-Event-ID"] } == ["4", "9"])
  }

  @Test(
    "A program's records come through a stream that is cut again and again, each once, in order")
  func program() async throws {
    let program = try Program()
    let inner = URLSessionTransport(program.url)
    let document = try program.service().document("feed")
    _ = try await document.put(StreamTests.input, revision: .none)
    let polls = FakeTransport { request, _ in
      #expect(!request.target.contains("/changes?"), "it polls")
      return try await inner.send(request)
    }
    let transport = StreamTransport(polls) { request, number in
      let (head, pieces) = try await inner.open(request)
      guard number < 4 else { return (head, pieces) }
      // Ends after a few pieces.
      let (cut, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
      let copying = Task {
        var count = 0
        for try await piece in pieces {
          continuation.yield(piece)
          count += 1
          if count > 2 + number { break }
        }
        continuation.finish(throwing: URLError(.networkConnectionLost))
      }
      continuation.onTermination = { _ in copying.cancel() }
      return (head, cut)
    }
    let follower = try LayoutService(
      transport: transport, options: ClientOptions(), Pauses().surroundings()
    ).document("feed")
    var events = follower.events(after: 1).makeAsyncIterator()
    // Each record is a piece of its own, since the next one is made after it has come.
    for revision in 1...41 {
      if revision == 41 {
        try await document.delete(revision: .number(revision))
      } else {
        _ = try await document.change([StreamTests.one], revision: revision)
      }
      guard case .record(let record) = try await events.next() else {
        return #expect(Bool(false), "no record")
      }
      #expect(record.revision == revision + 1)
    }
    #expect(try await events.next() == nil)
    #expect(transport.opened.count == 5)
  }

  @Test("Whoever stops following ends the stream, and a stream without news may be left")
  func cancelled() async throws {
    let program = try Program()
    let document = try program.service().document("feed")
    _ = try await document.put(StreamTests.input, revision: .none)
    let inner = URLSessionTransport(program.url)
    let (opened, go) = AsyncStream.makeStream(of: Void.self)
    let transport = StreamTransport(inner) { request, _ in
      defer { go.yield() }
      return try await inner.open(request)
    }
    let follower = try LayoutService(transport: transport).document("feed")
    let following = Task { try await StreamTests.revisions(follower, after: 1) }
    for await _ in opened { break }
    following.cancel()
    await #expect(throws: CancellationError.self) { _ = try await following.value }
  }
}
