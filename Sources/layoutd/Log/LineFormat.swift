/// The punctuation of a line of the log: everything that differs between text and JSON.
struct LineFormat: Sendable {
  /// The bytes before the time, the level and the message, and after the message.
  let beforeTime, beforeLevel, beforeMessage, afterMessage: String
  /// The bytes before and after a member's name.
  let beforeName, afterName: String
  /// The bytes before and after a text value.
  let aroundText: String
  /// The bytes before and after a number.
  let aroundNumber: String
  /// The bytes before and after a logger's metadata, and before its first name.
  let beforeMetadata, afterMetadata, beforeFirstName: String
  /// The end of a complete line.
  let end: String
  /// The end of a line that was cut.
  let cutEnd: String

  /// `2025-01-31T12:00:00.000Z info message key="value"`, and ` …` if it was cut.
  static let text = LineFormat(
    beforeTime: "", beforeLevel: " ", beforeMessage: " ", afterMessage: "",
    beforeName: " ", afterName: "=", aroundText: "\"", aroundNumber: "\"",
    beforeMetadata: "", afterMetadata: "", beforeFirstName: " ",
    end: "\n", cutEnd: " …\n")

  /// `{"time":"…","level":"info","message":"…","key":"value"}`, and `"cut":true` if it was cut.
  static let json = LineFormat(
    beforeTime: "{\"time\":\"", beforeLevel: "\",\"level\":\"", beforeMessage: "\",\"message\":\"",
    afterMessage: "\"", beforeName: ",\"", afterName: "\":", aroundText: "\"", aroundNumber: "",
    beforeMetadata: ",\"metadata\":{", afterMetadata: "}", beforeFirstName: "\"",
    end: "}\n", cutEnd: ",\"cut\":true}\n")
}
