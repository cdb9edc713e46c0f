/// The address of a server, as text such as `127.0.0.1:8080`, `[::]:8080` or `:0`.
public struct ListenAddress: Sendable, Hashable, CustomStringConvertible {
  /// A numeric address or a name, without brackets.
  public var host: String
  /// 0 chooses a free port.
  public var port: UInt16

  public init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// Parses `HOST:PORT`. An IPv6 address is in brackets, and `:PORT` means all IPv4 addresses. Nil if the text has
  /// another form.
  public init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":") else { return nil }
    let digits = text[text.index(after: colon)...]
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits) else {
      return nil
    }
    var host = text[..<colon]
    if host.hasPrefix("[") {
      guard host.hasSuffix("]"), host.count > 2 else { return nil }
      host = host.dropFirst().dropLast()
    } else if host.contains(where: { $0 == ":" || $0 == "]" }) {
      return nil
    }
    guard host.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else { return nil }
    self.init(host: host.isEmpty ? "0.0.0.0" : String(host), port: port)
  }

  /// Whether only this machine can reach the address: it is in 127.0.0.0/8, `::1`, or the name `localhost`.
  public var isLoopback: Bool {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return host == "::1" || host.lowercased() == "localhost"
      || parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  public var description: String {
    host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}
