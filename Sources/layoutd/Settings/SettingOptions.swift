import ArgumentParser

/// The flags of ``Setting/all``.
///
/// ArgumentParser finds options by mirroring a value and reads them by coding keys of the same
/// names. Mirror and keys are made from the table here, so that a setting is written down once.
struct SettingOptions: ParsableArguments, CustomReflectable {
  /// The texts given, by the setting's name.
  let given: [String: String]

  init() {
    given = [:]
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    var given: [String: String] = [:]
    for setting in Setting.all {
      given[setting.name] = try container.decodeIfPresent(
        String.self, forKey: Key(stringValue: setting.name))
    }
    self.given = given
  }

  var customMirror: Mirror {
    Mirror(
      self,
      children: Setting.all.map { setting in
        let help = ArgumentHelp(
          "\(setting.meaning) (\(setting.variable); \(setting.range); "
            + "default: \(setting.defaultText))",
          valueName: setting.unit)
        return (
          label: setting.name,
          value: Option<String?>(
            name: .customLong(setting.name), parsing: .unconditional, help: help)
        )
      })
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
      self.stringValue = stringValue
    }

    init?(intValue: Int) {
      return nil
    }
  }
}
