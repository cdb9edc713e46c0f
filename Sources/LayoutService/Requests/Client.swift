import ContentHash
import Dispatch
import HTTPServer
import LayoutWire
import Synchronization

/// The receiver of an answer: a connection, or a caller in this process.
struct Client: Sendable {
  let request: Request
  /// nil for a caller in this process.
  private let exchange: Exchange?
  private let caller: Caller?

  init(_ exchange: Exchange) {
    (self.exchange, caller, request) = (exchange, nil, exchange.request)
  }

  init(_ caller: Caller, _ request: Request) {
    (exchange, self.caller, self.request) = (nil, caller, request)
  }

  /// Suspends the exchange: the network thread continues without an answer.
  func suspend() { exchange?.suspend() }

  /// Whether the client has closed the connection.
  var isAbandoned: Bool { exchange?.isAbandoned ?? false }

  /// Whether there is room now for an answer with a body of this length.
  func hasRoom(forBodyOf byteCount: Int) -> Bool { exchange?.hasRoom(forBodyOf: byteCount) ?? true }

  /// Reserves room for an answer with a body of this length until the answer is given; false if there is none.
  func reserveRoom(forBodyOf byteCount: Int) -> Bool {
    exchange?.reserveRoom(forBodyOf: byteCount) ?? true
  }

  /// The id of the request; nil if a caller gave none.
  var requestID: ShortText? {
    exchange == nil ? request.shortHeader(.xRequestID) : request.id
  }

  /// Answers in pieces; nil if the client has closed the connection, and for a caller in this process.
  func stream(
    _ head: Response, whenTaken: @escaping @Sendable () -> Void,
    whenEnded: @escaping @Sendable (_ sentByteCount: Int) -> Void
  ) -> AnswerStream? {
    exchange?.stream(head, whenTaken: whenTaken, whenEnded: whenEnded)
  }

  /// Sends an answer.
  ///
  /// - Parameters:
  ///   - layout: The layout that the answer is about.
  ///   - willSend: Called with the length of the body, before the client can see the answer.
  func respond(
    _ response: Response, about layout: Digest?, willSend: (_ bodyBytes: Int) -> Void
  ) -> Exchange.Outcome {
    if let exchange { return exchange.respond(response, willSend: willSend) }
    let bodyBytes = request.method == .head ? 0 : response.body.count
    willSend(bodyBytes)
    caller?.take(response, about: layout)
    return .sent(bodyBytes: bodyBytes)
  }
}

/// A caller in this process, which waits for the answer.
final class Caller: Sendable {
  private let answer = Mutex<(response: Response, layout: Digest?)?>(nil)
  private let isAnswered = DispatchSemaphore(value: 0)

  /// Waits for the response, and the id of the layout that it is about. Must be called only once.
  func wait() -> (response: Response, layout: Digest?) {
    isAnswered.wait()
    return answer.withLock {
      $0 ?? (Response(status: AnswerStatus.internalError.rawValue), nil)
    }
  }

  fileprivate func take(_ response: Response, about layout: Digest?) {
    answer.withLock { $0 = (response, layout) }
    isAnswered.signal()
  }
}
