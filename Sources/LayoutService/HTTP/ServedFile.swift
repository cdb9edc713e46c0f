import Resources

/// A file that is built into the program and answered as it stands: the description of the service, and the pages.
struct ServedFile: Sendable {
  private static let documents = Resource.all
  private static let tags = documents.map { document in
    let text = String(decoding: document.bytes, as: UTF8.self)
    return Digest(of: text[...].utf8).prefix
  }
  private static let routes = documents.map { Route(fileAt: $0.path) }

  /// Its place in the table. Nothing more, since every request has room for one.
  private let number: Int

  /// The file that a path names, as the request has it; nil where it names none. O(number of files)
  init?(path: Span<UInt8>) {
    for number in ServedFile.documents.indices
    where path.equals(ServedFile.documents[number].path) {
      self.number = number
      return
    }
    return nil
  }

  /// What requests for it are counted under.
  var route: Route { ServedFile.routes[number] }

  /// Stands for its bytes, in its entity tags.
  var tag: UInt64 { ServedFile.tags[number] }

  /// The answer to a request for it.
  var answer: Answer {
    let document = ServedFile.documents[number]
    return Answer(
      mediaType: document.mediaType, lifetime: .release, body: document.bytes,
      contentSecurityPolicy: route.contentSecurityPolicy)
  }
}

extension Route {
  /// The route of a file that is built into the program. What is no description and no reference is the playground's.
  fileprivate init(fileAt path: String) {
    switch path {
    case "/openapi.yaml": self = .openAPI
    case "/openapi.json": self = .openAPIJSON
    case "/docs", "/docs/page.css": self = .docs
    default: self = .playground
    }
  }

  /// What browsers have to keep to on the route's pages: nothing comes from elsewhere, nothing goes elsewhere, no page
  /// frames them. The reference runs nothing either.
  fileprivate var contentSecurityPolicy: StaticString? {
    switch self {
    case .docs:
      "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    case .playground:
      """
      default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; \
      form-action 'none'; frame-ancestors 'none'
      """
    default: nil
    }
  }
}
