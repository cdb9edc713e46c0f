internal import Foundation
public import LayoutTypes

/// A problem returned by the service (RFC 9457).
public struct Problem: Error, Sendable {
  /// The last part of its type, such as `conflict`; empty if it has none.
  public let name: String
  /// The kind of problem, in English.
  public let title: String
  /// The status of the answer.
  public let status: Int
  /// What happened, and what to do about it.
  public let detail: String
  /// The mistakes in the input, at most twenty.
  public let issues: [Refusal.Issue]
  /// The request's id, which is in the service's log.
  public let requestId: String?
  /// The present revision of the document.
  public let revision: Int?
  /// The present layout of the document.
  public let layout: String?
  /// The time to wait before a retry, if the service tells.
  public let retryAfterSeconds: Double?
  /// The number of attempts.
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

  /// The problem for the event `gone` of an open stream.
  static let historyGone = Problem(
    .init(
      status: 410, headers: ["Content-Type": "application/problem+json"],
      body: Data(#"{"type":"/problems/history-gone"}"#.utf8)), now: .distantPast)

  /// Whether the same request may succeed later: a server or proxy has too much to do, or is being replaced.
  public var isPassing: Bool { [429, 502, 503, 504].contains(status) }

  /// The seconds until the time of a Retry-After header, which is a number of seconds or a date; nil if it is neither.
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

/// The service returned another id for the same snapshot: its rules have changed, and frames may have too.
public struct IdChanged: Error, Hashable, Sendable {
  /// The old id.
  public let id: String
  /// The new id.
  public let newId: String
}

/// The last attempt timed out.
public struct TimedOut: Error, Hashable, Sendable {}
