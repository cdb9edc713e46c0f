import LayoutNaming
import LayoutWire
import Resources

/// A file that is embedded in the program and returned unchanged: the description of the calls, and the pages
/// (docs/rules.md#get-the-description).
struct ServedFile: Sendable {
  private static let documents = Resource.all
  /// Includes the brotli form, which may differ for the same bytes.
  private static let tags = documents.map { document in
    Digest(of: (document.bytes + (document.brotli ?? [])).span).prefix
  }
  private static let routes = documents.map { Route(fileAt: $0.path) }

  private static let namedByContent = documents.map { document in
    document.path.hasPrefix("/client/module/") && document.path.hasSuffix(".wasm")
  }

  /// Its index in the table. Nothing else is stored, because every request contains a value of this type.
  private let number: Int

  /// The paths of all files.
  static var paths: [String] { documents.map(\.path) }

  /// The page at `/`.
  static let firstPage = ServedFile(path: "/".utf8.span)

  /// The file with a path, as in the request; nil if there is none. O(number of files)
  init?(path: Span<UInt8>) {
    for number in ServedFile.documents.indices
    where path.equals(ServedFile.documents[number].path.utf8.span) {
      self.number = number
      return
    }
    return nil
  }

  /// The route under which its requests are counted.
  var route: Route { ServedFile.routes[number] }

  /// The problem if the file is missing, because a script makes it and had not run before the build; else nil.
  var problem: Problem? { ServedFile.problem(of: ServedFile.documents[number]) }

  static func problem(of document: Resource) -> Problem? {
    document.missing.map { script in
      Problem(
        .notFound,
        detail: "This program was built without \(document.path): run \(script) and build it again."
      )
    }
  }

  /// Whether its name depends on its contents, so that a path never has other contents. True for the two files of the
  /// module.
  var isNamedByContent: Bool { ServedFile.namedByContent[number] }

  /// A number computed from its bytes, for its entity tags.
  var tag: UInt64 { ServedFile.tags[number] }

  /// Its brotli form; nil for most files.
  var brotli: [UInt8]? { ServedFile.documents[number].brotli }

  /// The answer with the file. A description of the calls names the base path as its server.
  fileprivate func answer(contentSecurityPolicy: StaticString?, below base: BasePath) -> Answer {
    let document = ServedFile.documents[number]
    let isDescription = document.path.hasPrefix("/openapi.")
    return Answer(
      mediaType: document.mediaType,
      body: isDescription ? ServedFile.description(document.bytes, below: base) : document.bytes,
      brotli: document.brotli, contentSecurityPolicy: contentSecurityPolicy)
  }

  /// The server that the descriptions name.
  private static let describedServer = Array("http://127.0.0.1:8080".utf8)

  private static func description(_ bytes: [UInt8], below base: BasePath) -> [UInt8] {
    guard base != .none, let place = bytes.firstRange(of: describedServer) else { return bytes }
    return bytes[..<place.lowerBound] + Array(base.description.utf8) + bytes[place.upperBound...]
  }
}

/// The calls for these files, with the policies for browsers: nothing is loaded from or sent to other servers, and no
/// page may frame these. Only the files here run, including the WebAssembly module; text is never evaluated as code.
/// The reference runs no scripts.
extension Call {
  static let openAPI = Call(filesAt: "/openapi.yaml")
  static let openAPIJSON = Call(filesAt: "/openapi.json")
  static let docs = Call(
    filesAt: "/docs",
    contentSecurityPolicy: """
      default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
      """)
  /// The page at `/`, and all files of no other call.
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
      path: path ?? beginning, needs: nil, files: beginning, lifetime: .release,
      answering: .nothing { (target, operations) throws(Problem) in
        guard let file = target.file else { throw Problem(.notFound) }
        if target.isBaseWithoutSlash { return Answer(status: .temporaryRedirect, location: "/") }
        return file.answer(
          contentSecurityPolicy: contentSecurityPolicy, below: operations.basePath)
      })
  }
}
