import Testing

/// What files of the C targets depend on: the headers that they include, and the functions that they call of other files.
@Suite("Includes of C targets")
struct IncludeTests {
  /// The folders of the HTTP server, and its files beside them, lowest first.
  private static let order = [
    "include", "process", "socket", "library", "answer", "request", "connection", "server",
  ]

  /// What takes the place of functions of the system.
  private static let ofSystem: Set<String> = ["epoll_wait", "send"]

  /// A source file with its header, by their path without an extension; the public headers of a target are one.
  private struct Unit {
    var files: [SourceFile] = []
    var functions: Set<Substring> = []
  }

  /// The units of a target by their names.
  private func units(_ target: String) throws -> [String: Unit] {
    var units: [String: Unit] = [:]
    for file in try SourceFile.all(["c", "h", "cpp"]) where file.target == target {
      let name = IncludeTests.unit(String(file.path.dropFirst(target.count + 1)))
      units[name, default: Unit()].files.append(file)
      guard file.path.hasSuffix(".c") else { continue }
      for line in file.codeLines {
        // A definition that other files may call.
        guard let function = line.prefixMatch(of: /[a-z][\w ]*[ *](\w+)\(/),
          !line.hasPrefix("static "), !line.hasSuffix(";"),
          !IncludeTests.ofSystem.contains(String(function.1))
        else { continue }
        units[name]?.functions.insert(function.1)
      }
    }
    return units
  }

  private static func unit(_ path: String) -> String {
    path.hasPrefix("include/") ? "include" : String(path.prefix { $0 != "." })
  }

  /// Which units each unit depends on.
  private func dependencies(_ units: [String: Unit]) -> [String: Set<String>] {
    var homes: [Substring: String] = [:]
    for (name, unit) in units { for function in unit.functions { homes[function] = name } }
    return Dictionary(
      uniqueKeysWithValues: units.map { name, unit in
        var found: Set<String> = []
        for file in unit.files {
          for line in file.lines {
            guard let path = line.prefixMatch(of: /#include "([^"]+)"/)?.1 else { continue }
            let folder = name.split(separator: "/").dropLast().map { $0 + "/" }.joined()
            let own = IncludeTests.unit(folder + path)
            let other = IncludeTests.unit(String(path))
            found.insert(units[own] != nil ? own : units[other] != nil ? other : "include")
          }
          // Headers name what others call, and C++ has names in spaces.
          guard file.path.hasSuffix(".c") else { continue }
          for line in file.codeLines {
            for word in line.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }) {
              if let home = homes[word] { found.insert(home) }
            }
          }
        }
        return (name, found.subtracting([name]))
      })
  }

  @Test(
    "No files go round in a circle", arguments: ["CHTTPServer", "CPostgreSQL", "CSQLite", "CJSON"])
  func circles(_ target: String) throws {
    var left = dependencies(try units(target))
    try #require(left.values.contains { !$0.isEmpty })
    // What depends on nothing that is left is in no circle.
    while let lowest = left.first(where: { $0.value.isDisjoint(with: left.keys) }) {
      left[lowest.key] = nil
    }
    for (name, others) in left {
      Issue.record("\(target)/\(name) depends on \(others.intersection(left.keys).sorted())")
    }
  }

  @Test("The files of the HTTP server depend on those of lower folders alone")
  func order() throws {
    let dependencies = try dependencies(units("CHTTPServer"))
    func step(_ unit: String) throws -> Int {
      let folder = String(unit.prefix { $0 != "/" })
      return try #require(IncludeTests.order.firstIndex(of: folder), "\(unit)")
    }
    for (name, others) in dependencies {
      for other in others {
        #expect(try step(other) <= step(name), "\(name) depends on \(other)")
      }
    }
    #expect(Set(try dependencies.keys.map(step)).count == IncludeTests.order.count)
  }
}
