/// How a line of the log is punctuated: all in which text and JSON differ.
struct LineFormat: Sendable {
  /// What stands before the time, level and message, and after the message.
  let beforeTime, beforeLevel, beforeMessage, afterMessage: String
  /// What stands before and after a member's name.
  let beforeName, afterName: String
  /// What stands on both sides of a value that is a text.
  let aroundText: String
  /// What stands on both sides of a value that is a number.
  let aroundNumber: String
  /// What stands before and after a logger's metadata, and before the first name in there.
  let beforeMetadata, afterMetadata, beforeFirstName: String
  /// The end of a line from which nothing was left out.
  let end: String
  /// The end of a line from which something was left out.
  let cutEnd: String

  /// `2025-01-31T12:00:00.000Z info message key="value"`, and ` …` where something did not fit.
  static let text = LineFormat(
    beforeTime: "", beforeLevel: " ", beforeMessage: " ", afterMessage: "",
    beforeName: " ", afterName: "=", aroundText: "\"", aroundNumber: "\"",
    beforeMetadata: "", afterMetadata: "", beforeFirstName: " ",
    end: "\n", cutEnd: " …\n")

  /// `{"time":"…","level":"info","message":"…","key":"value"}`, and `"cut":true` where something did
  /// not fit.
  static let json = LineFormat(
    beforeTime: "{\"time\":\"", beforeLevel: "\",\"level\":\"", beforeMessage: "\",\"message\":\"",
    afterMessage: "\"", beforeName: ",\"", afterName: "\":", aroundText: "\"", aroundNumber: "",
    beforeMetadata: ",\"metadata\":{", afterMetadata: "}", beforeFirstName: "\"",
    end: "}\n", cutEnd: ",\"cut\":true}\n")
}
