import HTTPServer
import LayoutWire

/// The version of the program.
public enum Release {
  public static let version = "0.1.0"
}

/// The values for the answers of calls for operators.
struct Operations: Sendable {
  /// Whether the service accepts new requests.
  var isReady: Bool
  let metrics: ServiceMetrics
  /// The body of `GET /version`.
  let versionJSON: [UInt8]
  let basePath: BasePath
}

extension Call {
  /// docs/rules.md#probes
  static let healthz = Call(
    path: "/healthz", needs: nil, isOperation: true, isLogged: false, readsQuery: false,
    answering: .nothing { (_, _) in .ok })

  /// docs/rules.md#probes
  static let readyz = Call(
    path: "/readyz", needs: nil, isOperation: true, isLogged: false, readsQuery: false,
    answering: .nothing { (_, operations) throws(Problem) in
      if operations.isReady { return .ok }
      throw Problem(
        .unavailable, detail: "The service is starting or shutting down.", retryAfterSeconds: 1)
    })

  /// docs/rules.md#get-metrics
  static let metrics = Call(
    path: "/metrics", needs: [], isOperation: true, isLogged: false, readsQuery: false,
    answering: .nothing { (_, operations) in
      Answer(
        body: Array(operations.metrics.exposition().utf8),
        Answer.Details(mediaType: PrometheusRegistry.contentType))
    })

  /// docs/rules.md#get-version
  static let version = Call(
    path: "/version", needs: [],
    answering: .nothing { (_, operations) in Answer(body: operations.versionJSON) })
}

extension Answer {
  fileprivate static let ok = Answer(
    body: Array("ok\n".utf8), Details(mediaType: "text/plain; charset=utf-8"))
}
