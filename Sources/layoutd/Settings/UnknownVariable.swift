import LayoutWire
import Logging

/// An environment variable that begins with `LAYOUTD_` but is not a setting.
struct UnknownVariable: Sendable, Equatable {
  let name: String
  /// The most similar variable of a setting; nil if none is similar.
  let nearest: String?
  /// Whether Kubernetes sets it, as for every service of a namespace. It is not a mistake then.
  let isFromKubernetes: Bool

  /// All such variables of an environment, in order of their names.
  static func all(of environment: [String: String]) -> [UnknownVariable] {
    let known = Setting.all.map(\.variable)
    let unknown = environment.keys.filter {
      $0.hasPrefix(Setting.variablePrefix) && !known.contains($0)
    }
    let prefix = Setting.variablePrefix
    let names = known.map { String($0.dropFirst(prefix.count)) }
    return unknown.sorted().map { name in
      let nearest = nearestWord(to: String(name.dropFirst(prefix.count)), among: names)
      return UnknownVariable(
        name: name, nearest: nearest.map { prefix + $0 },
        isFromKubernetes: isFromKubernetes(name, environment[name] ?? ""))
    }
  }

  /// Whether it is an address of a Kubernetes service called `layoutd` or `layoutd-…`: `LAYOUTD_SERVICE_HOST`,
  /// `LAYOUTD_SERVICE_PORT_HTTP`, `LAYOUTD_PORT=tcp://…`, `LAYOUTD_PORT_8080_TCP_ADDR`, ….
  private static func isFromKubernetes(_ name: String, _ value: String) -> Bool {
    let words = name.split(separator: "_", omittingEmptySubsequences: false)
    if words.suffix(2) == ["SERVICE", "HOST"] { return true }
    if words.last == "PORT", value.contains("://") { return true }
    for (place, word) in words.enumerated() where word == "PORT" {
      if words[place - 1] == "SERVICE" { return true }
      let rest = words[(place + 1)...]
      guard let number = rest.first, Int(number) != nil,
        let transport = rest.dropFirst().first, ["TCP", "UDP", "SCTP"].contains(transport)
      else { continue }
      if rest.count == 2 { return true }
      return rest.count == 3 && ["PROTO", "PORT", "ADDR"].contains(rest.last)
    }
    return false
  }

  /// Logs the variable.
  func log(to logger: Logger) {
    if isFromKubernetes {
      logger.debug("ignored a variable of Kubernetes", metadata: ["variable": "\(name)"])
    } else {
      var metadata: Logger.Metadata = ["variable": "\(name)"]
      metadata["nearest"] = nearest.map { .string($0) }
      logger.warning("ignored a variable that is no setting", metadata: metadata)
    }
  }
}
