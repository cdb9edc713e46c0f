internal import CHTTPServer

/// A piece of a streamed answer. Many streams may send the same one; none copies it.
public final class AnswerPiece: Sendable {
  let body: SentBody

  /// A piece of these bytes.
  public init(_ bytes: [UInt8]) { body = SentBody(bytes) }
}

/// An answer that is sent in pieces. Usable from any thread, also after the client has gone. It ends when nobody holds
/// it any more.
@safe public final class AnswerStream: Sendable {
  private nonisolated(unsafe) let stream: OpaquePointer

  init(_ stream: OpaquePointer) { unsafe self.stream = stream }

  deinit { unsafe http_stream_release(stream) }

  /// Sends a piece, at once where the client takes it.
  ///
  /// - Returns: false when nothing of it was sent: the stream has ended, the client has gone, the piece is empty, or
  ///   there is no room for it (`streamUnsentBytesMax`, `answersInFlightBytesMax`).
  public func send(_ piece: AnswerPiece) -> Bool {
    unsafe piece.body.lent { unsafe http_stream_send(stream, $0, $1, $2) }
  }

  /// Whether a piece waits for the client to take what was sent before.
  public var hasUnsent: Bool { unsafe http_stream_has_unsent(stream) }

  /// Ends the answer behind what was sent.
  public func end() { unsafe http_stream_end(stream) }
}

/// What runs when a stream has ended; the C side holds it until then.
final class StreamEnd: Sendable {
  let whenEnded: @Sendable (Int) -> Void

  init(_ whenEnded: @escaping @Sendable (Int) -> Void) { self.whenEnded = whenEnded }
}
