/// The address of a PostgreSQL database and its user:
/// `postgresql://USER@HOST[:PORT][,HOST…]/DATABASE[?OPTION=VALUE&…]`.
public struct PostgreSQLAddress: Hashable, Sendable, CustomStringConvertible {
  /// One of the servers. Only the primary accepts writes.
  public struct Host: Hashable, Sendable {
    /// A host name, an address, or the folder of a socket.
    public let name: String
    public let port: Int

    /// Whether the host is on this machine, so that the connection cannot be intercepted.
    var isNear: Bool {
      name.hasPrefix("/") || ["localhost", "::1"].contains(name) || name.hasPrefix("127.")
    }
  }

  /// Why a text is not an address: a phrase that says what it must be.
  public struct Failure: Error, Sendable, CustomStringConvertible {
    public let description: String
  }

  public let user: String
  public let hosts: [Host]
  public let database: String
  /// The options of libpq that secure the connection: `sslmode`, `sslrootcert`, `sslcert` and `sslkey`.
  public let options: [String: String]

  private static let scheme = "postgresql://"
  private static let hostsMax = 8
  private static let modes = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"]
  private static let optionNames = ["sslmode", "sslrootcert", "sslcert", "sslkey"]

  /// Whether a text looks like such an address.
  public static func isMeant(by text: String) -> Bool {
    text.hasPrefix(scheme) || text.hasPrefix("postgres://")
  }

  /// Parses an address.
  public init(_ text: String) throws(Failure) {
    guard text.hasPrefix(PostgreSQLAddress.scheme), text.utf8.count <= 2048 else {
      throw Failure(description: "an address that begins with \(PostgreSQLAddress.scheme)")
    }
    var rest = text.dropFirst(PostgreSQLAddress.scheme.count)
    var query: Substring = ""
    if let mark = rest.firstIndex(of: "?") {
      (query, rest) = (rest[rest.index(after: mark)...], rest[..<mark])
    }
    guard let at = rest.lastIndex(of: "@") else {
      throw Failure(description: "an address with a user: postgresql://USER@HOST/DATABASE")
    }
    guard !rest[..<at].contains(":") else {
      throw Failure(
        description: "an address without a password, which --store-password-file is for")
    }
    let place = rest[rest.index(after: at)...]
    guard let slash = place.lastIndex(of: "/"),
      let user = PostgreSQLAddress.decoded(rest[..<at]),
      let database = PostgreSQLAddress.decoded(place[place.index(after: slash)...]),
      !user.isEmpty, !database.isEmpty
    else { throw Failure(description: "an address with a user, a host and a database") }
    let names = place[..<slash].split(separator: ",", omittingEmptySubsequences: false)
    guard names.count <= PostgreSQLAddress.hostsMax else {
      throw Failure(description: "an address of at most \(PostgreSQLAddress.hostsMax) hosts")
    }
    var hosts: [Host] = []
    for name in names { hosts.append(try PostgreSQLAddress.host(name)) }
    self.user = user
    self.hosts = hosts
    self.database = database
    options = try PostgreSQLAddress.options(query)
  }

  /// Parses `HOST`, `HOST:PORT`, `[HOST]:PORT`, or the folder of a socket with its slashes as `%2F`.
  private static func host(_ text: Substring) throws(Failure) -> Host {
    var (name, port) = (text, Substring("5432"))
    let end = text.firstIndex(of: "]") ?? text.startIndex
    if let colon = text[end...].firstIndex(of: ":") {
      (name, port) = (text[..<colon], text[text.index(after: colon)...])
    }
    if name.hasPrefix("["), name.hasSuffix("]") { name = name.dropFirst().dropLast() }
    guard let name = decoded(name), !name.isEmpty, let port = Int(port), (1...65535).contains(port)
    else { throw Failure(description: "an address whose hosts are HOST or HOST:PORT") }
    return Host(name: name, port: port)
  }

  private static func options(_ query: Substring) throws(Failure) -> [String: String] {
    var options: [String: String] = [:]
    for pair in query.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let value = decoded(parts[1]), !value.isEmpty,
        optionNames.contains(String(parts[0]))
      else {
        throw Failure(
          description: "an address whose options are \(optionNames.joined(separator: ", "))")
      }
      options[String(parts[0])] = value
    }
    if let mode = options["sslmode"], !modes.contains(mode) {
      throw Failure(description: "an address whose sslmode is \(modes.joined(separator: ", "))")
    }
    return options
  }

  /// The text with each `%XX` decoded; nil if the result is not valid text or contains a zero byte.
  private static func decoded(_ text: Substring) -> String? {
    var (bytes, rest) = ([UInt8](), text.utf8[...])
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
        value != 0
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The hosts and the database, without user and options.
  public var description: String {
    let names = hosts.map { host in
      let name = host.name.contains(":") ? "[\(host.name)]" : host.name
      return host.port == 5432 ? name : "\(name):\(host.port)"
    }
    return "\(PostgreSQLAddress.scheme)\(names.joined(separator: ","))/\(database)"
  }

  /// Whether a host is reached over a network on which the connection can be read or redirected.
  public var isExposed: Bool {
    hosts.contains { !$0.isNear }
      && mode(of: hosts.first { !$0.isNear } ?? hosts[0]) != "verify-full"
  }

  private func mode(of host: Host) -> String {
    options["sslmode"] ?? (host.isNear ? "prefer" : "verify-full")
  }

  /// The parameters of libpq for connecting to one of the hosts.
  func parameters(_ host: Host) -> [(name: String, value: String)] {
    let mode = mode(of: host)
    var parameters = [
      ("host", host.name), ("port", "\(host.port)"), ("user", user), ("dbname", database),
      ("application_name", "layoutd"), ("client_encoding", "UTF8"), ("gssencmode", "disable"),
      ("target_session_attrs", "primary"), ("tcp_user_timeout", "5000"),
      ("keepalives_idle", "10"), ("keepalives_interval", "3"), ("keepalives_count", "3"),
      ("sslmode", mode),
    ]
    if options["sslrootcert"] == nil, mode.hasPrefix("verify") {
      parameters.append(("sslrootcert", PostgreSQLAddress.systemCertificates))
    }
    for name in PostgreSQLAddress.optionNames where name != "sslmode" {
      if let value = options[name] { parameters.append((name, value)) }
    }
    return parameters
  }

  /// The trusted certificates on Debian.
  private static let systemCertificates = "/etc/ssl/certs/ca-certificates.crt"
}
