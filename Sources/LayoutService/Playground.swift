import HTTPServer

/// A file of the playground, the page at `/` that shows what the service does.
struct PlaygroundFile: Sendable {
  private static let documents = BuiltInDocument.all.filter { document in
    document.path == "/" || ["/playground/", "/client/"].contains(where: document.path.hasPrefix)
  }
  private static let tags = documents.map { document in
    let text = String(decoding: document.bytes, as: UTF8.self)
    return Digest(of: text[...].utf8).prefix
  }

  /// What browsers have to keep to: nothing comes from elsewhere, nothing goes elsewhere, no page frames it.
  private static let contentSecurityPolicy: StaticString = """
    default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'
    """

  /// Its place in the table. Nothing more, since every request has room for one.
  private let number: Int

  /// The file that a path names, as the request has it; nil where it names none. O(number of files)
  init?(path: Span<UInt8>) {
    for number in PlaygroundFile.documents.indices
    where path.equals(PlaygroundFile.documents[number].path) {
      self.number = number
      return
    }
    return nil
  }

  /// Stands for its bytes, in its entity tags.
  var tag: UInt64 { PlaygroundFile.tags[number] }

  /// The answer to a request for it.
  var answer: Answer {
    let document = PlaygroundFile.documents[number]
    return Answer(
      mediaType: document.mediaType, lifetime: .release, body: document.bytes,
      contentSecurityPolicy: PlaygroundFile.contentSecurityPolicy)
  }
}
