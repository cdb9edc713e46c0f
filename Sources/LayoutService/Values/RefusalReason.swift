import HTTPServer
public import LayoutWire

/// Why a request was refused, for metrics: a limit, or a reason before anything is computed.
public enum RefusalReason: Hashable, Sendable, CaseIterable {
  /// A limit is exceeded.
  case limit(Limit)
  /// No key, or a wrong one.
  case unauthorized
  /// The key lacks the permission.
  case forbidden
  /// The head is not valid HTTP.
  case malformed
  /// The system is out of memory.
  case memory

  /// All reasons that occur. Refused connections have their own counters, including those with a slow head; and a list
  /// cut at a limit is not refused.
  public static let allCases: [RefusalReason] =
    Limit.allCases.filter { ![.connections, .headTimeout, .elements].contains($0) }
    .map(RefusalReason.limit) + [.unauthorized, .forbidden, .malformed, .memory]

  /// Why an answer with this status is a refusal; nil if it is not.
  init?(status: Int, limit: Limit?) {
    switch (limit, status) {
    case (let limit?, _): self = .limit(limit)
    case (nil, 401): self = .unauthorized
    case (nil, 403): self = .forbidden
    default: return nil
    }
  }

  /// Why the HTTP layer refuses a request; nil for connections, which have their own counters.
  init?(_ refusal: Refusal) {
    switch refusal {
    case .connections, .descriptors, .headTimeout: return nil
    case .memory: self = .memory
    default: self = Limit(refusal).map(RefusalReason.limit) ?? .malformed
    }
  }

  /// The value of the label: the name of a setting, or a word.
  var label: String {
    switch self {
    case .limit(let limit): limit.rawValue
    case .unauthorized: "unauthorized"
    case .forbidden: "forbidden"
    case .malformed: "malformed"
    case .memory: "memory"
    }
  }

  /// Its index in `allCases`; nil if it does not occur.
  var number: Int? { Self.numbers[self] }

  private static let numbers = Dictionary(
    uniqueKeysWithValues: zip(allCases, 0...))
}

extension Limit {
  /// The limit for which the HTTP layer refuses; nil for other reasons.
  init?(_ refusal: Refusal) {
    switch refusal {
    case .connections: self = .connections
    case .bodies: self = .bodiesInFlight
    case .headTimeout: self = .headTimeout
    case .bodyTimeout: self = .bodyTimeout
    case .bodySilence: self = .bodySilence
    case .bodySize: self = .body
    case .targetSize: self = .target
    case .headSize: self = .head
    case .headerLines: self = .headerLines
    case .descriptors, .memory, .malformed, .lengthMissing, .method, .version: return nil
    }
  }
}
