public import Foundation
public import LayoutTypes

/// A layoutd service.
///
/// Temporary failures are retried, with growing pauses and never before `Retry-After`. A snapshot that the service has
/// forgotten is posted again. All other failures are thrown: a `Problem`, a `Refusal` of parameters that make no
/// request, or an error of the transport.
public struct LayoutService: Sendable {
  let sender: Sender

  /// Creates a client for a service's URL, such as `http://127.0.0.1:8080`, which may have a path.
  ///
  /// - Throws: A `Refusal` of an option out of its range, or of a URL that is not HTTP or has a query or a fragment.
  public init(_ url: URL, options: ClientOptions = ClientOptions()) throws(Refusal) {
    guard ["http", "https"].contains(url.scheme?.lowercased()), url.host()?.isEmpty == false,
      url.query() == nil, url.fragment() == nil
    else {
      throw .parameter(
        "url",
        "must have the scheme http or https, a host, and neither a query nor a fragment, "
          + "not be \"\(url.absoluteString.prefix(200))\"")
    }
    try self.init(transport: URLSessionTransport(url), options: options)
  }

  /// Creates a client that uses a transport.
  ///
  /// - Throws: A `Refusal` of an option out of its range.
  public init(
    transport: any Transport, options: ClientOptions = ClientOptions()
  ) throws(Refusal) {
    try self.init(transport: transport, options: options, .system)
  }

  init(
    transport: any Transport, options: ClientOptions, _ surroundings: Surroundings
  ) throws(Refusal) {
    try options.check()
    sender = Sender(transport: transport, options: options, surroundings: surroundings)
  }

  /// Posts a snapshot. Throws the problem `invalid-snapshot` for mistakes.
  public func post(_ snapshot: SnapshotInput) async throws -> ServedSnapshot {
    try await post(json: JSONEncoder().encode(snapshot))
  }

  /// Posts a snapshot in the service's JSON.
  public func post(json: Data) async throws -> ServedSnapshot {
    let near = Near()
    let post = { @Sendable [sender] in
      try await sender.json(
        LayoutAnswer.self, "/v1/layouts", method: "POST", body: json, near: near)
    }
    let answer = try await post()
    let base = Lineage.Base(id: answer.id, restore: { try await post().id }, size: json.count)
    // Restored only once: a service that forgets it at once again cannot store it.
    let restoration = Restoration(
      sender, id: answer.id, Lineage(sender, base, near), countMax: 1)
    return try ServedSnapshot(sender, answer, restoration)
  }

  /// The snapshot with an id.
  ///
  /// - Parameters:
  ///   - id: 64 hexadecimal digits.
  ///   - restore: Posts it again if the service has forgotten it, for example through a backend.
  public func snapshot(
    _ id: String, restore: (@Sendable () async throws -> Void)? = nil
  ) async throws -> ServedSnapshot {
    try await snapshot(id, near: Near(), restore: restore)
  }

  func snapshot(
    _ id: String, near: Near, restore: (@Sendable () async throws -> Void)?
  ) async throws -> ServedSnapshot {
    let isID =
      id.utf8.count == 64
      && id.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    guard isID else {
      throw Refusal.parameter("id", "must be 64 hexadecimal digits, not \"\(id.prefix(80))\"")
    }
    let again = restore.map { restore in
      { @Sendable () async throws -> String? in
        try await restore()
        return nil
      }
    }
    let lineage = Lineage(sender, Lineage.Base(id: id, restore: again, size: 0), near)
    let restoration = Restoration(
      sender, id: id, lineage, countMax: max(1, sender.options.attempts - 1))
    let answer = try await restoration.run { [sender] in
      try await sender.json(LayoutAnswer.self, "/v1/layouts/\(id)", near: near)
    }
    return try ServedSnapshot(sender, answer, restoration)
  }

  /// A document of the service, given by its name.
  ///
  /// - Throws: A `Refusal` of an invalid name. Names have 1 to 128 of `A-Z a-z 0-9 . _ ~ -`, the first a letter or a
  ///   digit.
  public func document(_ name: String) throws(Refusal) -> DocumentHandle {
    try DocumentHandle(self, name)
  }

  /// The documents whose names begin with a prefix, ordered by name, from a cursor on; and the cursor for the next
  /// ones.
  public func documents(
    prefix: String = "", limit: Int = 1000, cursor: String? = nil
  ) async throws -> (documents: [DocumentHead], next: String?) {
    struct Page: Decodable {
      var documents: [DocumentHead]
      var next: String?
    }
    func encoded(_ text: String) -> String {
      text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
    let after = cursor.map { "&cursor=" + encoded($0) } ?? ""
    let page = try await sender.json(
      Page.self, "/v1/documents?prefix=\(encoded(prefix))&limit=\(limit)\(after)", near: nil)
    return (page.documents, page.next)
  }
}
