public import HTTPServer

/// The request handler of `--metrics-listen`: it answers `/metrics` and the probes without keys
/// (docs/rules.md#get-metrics).
public final class OperationsDoor: RequestHandler {
  private let service: Service

  /// Creates a handler for a service.
  public init(to service: Service) {
    self.service = service
  }

  public func admit(_ exchange: Exchange) { service.admit(exchange, through: .operations) }

  public func handle(_ exchange: Exchange) { service.handle(exchange, through: .operations) }

  public func response(to request: RefusedRequest, detail: String) -> Response {
    service.response(to: request, detail: detail)
  }

  public func noteRefusal(of request: RefusedRequest, bytesSent: Int) {
    service.noteRefusal(of: request, bytesSent: bytesSent)
  }

  public func log(_ message: String) { service.log(message) }
}
