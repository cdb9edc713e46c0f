internal import CHTTPServer

/// A piece of a streamed answer. Many streams may send the same piece without copying it.
public final class AnswerPiece: Sendable {
  let body: SentBody

  /// Creates a piece from bytes.
  public init(_ bytes: [UInt8]) { body = SentBody(bytes) }
}

/// An answer that is sent in pieces. Usable on any thread, even after the client has gone. It ends when it is released.
@safe public final class AnswerStream: Sendable {
  private nonisolated(unsafe) let stream: OpaquePointer

  init(_ stream: OpaquePointer) { unsafe self.stream = stream }

  deinit { unsafe http_stream_release(stream) }

  /// The result of reserving room for a piece.
  public enum Room: Sendable {
    /// It is reserved for this stream.
    case reserved
    /// No room before the client has received earlier pieces (`streamUnsentBytesMax`).
    case untaken
    /// No room because of other answers (`answersInFlightBytesMax`).
    case none
    /// The piece is too long in any case.
    case tooLong
    /// The stream has ended, or the client has gone.
    case over
  }

  /// Replaces the stream's reservation for its next piece. Call it before making the piece. The reservation ends when a
  /// piece is sent or the stream ends. Drops the reservation if there is no room.
  public func reserve(_ byteCountMax: Int) -> Room {
    switch unsafe http_stream_reserve(stream, byteCountMax) {
    case HTTP_STREAM_HAS_ROOM: .reserved
    case HTTP_STREAM_IS_UNTAKEN: .untaken
    case HTTP_STREAM_NO_ROOM: .none
    case HTTP_STREAM_TOO_LONG: .tooLong
    default: .over
    }
  }

  /// Sends a piece, at once if the client is ready.
  ///
  /// - Returns: False if nothing was sent: the stream has ended, the client has gone, the piece is empty, or there is
  ///   no room for it (`streamUnsentBytesMax`, `answersInFlightBytesMax`).
  public func send(_ piece: AnswerPiece) -> Bool {
    unsafe piece.body.lent { unsafe http_stream_send(stream, $0, $1, $2) }
  }

  /// Whether a piece is waiting because the client has not received the earlier ones.
  public var hasUnsent: Bool { unsafe http_stream_has_unsent(stream) }

  /// Requests one call of `whenTaken` when the client has received all pieces. Returns false, without a call, if
  /// nothing is waiting.
  public func tellWhenTaken() -> Bool { unsafe http_stream_tell_when_taken(stream) }

  /// Ends the answer after the pieces sent so far.
  public func end() { unsafe http_stream_end(stream) }

  /// Ends the answer and drops the pieces that the client has not received.
  public func cut() { unsafe http_stream_cut(stream) }
}

/// The callbacks of a stream. The C side retains this until the stream has ended.
final class StreamListener: Sendable {
  let whenTaken: @Sendable () -> Void
  let whenEnded: @Sendable (Int) -> Void

  init(whenTaken: @escaping @Sendable () -> Void, whenEnded: @escaping @Sendable (Int) -> Void) {
    self.whenTaken = whenTaken
    self.whenEnded = whenEnded
  }
}
