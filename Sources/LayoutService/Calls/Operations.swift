import HTTPServer
import LayoutWire

/// The name and version of the program (`GET /version`).
public enum Release {
  public static let name = "layoutd"
  public static let version = "0.1.0"
}

/// The calls for those who run the service.
extension LayoutService {
  func operation(_ target: Target) throws(Interruption) -> Answer {
    if let file = target.file { return file.answer }
    switch target.route {
    case .healthz:
      return Answer(mediaType: "text/plain; charset=utf-8", body: Array("ok\n".utf8))
    case .readyz:
      guard isReady else {
        throw .problem(
          Problem(.unavailable, detail: "The service is shutting down.", retryAfterSeconds: 1))
      }
      return Answer(mediaType: "text/plain; charset=utf-8", body: Array("ok\n".utf8))
    case .metrics:
      return Answer(
        mediaType: PrometheusRegistry.contentType, body: Array(metrics.exposition().utf8))
    case .version:
      return Answer(body: versionJSON)
    case .problem:
      guard let name = target.problem else {
        throw .problem(Problem(.notFound, detail: "There is no problem of this name."))
      }
      return ProblemPage.answer(of: name)
    default:
      throw .problem(Problem(.notFound))
    }
  }
}
