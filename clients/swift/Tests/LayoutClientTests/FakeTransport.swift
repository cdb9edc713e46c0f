import Foundation

@testable import LayoutClient

/// A transport that a test answers for.
final class FakeTransport: Transport {
  private let requests = Locked<[Request]>([])
  private let answer: @Sendable (_ request: Request, _ number: Int) async throws -> Response

  /// - Parameter answer: What the request is answered that is the nth, from 0.
  init(_ answer: @escaping @Sendable (Request, Int) async throws -> Response) {
    self.answer = answer
  }

  /// What has been sent so far.
  var sent: [Request] { requests.withLock { $0 } }

  func send(_ request: Request) async throws -> Response {
    let number = requests.withLock { requests in
      requests.append(request)
      return requests.count - 1
    }
    return try await answer(request, number)
  }
}

/// A transport that loses requests before they are sent, or their answers, by a seeded chance.
final class LossyTransport: Transport {
  struct Lost: Error {}

  private let inner: any Transport
  private let state: Locked<UInt64>
  /// Of a hundred requests, how many are lost on the way, and of how many the answer.
  private let percent: UInt64

  init(_ inner: any Transport, seed: UInt64, percent: UInt64) {
    self.inner = inner
    self.percent = percent
    state = Locked(seed)
  }

  private func draw() -> UInt64 {
    state.withLock { state in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % 100
    }
  }

  func send(_ request: Request) async throws -> Response {
    if draw() < percent { throw Lost() }
    let response = try await inner.send(request)
    if draw() < percent { throw Lost() }
    return response
  }
}

/// A transport whose streams a test makes; everything else goes to another one.
final class StreamTransport: StreamingTransport {
  private let requests = Locked<[Request]>([])
  private let inner: any Transport
  private let stream:
    @Sendable (_ request: Request, _ number: Int) async throws -> (
      Response, AsyncThrowingStream<Data, any Error>
    )

  /// - Parameter stream: What the request is answered that opens the nth stream, from 0.
  init(
    _ inner: any Transport,
    _ stream:
      @escaping @Sendable (Request, Int) async throws -> (
        Response, AsyncThrowingStream<Data, any Error>
      )
  ) {
    self.inner = inner
    self.stream = stream
  }

  /// The requests for streams so far.
  var opened: [Request] { requests.withLock { $0 } }

  func send(_ request: Request) async throws -> Response { try await inner.send(request) }

  func open(
    _ request: Request
  ) async throws -> (head: Response, pieces: AsyncThrowingStream<Data, any Error>) {
    let number = requests.withLock { requests in
      requests.append(request)
      return requests.count - 1
    }
    return try await stream(request, number)
  }
}

/// Pauses that take no time and are written down.
final class Pauses: Sendable {
  private let pauses = Locked<[Double]>([])
  var all: [Double] { pauses.withLock { $0 } }

  /// - Parameters:
  ///   - chance: What is drawn each time.
  ///   - isLate: Whether each attempt takes too long at once.
  func surroundings(chance: Double = 1, isLate: Bool = false) -> Surroundings {
    Surroundings(
      now: { [self] in all.reduce(0, +) },
      sleep: { [self] seconds in
        try Task.checkCancellation()
        pauses.withLock { $0.append(seconds) }
        await Task.yield()
      },
      deadline: { _ in
        if !isLate { try await untilCancelled() }
      }, random: { chance })
  }
}

/// Ends when the task is cancelled, and not before.
func untilCancelled() async throws {
  let (never, continuation) = AsyncStream.makeStream(of: Void.self)
  for await _ in never {}
  withExtendedLifetime(continuation) {}
  throw CancellationError()
}

extension Response {
  /// JSON.
  init(_ status: Int, _ json: String, _ headers: [String: String] = [:]) {
    self.init(
      status: status, headers: ["Content-Type": "application/json"].merging(headers) { $1 },
      body: Data(json.utf8))
  }

  /// A problem of a name.
  static func problem(
    _ status: Int, _ name: String, _ members: String = "", headers: [String: String] = [:]
  ) -> Response {
    Response(
      status, #"{"type":"/problems/\#(name)","title":"T","status":\#(status)\#(members)}"#,
      ["Content-Type": "application/problem+json"].merging(headers) { $1 })
  }
}
