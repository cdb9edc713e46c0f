import LayoutWire

/// The answer to a request, before it gets its HTTP headers.
struct Answer: Sendable {
  /// How long caches may keep an answer (docs/rules.md#caching).
  enum Lifetime: Sendable {
    /// It never changes.
    case forever
    /// It never changes, but nobody will ask for it again.
    case oneScrollPosition
    /// Until another release is installed, which only the server knows.
    case release
    /// Until its document changes, which only the server knows.
    case revision
    /// It must not be cached.
    case none
  }

  var status = AnswerStatus.ok
  var mediaType = "application/json"
  var body: [UInt8] = []
  /// The same body in brotli, where it is there.
  var brotli: [UInt8]?
  /// The policy for a browser that shows the body as a page: what it may load and run.
  var contentSecurityPolicy: StaticString?
  /// The path of what is new, or where the answer leads to.
  var location: String?
  /// The beginning of the lineage's first id, where the answer tells of one (docs/rules.md#near).
  var near: UInt64?
  /// The revision of the document that it tells of: its entity tag.
  var revision: Int?
}
