import HTTPServer
import LayoutWire

/// The body of a request, which may be compressed.
struct Body: Sendable {
  private let request: Request
  private let isCompressed: Bool

  /// The body of a request whose head has been checked.
  init(of request: Request) {
    self.request = request
    isCompressed =
      request.withHeader(.contentEncoding) { ContentCoding(contentEncoding: $0) == .gzip } == true
  }

  /// The number of bytes to be read; for a compressed body, the number that it claims.
  var byteCount: Int {
    guard isCompressed else { return request.bodyByteCount }
    return max(request.bodyByteCount, request.withBody { UnfoldedBody.claimedByteCount(of: $0) })
  }

  /// The number of bytes that are in memory while it is read: a compressed body is decompressed up to the limit of
  /// bodies.
  var workingByteCount: Int {
    isCompressed ? min(byteCount, request.bodyByteCountMax) : byteCount
  }

  /// Passes the decompressed bytes, followed by slack, to a function. O(decompressed bytes)
  func withBytes<Result>(
    _ read: (RawSpan) throws(DecodingInterrupted) -> Result
  ) throws(DecodingInterrupted) -> Result {
    guard isCompressed else { return try request.withBody(read) }
    let most = request.bodyByteCountMax
    let unfolded: UnfoldedBody
    // A body that decompresses to more bytes than it claims is damaged, so no more are decompressed.
    do throws(UnfoldedBody.Failure) {
      unfolded = try request.withBody { (bytes) throws(UnfoldedBody.Failure) in
        try UnfoldedBody(unfolding: bytes, room: min(byteCount, most))
      }
    } catch {
      switch error {
      case .noRoom where byteCount > most: throw .problem(.unfoldsToTooMuch(most))
      case .noRoom, .damaged: throw .problem(.damagedGzip)
      case .noMemory: throw .problem(.noMemory)
      }
    }
    return try unfolded.withBytes(read)
  }
}

extension Problem {
  /// A compressed body that cannot be decompressed.
  fileprivate static let damagedGzip = Problem(
    .badJSON,
    detail: """
      The body is not one whole gzip member: it is cut short or damaged, or something follows it.
      """,
    issues: [Issue(.pointer(""), .badSyntax, "is not one whole gzip member")])

  /// The system has no memory for a body.
  fileprivate static let noMemory = Problem(
    .unavailable, detail: "There is not enough memory to read the body now.")

  /// A compressed body that is larger than bodies may be.
  fileprivate static func unfoldsToTooMuch(_ most: Int) -> Problem {
    Problem(
      .tooLarge, detail: "The body unfolds to more than \(most) bytes.", limit: .body)
  }
}
