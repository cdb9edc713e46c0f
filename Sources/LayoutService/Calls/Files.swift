import LayoutWire

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
        if target.isBaseWithoutSlash {
          return Answer(status: .temporaryRedirect, Answer.Details(location: "/"))
        }
        return Answer(
          body: file.bytes(below: operations.basePath),
          Answer.Details(
            mediaType: file.mediaType, brotli: file.brotli,
            contentSecurityPolicy: contentSecurityPolicy))
      })
  }
}

extension Call {
  /// The page of a problem.
  static let problem = Call(
    path: "/problems/{name}", needs: nil,
    answering: .nothing { (target, _) throws(Problem) in
      guard let name = target.problem else {
        throw Problem(.notFound, detail: "There is no problem of this name.")
      }
      return Answer(
        body: ProblemPage.html(ofProblem: name),
        Answer.Details(
          mediaType: "text/html; charset=utf-8",
          contentSecurityPolicy: ProblemPage.contentSecurityPolicy))
    })
}
