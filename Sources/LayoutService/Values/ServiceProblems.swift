import ContentHash
import HTTPServer
import LayoutCore
import LayoutStore
import LayoutWire

/// The problems that are found on the path of a request.
extension Problem {
  /// Lists of steps or keys that take more memory than large requests may.
  static func listsTooLarge(_ bytesMax: Int) -> Problem {
    Problem(
      .tooLarge,
      detail: """
        To read the lists of the body and to apply them takes more than \(bytesMax) bytes of memory, which is what \
        working-bytes allows. Send them in several requests.
        """)
  }

  /// The path has a malformed document name.
  static let badName = Problem.badParameter(
    "name", .badSyntax,
    "A document's name is 1 to 128 of A-Z a-z 0-9 . _ ~ -, the first a letter or a digit.")

  /// The key lacks rights that the call needs.
  static func lacksRights(_ missing: APIKey.Rights) -> Problem {
    let words = APIKey.Rights.single.filter { missing.contains($0.rights) }.map(\.word)
    let text = words.joined(separator: " and ").replacing("-", with: " ")
    return Problem(.forbidden, detail: "Send an API key that may \(text).")
  }

  /// A document with a name that the key may not see cannot be put, whether it exists or not.
  static let cannotName = Problem(
    .forbidden, detail: "Send an API key that may see documents of this name.")

  /// The computation took or waited too long.
  static let tooLate = Problem(
    .unavailable, detail: "Computing the answer took longer than allowed. Try again later.",
    retryAfterSeconds: 1, limit: .computeTimeout)

  /// The client has closed the connection, so this answer is not read.
  static let abandoned = Problem(.unavailable, detail: "The client has gone.")

  /// Clients have not yet received so much data that the server has no room for more.
  static let noRoom = Problem(
    .unavailable, detail: "Too many large answers wait for their clients. Try again later.",
    retryAfterSeconds: 1, limit: .answersInFlight)

  /// Too many computations wait.
  static let overloaded = Problem(
    .unavailable, detail: "Too many computations wait. Try again later.", retryAfterSeconds: 1,
    limit: .computeQueue)

  /// The condition of a write is not met.
  static func preconditionFailed(_ head: DocumentHead?, _ request: Request? = nil) -> Problem {
    guard let head else {
      return Problem(.preconditionFailed, detail: "There is no such document.")
    }
    return Problem(
      .preconditionFailed, detail: request.flatMap { detail(ofWeakTagIn: $0) },
      facts: [.number("revision", head.revision), .text("layout", head.layout.hexadecimal)])
  }

  /// The detail for an `If-Match` that begins with a weak tag; nil for others. To read the tag anew would not help.
  static func detail(ofWeakTagIn request: Request) -> String? {
    guard let tag = request.header(.ifMatch), tag.hasPrefix("W/\"") else { return nil }
    return """
      If-Match has the weak tag \(tag.prefix(64)), which never matches. A proxy that compresses answers, such as nginx \
      with gzip on, makes tags weak. Send the tag without W/.
      """
  }

  /// A number of things as text.
  static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// A query parameter that is wrong for this layout.
  static func badParameter(_ name: String, _ code: Code, _ detail: String) -> Problem {
    Problem(.badParameter, detail: detail, issues: [Issue(.parameter(name), code, detail)])
  }

  /// An extent was given in the direction of scrolling, instead of the one across it.
  static func wrongAxis(
    of snapshot: Snapshot, _ given: String, instead wanted: String
  ) -> Problem {
    .badParameter(
      given, .notAllowed,
      "The layout scrolls \(snapshot.scrollDirection.rawValue)ly: give \(wanted) instead.")
  }

  /// A layout that could not be computed at the requested width.
  ///
  /// - Parameter source: The source of the snapshot, if the body has it.
  init(_ stop: LayoutInterrupted, containerWidth: Double, of source: ResolvedSource?) {
    switch stop {
    case .budgetExceeded: self = .tooLate
    case .layout(let error): self.init(error, containerWidth: containerWidth, of: source)
    }
  }
}

extension APIKey {
  /// Why a request with it may not make a call that needs these rights; nil if it may. Callers without a key make only
  /// calls that need a right which they have.
  func problem(needing rights: Rights) -> Problem? {
    let missing = rights.subtracting(self.rights)
    if digest == nil { return missing.isEmpty && !rights.isEmpty ? nil : Problem(.unauthorized) }
    return missing.isEmpty ? nil : .lacksRights(missing)
  }
}
