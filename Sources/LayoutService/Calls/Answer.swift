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
    /// It must not be cached.
    case none
  }

  var status = 200
  var mediaType = "application/json"
  var body: [UInt8] = []
  /// The policy for a browser that shows the body as a page: what it may load and run.
  var contentSecurityPolicy: StaticString?
  /// The path of a layout that is new.
  var location: String?
}
