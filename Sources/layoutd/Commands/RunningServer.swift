import ArgumentParser
import HTTPServer

/// A `layoutd serve` that runs on this machine, found in the system's list of processes.
///
/// A file with the address would need a folder to write to, which a container may not have, and would be wrong after
/// the server is killed.
struct RunningServer {
  /// The variable with the address of a server.
  static let variable = "LAYOUTD_LISTEN"
  /// More than systems allow for arguments and environment together.
  private static let textBytesMax = 4 << 20
  private static let tableBytesMax = 64 << 20

  let processIdentifier: Int32
  /// The arguments after `serve`.
  let arguments: [String]
  let environment: [String: String]

  /// The servers in the same network namespace whose processes this one may inspect.
  static func all() -> [RunningServer] {
    let network = OperatingSystem.target(ofLink: "/proc/self/ns/net")
    return OperatingSystem.names(inFolder: "/proc").compactMap { name in
      guard let identifier = Int32(name),
        texts("/proc/\(name)/comm", separator: "\n").first == "layoutd",
        OperatingSystem.target(ofLink: "/proc/\(name)/ns/net") == network
      else { return nil }
      let arguments = texts("/proc/\(name)/cmdline", separator: "\0")
      guard arguments.dropFirst().first == "serve", !arguments.contains("--check-config") else {
        return nil
      }
      var environment: [String: String] = [:]
      for entry in texts("/proc/\(name)/environ", separator: "\0") {
        let parts = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2 { environment[String(parts[0])] = String(parts[1]) }
      }
      return RunningServer(
        processIdentifier: identifier, arguments: Array(arguments.dropFirst(2)),
        environment: environment)
    }
  }

  private static func texts(_ path: String, separator: Character) -> [String] {
    guard let bytes = try? OperatingSystem.read(regularFile: path, bytesMax: textBytesMax) else {
      return []
    }
    return String(decoding: bytes, as: UTF8.self)
      .split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }

  /// The addresses that may answer `/readyz`: that of `--metrics-listen` if it is set, because no flood of clients
  /// keeps it busy. There are several if the system has chosen both ports, and none if the server does not listen yet.
  var addresses: [ListenAddress] {
    let names = ["listen", "metrics-listen"]
    let options = arguments.filter { $0 != "--no-playground" && !$0.isEmpty }
    let variables = Set(Setting.all.filter { names.contains($0.name) }.map(\.variable))
    guard let given = try? SettingOptions.parse(options).given(),
      let configuration = try? Configuration(
        flags: given.filter { names.contains($0.key) },
        environment: environment.filter { variables.contains($0.key) })
    else { return [] }
    let wanted = configuration.metricsListen ?? configuration.server.listen
    guard wanted.port == 0 else { return [wanted] }
    // For port 0 the system knows the actual port. The port of the other address may be known.
    let other = configuration.metricsListen == nil ? 0 : configuration.server.listen.port
    return listeners().filter { $0.port != other }
  }

  /// The addresses on which it listens.
  private func listeners() -> [ListenAddress] {
    let folder = "/proc/\(processIdentifier)"
    let sockets = Set(
      OperatingSystem.names(inFolder: "\(folder)/fd").compactMap {
        OperatingSystem.target(ofLink: "\(folder)/fd/\($0)")
      })
    return ["tcp", "tcp6"].flatMap { table -> [ListenAddress] in
      guard
        let bytes = try? OperatingSystem.read(
          regularFile: "\(folder)/net/\(table)", bytesMax: Self.tableBytesMax)
      else { return [] }
      let rows = String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst()
      return rows.compactMap { row in
        // number: local remote state … inode
        let words = row.split(separator: " ")
        guard words.count > 9, words[3] == "0A", sockets.contains("socket:[\(words[9])]") else {
          return nil
        }
        return ListenAddress(socketTable: words[1])
      }
    }
  }
}

extension ListenAddress {
  /// Parses an address in the format of the system's socket tables: `0100007F:1F90` is `127.0.0.1:8080`.
  init?(socketTable text: Substring) {
    let parts = text.split(separator: ":")
    guard parts.count == 2, let port = UInt16(parts[1], radix: 16) else { return nil }
    // The address is in words of four bytes, each in the machine's byte order.
    let digits = Array(parts[0])
    guard digits.count == 8 || digits.count == 32 else { return nil }
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: digits.count, by: 8) {
      guard let word = UInt32(String(digits[start..<start + 8]), radix: 16) else { return nil }
      for shift in stride(from: 0, to: 32, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(shift)))
      }
    }
    if bytes.count == 4 {
      self.init(host: bytes.map { String($0) }.joined(separator: "."), port: port)
    } else if bytes.allSatisfy({ $0 == 0 }) {
      self.init(host: "::", port: port)
    } else {
      let groups = stride(from: 0, to: 16, by: 2).map {
        String(Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]), radix: 16)
      }
      self.init(host: groups.joined(separator: ":"), port: port)
    }
  }
}
