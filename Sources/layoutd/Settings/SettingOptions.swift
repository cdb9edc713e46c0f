import ArgumentParser
import LayoutWire

/// The flags of ``Setting/all``, parsed by means of that table, so that a setting is one row: `--name VALUE` or
/// `--name=VALUE`.
struct SettingOptions: ParsableArguments {
  @Argument(parsing: .allUnrecognized, help: .hidden)
  private var arguments: [String] = []

  func validate() throws { _ = try given() }

  /// The given texts by the name of the setting. The last one counts if a flag is repeated.
  func given() throws(ValidationError) -> [String: String] {
    var given: [String: String] = [:]
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("--") else {
        throw ValidationError("Unexpected argument '\(argument)'")
      }
      let parts = argument.dropFirst(2).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let setting = Setting.all.first(where: { $0.name == name }) else {
        throw ValidationError(SettingOptions.unknown(name))
      }
      guard let value = parts.dropFirst().first.map(String.init) ?? rest.popFirst() else {
        throw ValidationError("Missing value for '\(setting.flag)'")
      }
      given[name] = value
    }
    return given
  }

  private static func unknown(_ name: String) -> String {
    let nearest = nearestWord(to: name, among: Setting.all.map(\.name))
    return "Unknown option '--\(name)'" + (nearest.map { ". Did you mean '--\($0)'?" } ?? "")
  }

  /// Flags with their meanings, for help: lines of at most 80 characters.
  static func help(of settings: [Setting]) -> String {
    settings.map { setting in
      let meaning =
        "\(setting.meaning) (\(setting.variable); \(setting.range); default: \(setting.defaultText))"
      return "  \(setting.flag)\n" + lines(of: meaning, indent: 8)
    }.joined(separator: "\n")
  }

  private static func lines(of text: String, indent: Int) -> String {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let line = lines.last, line.count + word.count < 78 {
        lines[lines.count - 1] = "\(line) \(word)"
      } else {
        lines.append(String(repeating: " ", count: indent) + word)
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension Setting {
  /// `--memo-bytes <BYTES>`
  fileprivate var flag: String { "--\(name) <\(unit)>" }
}
