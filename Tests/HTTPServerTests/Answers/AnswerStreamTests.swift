import Glibc
import HTTPServer
import Oracle
import Synchronization
import TestClient
import Testing

/// Goal: an answer in pieces reaches its client piece by piece, whatever the client does is noticed once, and nothing
/// of it stays.
@Suite struct AnswerStreamTests {
  private static let get = "GET /stream HTTP/1.1\r\nHost: a\r\n\r\n"

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// A client that has the head of a stream.
  private func open(_ test: TestServer) throws -> (client: TestClient, stream: AnswerStream) {
    let client = test.connect()
    client.send(Self.get)
    let stream = try #require(test.handler.takeStreams(count: 1).first)
    let head = try #require(client.head())
    #expect(head.status == 200)
    #expect(head.headers["transfer-encoding"] == "chunked")
    #expect(head.headers["content-length"] == nil)
    return (client, stream)
  }

  @Test("Pieces arrive one by one, and the connection can be used again")
  func pieces() throws {
    let test = try TestServer()
    let client = test.connect()
    for round in 1...20 {
      client.send(Self.get)
      let stream = try #require(test.handler.takeStreams(count: 1).first)
      #expect(client.head()?.headers["content-type"] == "text/event-stream")
      for number in 0..<50 {
        #expect(stream.send(AnswerPiece(bytes("\(round).\(number)"))))
        try #require(client.chunk() == bytes("\(round).\(number)"))
      }
      #expect(!stream.send(AnswerPiece([])))
      stream.end()
      #expect(client.chunk() == [])
      #expect(!stream.send(AnswerPiece([1])))
      #expect(client.request("POST", "/echo", body: [UInt8(round)])?.body == [UInt8(round)])
      let length = (0..<50).map { "\(round).\($0)".count }.reduce(0, +)
      #expect(test.handler.ended(count: round).last == length)
    }
    #expect(test.server.counters.connectionsAccepted == 1)
    client.finishSending()
    #expect(test.isSoonAtRest())
    #expect(test.handler.memory.withLock { $0.ended.count } == 20)
  }

  @Test("A suspended request is answered with a stream from another thread")
  func suspended() throws {
    let test = try TestServer()
    let client = test.connect()
    client.send("POST /later HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc")
    var exchange = test.handler.takeSuspended(count: 1).first
    let opened = exchange?.stream(Response(status: 201)) { _ in }
    let stream = try #require(opened)
    let second = exchange?.stream(Response(status: 200)) { _ in Issue.record("never") }
    #expect(second == nil)
    #expect(exchange?.respond(Response(status: 200)) == .answeredBefore)
    exchange = nil
    // What the exchange held is free while the stream goes on.
    #expect(eventually { test.server.counters.bodiesInFlight == 0 })
    #expect(client.head()?.status == 201)
    #expect(stream.send(AnswerPiece([1])))
    #expect(client.chunk() == [1])
    stream.end()
    #expect(client.chunk() == [])
  }

  @Test("A stream counts in its phase, and its request is in flight, until it has ended")
  func counters() throws {
    let test = try TestServer()
    let (client, stream) = try open(test)
    #expect(test.soonHas(ConnectionCounts(stream: 1)))
    #expect(test.server.counters.requestsInFlight == 1)
    #expect(test.server.counters.answerBytesInFlight == 0)
    stream.end()
    #expect(client.chunk() == [])
    #expect(test.soonHas(ConnectionCounts(idle: 1)))
    #expect(test.server.counters.requestsInFlight == 0)
  }

  @Test("With HTTP/1.0 the connection ends the stream")
  func oldVersion() throws {
    let test = try TestServer()
    let client = test.connect()
    client.send("GET /stream HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
    let stream = try #require(test.handler.takeStreams(count: 1).first)
    let head = try #require(client.head())
    #expect(head.headers["transfer-encoding"] == nil)
    var expected: [UInt8] = []
    for count in [1, 1_000, 30_000, 2, 1_024] {
      let piece = (0..<count).map { UInt8(truncatingIfNeeded: $0 + count) }
      expected += piece
      #expect(stream.send(AnswerPiece(piece)))
      #expect(eventually { test.server.counters.answerBytesInFlight == 0 })
    }
    stream.end()
    let isWhole = client.everything() == expected
    #expect(isWhole)
    #expect(test.handler.ended(count: 1) == [expected.count])
    #expect(test.soonHas(ConnectionCounts()))
  }

  @Test("HEAD gets the head, and its stream has ended")
  func head() throws {
    let test = try TestServer()
    for round in 1...3 {
      let client = test.connect()
      client.send("HEAD /stream HTTP/1.1\r\nHost: a\r\n\r\n")
      let head = try #require(client.head())
      #expect(head.headers["content-type"] == "text/event-stream")
      #expect(head.headers["content-length"] == nil)
      #expect(client.everything() == [])
      #expect(test.handler.ended(count: round) == [Int](repeating: 0, count: round))
      let stream = try #require(test.handler.takeStreams(count: 1).first)
      #expect(!stream.send(AnswerPiece([1])))
      stream.end()
    }
    #expect(test.soonHas(ConnectionCounts()))
  }

  enum End: CaseIterable, Sendable {
    case close, reset, halfClose
  }

  @Test("A client that hangs up while nothing is sent is noticed, once", arguments: End.allCases)
  func hangUp(end: End) throws {
    let test = try TestServer()
    var opened: (client: TestClient, stream: AnswerStream)? = try open(test)
    let stream = try #require(opened).stream
    #expect(stream.send(AnswerPiece([1, 2, 3])))
    #expect(opened?.client.chunk() == [1, 2, 3])
    switch end {
    case .close: opened = nil
    case .reset: opened?.client.reset()
    case .halfClose: opened?.client.finishSending()
    }
    #expect(test.handler.ended(count: 1) == [3])
    #expect(!stream.send(AnswerPiece([4])))
    stream.end()
    // One that has only stopped sending gets the end.
    if end == .halfClose {
      #expect(opened?.client.chunk() == [])
      #expect(opened?.client.isClosedByServer() == true)
    }
    #expect(eventually { test.server.counters.connectionsOpen == 0 })
    #expect(test.handler.memory.withLock { $0.ended } == [3])
    #expect(test.handler.memory.withLock { $0.lines } == [])
    #expect(test.server.counters.connectionsTimedOut.total == 0)
  }

  @Test("A piece for a client that has just gone is lost, and nothing is logged")
  func lostPiece() throws {
    let test = try TestServer()
    for round in 1...10 {
      let (client, stream) = try open(test)
      client.reset()
      #expect(eventually { !stream.send(AnswerPiece([1])) })
      #expect(test.handler.ended(count: round).count == round)
    }
    #expect(test.handler.memory.withLock { $0.lines } == [])
    #expect(test.soonHas(ConnectionCounts()))
  }

  @Test("What a client sends meanwhile waits for its turn")
  func pipelined() throws {
    let test = try TestServer()
    let client = test.connect()
    let before = (0..<20).map { "GET /large?\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined()
    let behind = (0..<400).map {
      "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n\($0 + 1_000)"
    }
    .joined()
    client.send(before + Self.get + behind)
    let stream = try #require(test.handler.takeStreams(count: 1).first)
    for number in 0..<20 { #expect(client.answer()?.body.count == number) }
    #expect(client.head()?.status == 200)
    for number in 0..<20 {
      client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n\(number + 10)")
      #expect(stream.send(AnswerPiece([UInt8(number)])))
      #expect(client.chunk() == [UInt8(number)])
    }
    let large = [UInt8](repeating: 7, count: 1_000_000)
    #expect(stream.send(AnswerPiece(large)))
    stream.end()
    let isWhole = client.chunks() == large
    #expect(isWhole)
    for number in 0..<400 { try #require(client.answer()?.text == "\(number + 1_000)") }
    for number in 0..<20 { #expect(client.answer()?.text == "\(number + 10)") }
  }

  @Test("A client that takes nothing has a bounded number of bytes to take, and gets all of them")
  func bound() throws {
    let test = try TestServer { $0.streamUnsentBytesMax = 100_000 }
    let client = try #require(TestClient(port: test.server.port, receiveBufferBytes: 10_000))
    client.send(Self.get)
    let stream = try #require(test.handler.takeStreams(count: 1).first)
    #expect(client.head()?.status == 200)
    // One that is larger than the bound, and than what the system takes.
    var expected = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    #expect(stream.send(AnswerPiece(expected)))
    #expect(!stream.send(AnswerPiece([1])))
    var received: [UInt8] = []
    while received.count < expected.count { received += try #require(client.chunk()) }
    var isWhole = received == expected
    #expect(isWhole)
    #expect(eventually { test.server.counters.answerBytesInFlight == 0 })

    (expected, received) = ([], [])
    // Small ones, until the system's room and the stream's are used up.
    var generator = SeededGenerator(seed: 1)
    while true {
      let piece = [UInt8](repeating: UInt8.random(in: 0...255, using: &generator), count: 1_000)
      var isSent = false
      // There may be no room only until the server has passed some to the system.
      try #require(
        eventually {
          isSent = stream.send(AnswerPiece(piece))
          return isSent || !client.hasRoomAtServer
        })
      if !isSent { break }
      expected += piece
      // The system keeps little of it, and of the rest there is a bound.
      try #require(expected.count < 300_000)
    }
    #expect(test.server.counters.answerBytesInFlight <= 100_000)
    stream.end()
    isWhole = client.chunks() == expected
    #expect(isWhole)
    #expect(test.handler.ended(count: 1) == [1_000_000 + expected.count])
    #expect(eventually { test.server.counters.answerBytesInFlight == 0 })
  }

  @Test("Pieces are charged to the room for answers")
  func room() throws {
    let test = try TestServer { $0.answersInFlightBytesMax = 1_000_000 }
    let (client, stream) = try open(test)
    #expect(!stream.send(AnswerPiece([UInt8](repeating: 1, count: 1_000_001))))
    #expect(test.server.counters.answerBytesInFlight == 0)
    let reader = test.connect()
    reader.send("GET /zeros?990000 HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(stream.send(AnswerPiece([1])))
    #expect(client.chunk() == [1])
    #expect(reader.answer()?.body.count == 990_000)
  }

  @Test("A client that does not take a piece in time is cut, and its room is free again")
  func stall() throws {
    let test = try TestServer { $0.answerTimeout = .milliseconds(200) }
    let (client, stream) = try open(test)
    let idle = try open(test)
    #expect(stream.send(AnswerPiece([UInt8](repeating: 1, count: 20_000_000))))
    #expect(test.passes { !test.handler.memory.withLock(\.ended).isEmpty })
    let ended = test.handler.ended(count: 1)
    #expect(ended.count == 1 && ended[0] < 20_000_000)
    #expect(!stream.send(AnswerPiece([1])))
    #expect(test.server.counters.connectionsTimedOut == ConnectionCounts(stream: 1))
    #expect(eventually { test.server.counters.answerBytesInFlight == 0 })
    // The one with nothing to take has no deadline.
    #expect(test.soonHas(ConnectionCounts(stream: 1)))
    let isReset = client.everything() == nil
    #expect(isReset)
    #expect(idle.stream.send(AnswerPiece([1])))
    #expect(idle.client.chunk() == [1])
  }

  @Test("A client that stops reading is cut also where the system has the rest")
  func stallInSystem() throws {
    let test = try TestServer { $0.answerTimeout = .milliseconds(200) }
    let client = try #require(TestClient(port: test.server.port, receiveBufferBytes: 1_000))
    client.send(Self.get)
    let stream = try #require(test.handler.takeStreams(count: 1).first)
    // More than the client's system takes, and less than the server's.
    #expect(stream.send(AnswerPiece([UInt8](repeating: 1, count: 12_000))))
    #expect(test.handler.ended(count: 1) == [12_000])
    #expect(test.server.counters.connectionsTimedOut == ConnectionCounts(stream: 1))
    #expect(test.soonHas(ConnectionCounts()))
    withExtendedLifetime(client) {}
  }

  @Test("A client that takes each piece in time is not cut, however long that goes on")
  func slowReader() throws {
    // Together the pieces take longer than the client has for one. The system has a limit of its own, in its time.
    let test = try TestServer { $0.answerTimeout = .seconds(60) }
    let (client, stream) = try open(test)
    for number in 0..<30 {
      #expect(stream.send(AnswerPiece([UInt8](repeating: UInt8(number), count: 40_000))))
      test.pass(.seconds(9))
      var received = 0
      while received < 40_000 { received += try #require(client.chunk()).count }
    }
    #expect(test.server.counters.connectionsTimedOut.total == 0)
  }

  @Test("A stream that nobody holds any more ends")
  func letGo() throws {
    let test = try TestServer()
    var opened: (client: TestClient, stream: AnswerStream)? = try open(test)
    let client = try #require(opened).client
    #expect(opened?.stream.send(AnswerPiece([1])) == true)
    opened = nil
    #expect(client.chunks() == [1])
    #expect(test.handler.ended(count: 1) == [1])
  }

  @Test("There is no stream for a client that has gone")
  func late() throws {
    let test = try TestServer()
    for number in 0..<20 {
      do { test.connect().send("GET /later HTTP/1.1\r\nHost: a\r\n\r\n") }
      let exchange = try #require(test.handler.takeSuspended(count: 1).first)
      // Known to have gone or not, it ends.
      if number.isMultiple(of: 2) { #expect(eventually { exchange.isAbandoned }) }
      _ = test.handler.open(exchange)?.send(AnswerPiece([1]))
    }
    let opened = test.handler.takeStreams(count: 0).count
    #expect(test.handler.ended(count: opened).count == opened)
    #expect(eventually { test.server.counters.connectionsOpen == 0 })
    #expect(test.handler.memory.withLock { $0.ended.count } == opened)
    #expect(eventually { test.server.counters.answerBytesInFlight == 0 })
  }

  @Test("What runs at the end of a stream may use streams")
  func sendAtEnd() throws {
    let test = try TestServer()
    let (otherClient, other) = try open(test)
    let client = test.connect()
    client.send("GET /later HTTP/1.1\r\nHost: a\r\n\r\n")
    let exchange = try #require(test.handler.takeSuspended(count: 1).first)
    let box = Box()
    let stream = exchange.stream(Response(status: 200)) { _ in
      box.own.withLock { own in
        #expect(own?.send(AnswerPiece([1])) == false)
        own?.end()
        own = nil
      }
      #expect(other.send(AnswerPiece([2])))
    }
    box.own.withLock { $0 = stream }
    stream?.end()
    #expect(otherClient.chunk() == [2])
    #expect(client.head()?.status == 200)
    #expect(client.chunk() == [])
  }

  @Test("1 000 streams get the same piece, and end")
  func thousand() throws {
    let test = try TestServer()
    let clients = (0..<1_000).map { _ in test.connect() }
    for client in clients { client.send(Self.get) }
    let streams = test.handler.takeStreams(count: clients.count)
    try #require(streams.count == clients.count)
    for client in clients { try #require(client.head()?.status == 200) }
    #expect(test.soonHas(ConnectionCounts(stream: clients.count)))
    for round in 0..<3 {
      let piece = AnswerPiece([UInt8](repeating: UInt8(round), count: 500))
      for stream in streams { #expect(stream.send(piece)) }
      for client in clients {
        try #require(client.chunk() == [UInt8](repeating: UInt8(round), count: 500))
      }
    }
    for stream in streams { stream.end() }
    for client in clients { try #require(client.chunk() == []) }
    #expect(
      test.handler.ended(count: clients.count) == [Int](repeating: 1_500, count: clients.count))
    #expect(test.soonHas(ConnectionCounts(idle: clients.count)))
    #expect(test.server.counters.answerBytesInFlight == 0)
    #expect(test.server.counters.requestsInFlight == 0)
  }

  @Test("Stopping cuts streams, idle or not, and each has its end")
  func stop() throws {
    let test = try TestServer()
    let opened = try (0..<20).map { _ in try open(test) }
    for (number, (_, stream)) in opened.enumerated() {
      if number.isMultiple(of: 2) {
        #expect(stream.send(AnswerPiece([UInt8](repeating: 1, count: 10_000_000))))
      }
    }
    test.server.stop(within: .milliseconds(50))
    #expect(test.handler.memory.withLock { $0.ended.count } == opened.count)
    #expect(test.server.counters.answerBytesInFlight == 0)
    #expect(test.server.counters.requestsInFlight == 0)
    for (number, (client, stream)) in opened.enumerated() {
      #expect(!stream.send(AnswerPiece([1])))
      stream.end()
      // An idle one may have had its end.
      let received = client.chunks()?.count
      #expect(received == nil || !number.isMultiple(of: 2) && received == 0)
    }
    #expect(test.handler.memory.withLock { $0.ended.count } == opened.count)
    #expect(test.handler.memory.withLock { $0.lines } == [])
  }

  @Test("A stop does not wait for streams that end in its time")
  func drain() throws {
    let test = try TestServer()
    let opened = try (0..<20).map { _ in try open(test) }
    test.server.beginDrain()
    for (_, stream) in opened {
      #expect(stream.send(AnswerPiece([1])))
      stream.end()
    }
    for (client, _) in opened { #expect(client.chunks() == [1]) }
    // Idle connections are closed a moment later.
    #expect(test.passes { test.server.counters.connectionsOpen == 0 })
    for (client, _) in opened { #expect(client.isClosedByServer()) }
    test.server.stop(within: .seconds(300))
    #expect(test.handler.memory.withLock { $0.ended.count } == opened.count)
  }

  @Test(
    "Many threads send while clients come and go, until the server stops",
    arguments: seeds(short: 1..<3, all: 1..<7 as Range<UInt64>))
  func random(seed: UInt64) throws {
    let test = try TestServer {
      $0.answerTimeout = .milliseconds(300)
      $0.streamUnsentBytesMax = 20_000
    }
    let streams = Streams()
    let piece = AnswerPiece([UInt8](repeating: 1, count: 3_000))
    let senders = 4
    for number in 1...senders {
      startThread {
        var generator = SeededGenerator(seed: seed &* 100 &+ UInt64(number))
        while !streams.isOver.load(ordering: .relaxed) {
          guard let stream = streams.random(using: &generator) else {
            sched_yield()
            continue
          }
          switch Int.random(in: 0..<100, using: &generator) {
          case 0: stream.end()
          case 1..<60: _ = stream.send(piece)
          default:
            let count = Int.random(in: 0..<200, using: &generator)
            _ = stream.send(AnswerPiece([UInt8](repeating: 2, count: count)))
          }
        }
        streams.senders.add(1, ordering: .relaxed)
      }
    }

    var generator = SeededGenerator(seed: seed)
    var clients: [TestClient] = []
    var opened = 0
    for _ in 0..<300 {
      var wanted = 0
      if clients.count < 5 || Int.random(in: 0..<3, using: &generator) == 0 {
        let client = test.connect()
        client.send(Self.get)
        clients.append(client)
        wanted = Int.random(in: 0...1, using: &generator)
      }
      let new = test.handler.takeStreams(count: wanted)
      opened += new.count
      streams.all.withLock { $0 += new }
      let index = Int.random(in: 0..<clients.count, using: &generator)
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: clients[index].reset()
      case 1: clients[index].finishSending()
      case 2: clients.remove(at: index)
      default: clients[index].receiveSome()
      }
      test.server.pass(.milliseconds(5))
    }
    #expect(opened > 20)
    test.server.stop(within: .milliseconds(Int.random(in: 0...50, using: &generator)))
    opened += test.handler.takeStreams(count: 0).count
    #expect(test.handler.memory.withLock { $0.ended.count } == opened)
    #expect(test.server.counters.answerBytesInFlight == 0)
    #expect(test.server.counters.requestsInFlight == 0)
    streams.isOver.store(true, ordering: .relaxed)
    #expect(eventually { streams.senders.load(ordering: .relaxed) == senders })
    streams.all.withLock { $0 = [] }
    #expect(eventually { test.server.counters.exchangesHeld == 0 })
    #expect(test.handler.memory.withLock { $0.ended.count } == opened)
    #expect(test.server.counters.answerBytesInFlight == 0)
  }
}

/// A stream that is known after what runs at its end.
private final class Box: Sendable {
  let own = Mutex<AnswerStream?>(nil)
}

/// Streams that several threads send to.
private final class Streams: Sendable {
  let all = Mutex<[AnswerStream]>([])
  let isOver = Atomic(false)
  let senders = Atomic(0)

  func random(using generator: inout SeededGenerator) -> AnswerStream? {
    let number = Int.random(in: 0..<1 << 20, using: &generator)
    return all.withLock { $0.isEmpty ? nil : $0[number % $0.count] }
  }
}
