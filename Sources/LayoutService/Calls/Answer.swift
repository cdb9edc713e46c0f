import LayoutWire

/// The answer to a request, before it gets its HTTP headers.
struct Answer: Sendable {
  /// The time for which caches may store an answer (docs/rules.md#caching).
  enum Lifetime: Sendable {
    /// It never changes.
    case forever
    /// It never changes, but will not be requested again.
    case oneScrollPosition
    /// Until another release is installed, which only the server knows.
    case release
    /// Until its document changes, which only the server knows.
    case revision
    /// It must not be cached.
    case none
  }

  var status = AnswerStatus.ok
  /// The media type of the body; nil for JSON.
  var mediaType: String?
  var body: [UInt8] = []
  /// The same body in brotli, if there is one.
  var brotli: [UInt8]?
  /// The policy for a browser that shows the body as a page: what it may load and run.
  var contentSecurityPolicy: StaticString?
  /// The path of the new resource, or that the answer redirects to.
  var location: String?
  /// The beginning of the first id of the lineage, if the answer has one (docs/rules.md#near).
  var near: UInt64?
  /// The revision of the document that it is about: its entity tag.
  var revision: Int?
}
