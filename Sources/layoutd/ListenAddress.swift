/// Where to accept connections: `127.0.0.1:8080`, `[::]:8080`, `localhost:8080`.
///
/// Without a host (`:8080`) it is the default's, the loopback address; port 0 takes a free port.
struct ListenAddress: Equatable, Sendable, CustomStringConvertible {
  /// A numeric address, IPv6 without brackets, or a name.
  var host = "127.0.0.1"
  var port: UInt16 = 8080

  init() {}

  /// - Returns: nil when the text is not `HOST:PORT`, or has an IPv6 address without brackets.
  init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":") else { return nil }
    let digits = text[text.index(after: colon)...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }),
      let port = UInt16(digits)
    else { return nil }
    self.port = port

    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]"), host.contains(":") {
      host = host.dropFirst().dropLast()
      guard host.utf8.allSatisfy(Self.isAddressByte) else { return nil }
    } else {
      guard host.utf8.allSatisfy({ Self.isAddressByte($0) && $0 != UInt8(ascii: ":") }) else {
        return nil
      }
    }
    if !host.isEmpty { self.host = String(host) }
  }

  /// As it is written in a URL.
  var description: String {
    host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }

  /// The address that a client on the same machine reaches this one at.
  var reachable: ListenAddress {
    var address = self
    switch host {
    case "0.0.0.0": address.host = "127.0.0.1"
    case "::": address.host = "::1"
    default: break
    }
    return address
  }

  private static func isAddressByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "%"):
      true
    default: false
    }
  }
}
