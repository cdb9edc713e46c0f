import HTTPServer
public import LayoutWire

/// Why a request was refused, as metrics count it: a limit, or what is wrong before anything is computed.
public enum RefusalReason: Hashable, Sendable, CaseIterable {
  /// Something exceeds what the service allows.
  case limit(Limit)
  /// No key, or a wrong one.
  case unauthorized
  /// A key that does not allow it.
  case forbidden
  /// The head is not HTTP as the service takes it.
  case malformed
  /// The system has no memory left.
  case memory

  /// All that occur: connections are counted as such, also those that were too slow with a head, and a list that is cut
  /// is no refusal.
  public static let allCases: [RefusalReason] =
    Limit.allCases.filter { ![.connections, .headTimeout, .elements].contains($0) }
    .map(RefusalReason.limit) + [.unauthorized, .forbidden, .malformed, .memory]

  /// Why an answer with this status refuses; nil where it answers what was asked.
  init?(status: Int, limit: Limit?) {
    switch (limit, status) {
    case (let limit?, _): self = .limit(limit)
    case (nil, 401): self = .unauthorized
    case (nil, 403): self = .forbidden
    default: return nil
    }
  }

  /// Why the HTTP layer refuses a request; nil where it refuses a connection, which is counted as such.
  init?(_ refusal: Refusal) {
    switch refusal {
    case .connections, .descriptors, .headTimeout: return nil
    case .memory: self = .memory
    default: self = Limit(refusal).map(RefusalReason.limit) ?? .malformed
    }
  }

  /// The label's value: a setting's name, or a word.
  var label: String {
    switch self {
    case .limit(let limit): limit.rawValue
    case .unauthorized: "unauthorized"
    case .forbidden: "forbidden"
    case .malformed: "malformed"
    case .memory: "memory"
    }
  }

  /// Its place among all; nil for what does not occur.
  var number: Int? { Self.numbers[self] }

  private static let numbers = Dictionary(
    uniqueKeysWithValues: zip(allCases, 0...))
}

extension Limit {
  /// The limit that the HTTP layer refuses for; nil where it is none.
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
