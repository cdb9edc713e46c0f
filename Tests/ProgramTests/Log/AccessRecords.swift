import Foundation
import HTTPServer
import LayoutService
import LayoutWire
import Testing

extension AccessRecord {
  /// A record with only these members.
  static func bare(
    _ route: Route = .elements, status: Int = 200, duration: Duration = .zero,
    limit: String? = nil, input: RefusedInput? = nil
  ) -> AccessRecord {
    var record = AccessRecord(
      requestID: ShortText("r1".utf8), route: route, status: status, duration: duration)
    record.limit = limit
    record.input = input
    return record
  }

  /// A record of a wrong parameter.
  static let wrongWidth = RefusedInput(
    Problem(
      .badParameter, issues: [Problem.Issue(.parameter("width"), .outOfRange, "is too wide")]))

  /// A record with every member.
  static let full: AccessRecord = {
    var record = AccessRecord(
      requestID: ShortText("0f8fad5b-d9cb-469f-a165-70867728950e".utf8), route: .elements,
      status: 200, duration: .microseconds(12_345))
    record.traceParent = ShortText(
      "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01".utf8)
    record.keyName = "ios"
    record.method = "GET"
    record.layout = ShortText("0861fef3e591".utf8)
    record.bytesIn = 7
    record.bytesOut = 1234
    for stage in Timing.Stage.allCases { record.timing.measure(stage) {} }
    record.wasPrepared = true
    record.limit = "max-elements"
    record.input = wrongWidth
    return record
  }()
}

/// The lines, each read as JSON.
func objects(_ bytes: some Sequence<UInt8>) throws -> [[String: Any]] {
  try Data(bytes).split(separator: UInt8(ascii: "\n")).map {
    try #require(JSONSerialization.jsonObject(with: $0) as? [String: Any])
  }
}

extension Route {
  static let layouts = Route("/v1/layouts")!
  static let layout = Route("/v1/layouts/{id}")!
  static let elements = Route("/v1/layouts/{id}/elements")!
  static let special = Route("/v1/layouts/{id}/special")!
  static let hit = Route("/v1/layouts/{id}/hit")!
  static let healthz = Route("/healthz")!
  static let readyz = Route("/readyz")!
  static let metrics = Route("/metrics")!
  static let other = Route("other")!
}
