import ArgumentParser
import HTTPServer

/// `layoutd health`: whether a server is ready, for container health checks (docs/rules.md#health).
struct HealthCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "health",
    abstract: "Exit with 0 when a server is ready, with 1 when it is not.")

  @Option(
    help: """
      The server, as http://HOST:PORT. Without it, the one that runs here with the same LAYOUTD_LISTEN, or with none \
      as this one has none; where none runs, the address that LAYOUTD_LISTEN says, or http://127.0.0.1:8080.
      """)
  var url: String?

  // Errors thrown here are printed with the usage of this command.
  func validate() throws {
    guard let url else { return }
    if ListenAddress(url: url) == nil {
      throw ValidationError("--url is not of the form http://HOST:PORT")
    }
  }

  func run() throws {
    let addresses = try addresses()
    var failure = NotReady(description: "no server is known here")
    for address in addresses {
      do {
        try ask(address, timeoutMilliseconds: 2_000 / Int32(addresses.count))
        return
      } catch {
        failure = error
      }
    }
    throw failure
  }

  private func ask(_ server: ListenAddress, timeoutMilliseconds: Int32) throws(NotReady) {
    let status: Int
    do {
      status = try Probe.status(
        host: server.host, port: server.port, path: "/readyz",
        timeoutMilliseconds: timeoutMilliseconds)
    } catch {
      throw NotReady(description: "http://\(server)/readyz: \(error)")
    }
    guard status == 200 else {
      throw NotReady(description: "http://\(server)/readyz answered \(status)")
    }
  }

  /// The addresses of the server, usually one. The command succeeds if one of them answers that it is ready.
  private func addresses() throws(NotReady) -> [ListenAddress] {
    if let address = url.flatMap({ ListenAddress(url: $0) }) { return [address] }
    let environment = OperatingSystem.environment().filter { $0.key == RunningServer.variable }
    let running = RunningServer.all().filter {
      $0.environment[RunningServer.variable] == environment[RunningServer.variable]
    }
    if running.count > 1 {
      throw NotReady(
        description: "\(running.count) servers run here: say by --url which one is meant")
    }
    let found = running.first?.addresses.prefix(2).map(\.reachable) ?? []
    if !found.isEmpty { return found }
    do {
      return [try Configuration(flags: [:], environment: environment).server.listen.reachable]
    } catch {
      throw NotReady(description: error.description)
    }
  }
}

/// The reason why the server is not ready.
private struct NotReady: Error, CustomStringConvertible {
  let description: String
}

extension ListenAddress {
  /// Parses `http://HOST:PORT` with or without a final slash. The port is 80 if there is none.
  init?(url: String) {
    let scheme = "http://"
    guard url.hasPrefix(scheme) else { return nil }
    var authority = url.dropFirst(scheme.count)
    if authority.last == "/" { authority.removeLast() }
    let isPlain = authority.utf8.allSatisfy { !"/?#@".utf8.contains($0) }
    guard isPlain, let first = authority.first, first != ":" else { return nil }
    if let address = ListenAddress(String(authority)) {
      self = address
    } else if let address = ListenAddress("\(authority):80") {
      self = address
    } else {
      return nil
    }
  }

  /// The address at which a client on the same machine reaches this one.
  var reachable: ListenAddress {
    switch host {
    case "0.0.0.0": ListenAddress(host: "127.0.0.1", port: port)
    case "::": ListenAddress(host: "::1", port: port)
    default: self
    }
  }
}
