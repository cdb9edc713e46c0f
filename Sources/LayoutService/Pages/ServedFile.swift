import LayoutNaming
import LayoutWire
import Resources

/// A file that is built into the program and answered unchanged: the description of the calls, and the pages
/// (docs/rules.md#get-the-description).
struct ServedFile: Sendable {
  private static let documents = Resource.all
  /// The brotli may be another one of the same bytes, which has another tag.
  private static let tags = documents.map { document in
    Digest(of: (document.bytes + (document.brotli ?? [])).span).prefix
  }
  private static let routes = documents.map { Route(fileAt: $0.path) }

  private static let namedByContent = documents.map { document in
    document.path.hasPrefix("/client/module/") && document.path.hasSuffix(".wasm")
  }

  /// Its index in the table; no more, since every request holds one.
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

  /// The route that its requests count for.
  var route: Route { ServedFile.routes[number] }

  /// Why it cannot be answered; nil where it can: a script makes it, and had not run before the program was built.
  var problem: Problem? { ServedFile.problem(of: ServedFile.documents[number]) }

  static func problem(of document: Resource) -> Problem? {
    document.missing.map { script in
      Problem(
        .notFound,
        detail: "This program was built without \(document.path): run \(script) and build it again."
      )
    }
  }

  /// Whether its name says what is in it: at the same path there is never anything else. So it is with the module's two
  /// files.
  var isNamedByContent: Bool { ServedFile.namedByContent[number] }

  /// Stands for its bytes, in its entity tags.
  var tag: UInt64 { ServedFile.tags[number] }

  /// Its bytes in brotli; nil for most of them.
  var brotli: [UInt8]? { ServedFile.documents[number].brotli }

  /// The answer to a request for it.
  fileprivate func answer(contentSecurityPolicy: StaticString?) -> Answer {
    let document = ServedFile.documents[number]
    return Answer(
      mediaType: document.mediaType, body: document.bytes, brotli: document.brotli,
      contentSecurityPolicy: contentSecurityPolicy)
  }
}

/// The calls for these files. What browsers have to keep to on their pages: nothing comes from elsewhere, nothing goes
/// elsewhere, no page frames them. What runs is the files here, the WebAssembly module among them; text is never made code.
/// The reference runs nothing.
extension Call {
  static let openAPI = Call(filesAt: "/openapi.yaml")
  static let openAPIJSON = Call(filesAt: "/openapi.json")
  static let docs = Call(
    filesAt: "/docs",
    contentSecurityPolicy: """
      default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
      """)
  /// The page at `/`, and every file that is none of the others.
  static let playground = Call(
    filesAt: "/", as: "/playground",
    contentSecurityPolicy: """
      default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; \
      base-uri 'none'; form-action 'none'; frame-ancestors 'none'
      """)

  private init(
    filesAt beginning: String, as path: String? = nil, contentSecurityPolicy: StaticString? = nil
  ) {
    self.init(
      path: path ?? beginning, needsKey: false, files: beginning, lifetime: .release,
      answering: .nothing { (target, _) throws(Interruption) in
        guard let file = target.file else { throw .problem(Problem(.notFound)) }
        return file.answer(contentSecurityPolicy: contentSecurityPolicy)
      })
  }
}
