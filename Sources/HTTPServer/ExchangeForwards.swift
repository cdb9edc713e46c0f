/// What is read of an exchange's request.
extension Exchange {
  public static var bodySlackBytes: Int { Request.bodySlackBytes }

  public func withPath<Result, Failure: Error>(
    _ read: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result { try request.withPath(read) }

  public func withQuery<Result, Failure: Error>(
    _ read: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result? { try request.withQuery(read) }

  public func header(_ name: StaticString) -> String? { request.header(name) }

  public func withHeader<Result>(_ name: StaticString, _ read: (Span<UInt8>) -> Result) -> Result? {
    request.withHeader(name, read)
  }

  public func hasHeader(_ name: StaticString) -> Bool { request.hasHeader(name) }

  public func shortHeader(_ name: StaticString) -> ShortText? { request.shortHeader(name) }

  public func withBody<Result, Failure: Error>(
    _ read: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result { try request.withBody(read) }
}
