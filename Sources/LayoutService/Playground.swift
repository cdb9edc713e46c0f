import HTTPServer

/// A file of the playground, the page at `/` that shows what the service does.
struct PlaygroundFile: Sendable {
  let document: BuiltInDocument
  /// Stands for its bytes, in its entity tags.
  let tag: UInt64

  private static let all = BuiltInDocument.all.compactMap { document -> PlaygroundFile? in
    let isPart =
      document.path == "/" || ["/playground/", "/client/"].contains(where: document.path.hasPrefix)
    guard isPart else { return nil }
    let text = String(decoding: document.bytes, as: UTF8.self)
    return PlaygroundFile(document: document, tag: Digest(of: text[...].utf8).prefix)
  }

  private init(document: BuiltInDocument, tag: UInt64) {
    self.document = document
    self.tag = tag
  }

  /// The file that a path names, as the request has it; nil where it names none. O(number of files)
  init?(path: Span<UInt8>) {
    for file in PlaygroundFile.all where path.equals(file.document.path) {
      self = file
      return
    }
    return nil
  }

  /// The answer to a request for it.
  var answer: Answer {
    Answer(mediaType: document.mediaType, lifetime: .release, body: document.bytes)
  }

  /// What browsers have to keep to: nothing comes from elsewhere, nothing goes elsewhere, no page frames it.
  static func addPolicies(to headers: inout HeaderLines) {
    headers.append(
      "Content-Security-Policy",
      """
      default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; \
      form-action 'none'; frame-ancestors 'none'
      """)
    headers.append("Referrer-Policy", "no-referrer")
  }
}
