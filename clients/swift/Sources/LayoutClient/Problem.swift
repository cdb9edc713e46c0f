internal import Foundation
public import LayoutTypes

/// What the service answered in place of what was asked for (RFC 9457).
public struct Problem: Error, Sendable {
  /// The last part of the type, such as `conflict`; empty where the answer names none.
  public let name: String
  /// What sort of problem it is, in English.
  public let title: String
  /// The status of the answer.
  public let status: Int
  /// What happened, and what to do about it.
  public let detail: String
  /// What is wrong in the input, at most twenty.
  public let issues: [Refusal.Issue]
  /// The service's name for the request, which is in its log.
  public let requestId: String?
  /// Of the document that there is.
  public let revision: Int?
  /// The layout of the document that there is.
  public let layout: String?
  /// When to try again, where the service says so.
  public let retryAfterSeconds: Double?
  /// How often the request was sent.
  public internal(set) var attempts = 1

  private struct Members: Decodable {
    struct Issue: Decodable {
      var pointer: String?
      var parameter: String?
      var code: String?
      var detail: String?
    }

    var type: String?
    var title: String?
    var detail: String?
    var errors: [Issue]?
    var requestId: String?
    var revision: Int?
    var layout: String?
  }

  init(_ response: Response, now: Date) {
    let type = response.header("Content-Type")?.lowercased() ?? ""
    let members =
      type.hasPrefix("application/problem+json")
      ? try? JSONDecoder().decode(Members.self, from: response.body) : nil
    let marker = "/problems/"
    name =
      members?.type?.range(of: marker).flatMap { members?.type?[$0.upperBound...] }
      .map { String($0) } ?? ""
    title = members?.title ?? "The request failed"
    status = response.status
    detail = members?.detail ?? ""
    issues = (members?.errors ?? []).map {
      Refusal.Issue(
        pointer: $0.pointer, parameter: $0.parameter, code: $0.code ?? "", detail: $0.detail ?? "")
    }
    requestId = members?.requestId
    revision = members?.revision
    layout = members?.layout
    retryAfterSeconds = Problem.seconds(response.header("Retry-After"), now)
  }

  /// What an open stream says as the event `gone`.
  static let historyGone = Problem(
    .init(
      status: 410, headers: ["Content-Type": "application/problem+json"],
      body: Data(#"{"type":"/problems/history-gone"}"#.utf8)), now: .distantPast)

  /// Whether the same request may succeed later: something on the way is overloaded or being replaced.
  public var isPassing: Bool { status == 502 || status == 503 || status == 504 }

  /// The seconds that a Retry-After asks for, which has them or a date; nil where it has neither.
  private static func seconds(_ text: String?, _ now: Date) -> Double? {
    guard let text = text?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
    if text.utf8.allSatisfy({ (48...57).contains($0) }) { return Double(text) }
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.date(from: text).map { max(0, $0.timeIntervalSince(now)) }
  }
}

extension Problem: CustomStringConvertible {
  public var description: String {
    "\(status) \(title)" + (detail.isEmpty ? "" : ": \(detail)")
  }
}

/// The service names a snapshot by another id than before: its rules have changed, and so may have every frame.
public struct IdChanged: Error, Hashable, Sendable {
  /// The one before.
  public let id: String
  /// The one now.
  public let newId: String
}

/// The last attempt took longer than the options allow.
public struct TimedOut: Error, Hashable, Sendable {}
