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

  /// Whether there is room for a piece.
  public enum Room: Sendable {
    /// It is reserved for this stream.
    case reserved
    /// There is none before the client has taken what was sent before (`streamUnsentBytesMax`).
    case untaken
    /// Other answers take all of it (`answersInFlightBytesMax`).
    case none
    /// There is never so much, whatever others take.
    case tooLong
    /// The stream has ended, or the client has gone.
    case over
  }

  /// Reserves room for the next piece before it is made, in place of what was reserved before, until a piece is sent or
  /// the stream is over. Where there is none, nothing is reserved any more.
  public func reserve(_ byteCountMax: Int) -> Room {
    switch unsafe http_stream_reserve(stream, byteCountMax) {
    case HTTP_STREAM_HAS_ROOM: .reserved
    case HTTP_STREAM_IS_UNTAKEN: .untaken
    case HTTP_STREAM_NO_ROOM: .none
    case HTTP_STREAM_TOO_LONG: .tooLong
    default: .over
    }
  }

  /// Sends a piece, at once where the client takes it.
  ///
  /// - Returns: false when nothing of it was sent: the stream has ended, the client has gone, the piece is empty, or
  ///   there is no room for it (`streamUnsentBytesMax`, `answersInFlightBytesMax`).
  public func send(_ piece: AnswerPiece) -> Bool {
    unsafe piece.body.lent { unsafe http_stream_send(stream, $0, $1, $2) }
  }

  /// Whether a piece waits for the client to take what was sent before.
  public var hasUnsent: Bool { unsafe http_stream_has_unsent(stream) }

  /// Has `whenTaken` called once, when the client has taken what was sent; false, and it is not called, where nothing is
  /// unsent.
  public func tellWhenTaken() -> Bool { unsafe http_stream_tell_when_taken(stream) }

  /// Ends the answer behind what was sent.
  public func end() { unsafe http_stream_end(stream) }

  /// Ends the answer without what the client has yet to take.
  public func cut() { unsafe http_stream_cut(stream) }
}

/// What a stream tells; the C side holds it until the stream has ended.
final class StreamListener: Sendable {
  let whenTaken: @Sendable () -> Void
  let whenEnded: @Sendable (Int) -> Void

  init(whenTaken: @escaping @Sendable () -> Void, whenEnded: @escaping @Sendable (Int) -> Void) {
    self.whenTaken = whenTaken
    self.whenEnded = whenEnded
  }
}
