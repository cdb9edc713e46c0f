import LayoutWire

/// The contents of a problem's page: its cause, its cure, and a request that causes it.
struct ProblemExplanation {
  let cause: String
  let cure: String
  let example: Example

  /// A request.
  struct Example {
    /// The lines of its head, without the length of the body.
    let head: String
    var body: String?
    /// The circumstances under which it fails, or the parts that are omitted; nil if it always fails as shown.
    var condition: String?

    /// The request as it is sent, except for the line ends. O(bytes)
    var text: String {
      guard let body else { return head + "\n\n" }
      return "\(head)\nContent-Length: \(body.utf8.count)\n\n\(body)"
    }
  }
}

extension ProblemExplanation.Example {
  /// A request without a body.
  fileprivate static func get(_ target: String, condition: String? = nil) -> Self {
    Self(head: "GET \(target) HTTP/1.1\nHost: 127.0.0.1:8080", condition: condition)
  }

  /// A POST request.
  fileprivate static func post(
    _ body: String, _ query: String = "", to path: String = "/v1/layouts",
    type: String = "application/json", _ lines: String = "", condition: String? = nil
  ) -> Self {
    Self(
      head: """
        POST \(path)\(query) HTTP/1.1
        Host: 127.0.0.1:8080
        Content-Type: \(type)\(lines)
        """, body: body, condition: condition)
  }
}

extension Problem.Name {
  private static let someID = String(repeating: "0", count: 64)

  /// The cause of this kind of problem, and its cure.
  var explanation: ProblemExplanation {
    switch self {
    case .badJSON:
      ProblemExplanation(
        cause: """
          The body is not one JSON value in UTF-8, is nested too deeply, has a number beyond the \
          range of a double, or an object in it has a key twice.
          """,
        cure: "Correct the text at the place that the detail names, or have a library write it.",
        example: .post(#"{"sections": [{"items": 3},]}"#))
    case .badParameter:
      ProblemExplanation(
        cause: """
          A query parameter is missing, malformed, out of range, given twice, not one of this \
          call, or contradicts another one; or the layout id in the path is not 64 lower-case \
          hexadecimal digits; or the name of a document there has other characters than it may.
          """,
        cure: "Correct the parameters that errors names, one by one.",
        example: .get("/v1/layouts/\(Self.someID)?width=wide"))
    case .badRequest:
      ProblemExplanation(
        cause: """
          The request line or a header is not HTTP/1.1 as the server takes it. Or If-Match, \
          If-None-Match or Last-Event-ID says what no document can have.
          """,
        cure: """
          Send the request with an HTTP library; look at what proxies on the way do to it. A \
          document's condition is If-None-Match: *, or If-Match with * or its ETag.
          """,
        example: ProblemExplanation.Example(head: "GET /healthz HTTP/1.1"))
    case .unauthorized:
      ProblemExplanation(
        cause: "The operator has set API keys, and the request has none that is in force.",
        cure: "Send a key as Authorization: Bearer KEY. The operator hands them out.",
        example: .get("/version", condition: "where keys are set"))
    case .forbidden:
      ProblemExplanation(
        cause: """
          The API key lacks the right to this call, or the request puts a document whose name the key may not see.
          """,
        cure:
          "Send a key that has the right; the detail names it. The operator gives keys their rights.",
        example: .post(
          #"{"sections": []}"#, "", "\nAuthorization: Bearer KEY",
          condition: "where KEY may not post layouts"))
    case .notFound:
      ProblemExplanation(
        cause: "There is no such path, or the layout has no such element.",
        cure: "Check the path, and the numbers in it: sections, items and elements count from 0.",
        example: .get("/v1/nothing"))
    case .layoutNotFound:
      ProblemExplanation(
        cause: """
          The id is well-formed, but the server does not know the layout: it has not been posted \
          since the server started, or it was deleted, or forgotten to make room.
          """,
        cure: "Post the snapshot again. It has the same id then, and the request can be repeated.",
        example: .get("/v1/layouts/\(Self.someID)"))
    case .documentNotFound:
      ProblemExplanation(
        cause: """
          There is no document of this name, or the API key may not see it; it may have been \
          deleted.
          """,
        cure: """
          Create it with PUT and If-None-Match: *. If that is answered 403, send a key that may see \
          documents of this name.
          """,
        example: .get("/v1/documents/nowhere"))
    case .conflict:
      ProblemExplanation(
        cause: """
          The steps are meant for another revision of the document than it has: somebody else has \
          changed it meanwhile. Nothing has been done.
          """,
        cure: """
          Read the changes after the revision that the steps are meant for, carry their indices \
          over, and send them again with the new revision.
          """,
        example: .post(
          #"{"revision": 1, "steps": []}"#, to: "/v1/documents/feed/changes",
          condition: "where the document feed has another revision"))
    case .historyGone:
      ProblemExplanation(
        cause: """
          The log keeps the newest records alone, and those after the given revision are not among \
          them any more; or the document has never had that revision.
          """,
        cure: "Read the document, show its layout, and follow the log from its revision.",
        example: .get(
          "/v1/documents/feed/changes?after=9", condition: "where the log begins later"))
    case .preconditionFailed:
      ProblemExplanation(
        cause: """
          What If-Match or If-None-Match asks for is not so: the document has another revision, \
          exists already, or does not exist; or the tag of If-Match is weak, such as W/"17", \
          which proxies that compress answers make of it. Nothing has been done.
          """,
        cure: """
          Send a weak tag without W/. Otherwise read the document, and decide anew. After a lost answer the revision and the layout of \
          this problem tell whether the write was done.
          """,
        example: ProblemExplanation.Example(
          head: """
            DELETE /v1/documents/nowhere HTTP/1.1
            Host: 127.0.0.1:8080
            If-Match: "17"
            """))
    case .keyReused:
      ProblemExplanation(
        cause: "The log has a change with this key, whose steps were others.",
        cure: "Draw a new key for each change, and repeat it only with the same steps.",
        example: .post(
          #"{"revision": 1, "key": "a", "steps": []}"#, to: "/v1/documents/feed/changes",
          condition: "where another change had this key"))
    case .preconditionRequired:
      ProblemExplanation(
        cause: """
          A document is written only by those who say what they know of it, so that nobody \
          overwrites unseen what others have written.
          """,
        cure: """
          Send If-None-Match: * to create it, If-Match with its ETag to replace or delete what was \
          read, or If-Match: * to do so whatever it is.
          """,
        example: ProblemExplanation.Example(
          head: "DELETE /v1/documents/feed HTTP/1.1\nHost: 127.0.0.1:8080"))
    case .tooManyWatchers:
      ProblemExplanation(
        cause: "As many requests follow documents as --max-watchers allows.",
        cure: """
          Try again after as many seconds as Retry-After says; meanwhile read the log without wait.
          """,
        example: .get(
          "/v1/documents/feed/changes?after=1&wait=30",
          condition: "while 1000 others wait"))
    case .methodNotAllowed:
      ProblemExplanation(
        cause: "The path does not have this method.",
        cure: "Use one of the methods that the Allow header lists.",
        example: .get("/v1/layouts"))
    case .requestTimeout:
      ProblemExplanation(
        cause: "The head or the body of the request took longer to arrive than the server waits.",
        cure: """
          Send the request again, without pauses; gather the body before the first byte is sent.
          """,
        example: .post(
          #"{"sections": []}"#, condition: "where the last bytes of the body do not come"))
    case .lengthRequired:
      ProblemExplanation(
        cause: """
          The request has no Content-Length, or it has a Transfer-Encoding: many clients and proxies send a \
          stream in chunks, since they do not know its length in advance.
          """,
        cure: """
          Send Content-Length and no Transfer-Encoding. With curl, give the body with --json @FILE \
          or --data-binary @FILE; @- reads standard input, and -T - sends chunks. In node, pass \
          fetch a string, a Buffer or a Blob, and no stream; with http.request, pass the whole body \
          to end() without a write() before it, or set the header Content-Length. In Go, make the \
          request with a bytes.Reader, bytes.Buffer or strings.Reader, or set Request.ContentLength. \
          A proxy that buffers requests adds the length for all of its clients.
          """,
        example: ProblemExplanation.Example(
          head: """
            POST /v1/layouts HTTP/1.1
            Host: 127.0.0.1:8080
            Content-Type: application/json
            Transfer-Encoding: chunked
            """))
    case .tooLarge:
      ProblemExplanation(
        cause: """
          The body is longer than the server takes, the snapshot larger than its memory for \
          snapshots, or a snapshot that is asked for longer than 64 MiB.
          """,
        cure: """
          Send less: equal items need only a count, sizes fit best in the lists widths and \
          heights. The limits are in /version; the operator can raise them. Ask for one section \
          of a long snapshot at a time, with the parameter section.
          """,
        example: ProblemExplanation.Example(
          head: """
            POST /v1/layouts HTTP/1.1
            Host: 127.0.0.1:8080
            Content-Type: application/json
            Content-Length: 1000000000000
            """))
    case .targetTooLong:
      ProblemExplanation(
        cause: "The path and the query are longer than the server takes.",
        cure: """
          Send a shorter path and query; 8 KiB are allowed unless the operator says otherwise.
          """,
        example: .get("/v1/layouts?width=390…", condition: "with 8000 digits more"))
    case .unsupportedMediaType:
      ProblemExplanation(
        cause: """
          The body is of another type than application/json, or of a coding that is not \
          understood.
          """,
        cure: """
          Send Content-Type: application/json and an uncoded body, for example with curl --json.
          """,
        example: .post(#"{"sections": []}"#, type: "text/plain"))
    case .invalidSnapshot:
      ProblemExplanation(
        cause: """
          The body is JSON, but not a snapshot: a value in it has the wrong name, type or range.
          """,
        cure: """
          Correct the values that errors points at; each has a JSON pointer (RFC 6901) into the \
          body.
          """,
        example: .post(#"{"sections": [{"itmes": 3}]}"#))
    case .invalidChange:
      ProblemExplanation(
        cause: """
          The body is JSON, but its steps cannot be applied: a value has the wrong name, type or \
          range, or an entry names what is not there or contradicts another one of its step.
          """,
        cure: """
          Correct the entries that errors points at; nothing has been changed. An index is that of \
          the list before the step for what goes, and after it for what comes.
          """,
        example: .post(
          #"{"counts": [3], "steps": [{"delete": [{"section": 0, "item": 3}]}]}"#, to: "/v1/plans"))
    case .invalidDiff:
      ProblemExplanation(
        cause: """
          The body is JSON, but not two lists of keys: a value has the wrong name or type, a list \
          is too long, or a key stands in one list twice.
          """,
        cure: """
          Correct the values that errors points at; where a key is there twice, first points at \
          where it is first.
          """,
        example: .post(#"{"before": ["a", "b", "a"], "after": []}"#, to: "/v1/diffs"))
    case .unexpectedResult:
      ProblemExplanation(
        cause: """
          The steps can be applied, but make another layout than the one that expect describes: \
          its id, its itemCount, or both. Nothing is kept.
          """,
        cure: """
          Compare what the client shows with the layout that the steps are meant for; id and \
          itemCount say what they would make of it.
          """,
        example: .post(
          #"{"steps": [], "expect": {"itemCount": 4}}"#,
          to: "/v1/layouts/\(Problem.Name.someID)/changes",
          condition: "with the id of a layout of 3 items"))
    case .cannotLayOut:
      ProblemExplanation(
        cause: """
          The snapshot is right, but cannot be laid out at the width that was asked for: a \
          section needs more columns than are allowed, or the content would extend beyond \
          9007199254740992 points.
          """,
        cure: """
          Ask for another width, or change the metrics or sizes of the section that errors points \
          at.
          """,
        example: .post(
          #"{"engine": "column", "metrics": {"minimumColumnWidth": 1}, "sections": [{"items": 1}]}"#,
          "?width=20000000"))
    case .headTooLarge:
      ProblemExplanation(
        cause: "The headers are longer, or more, than the server takes.",
        cure: "Send fewer or shorter headers; cookies are not used here.",
        example: .get("/healthz", condition: "with 16 KiB of headers more"))
    case .notImplemented:
      ProblemExplanation(
        cause: "The server does not know the method.",
        cure: "Use GET, HEAD, POST, PUT or DELETE, as /openapi.yaml says.",
        example: ProblemExplanation.Example(
          head: "BREW /v1/layouts HTTP/1.1\nHost: 127.0.0.1:8080"))
    case .unavailable:
      ProblemExplanation(
        cause: """
          The server has too much to do, no memory or connection left, took too long to compute \
          the answer, or is shutting down.
          """,
        cure: """
          Send the same request again after as many seconds as Retry-After says, later each time.
          """,
        example: .get("/readyz", condition: "while the server shuts down"))
    case .storedLayoutDamaged:
      ProblemExplanation(
        cause: """
          What the store has under this id does not make the layout of this id: the disk, or \
          somebody else, has changed it. Other layouts are not touched.
          """,
        cure: """
          Post the snapshot again. The operator finds the damage with layoutd store check, and \
          restores a backup.
          """,
        example: .get(
          "/v1/layouts/\(Self.someID)", condition: "where the row of this layout is damaged"))
    case .storeUnavailable:
      ProblemExplanation(
        cause: """
          The store failed to read or write, takes too long, or has too much to do. Layouts that \
          are in memory are answered meanwhile.
          """,
        cure: """
          Send the same request again after as many seconds as Retry-After says, later each time. \
          Where the detail says that it may have been done, sending it again does no harm.
          """,
        example: .post(
          #"{"sections": []}"#, condition: "while the disk of the store fails"))
    case .storeFull:
      ProblemExplanation(
        cause: "The disk is full, or the store has reached the size that --store-bytes allows.",
        cure: """
          Try again later. The operator can make room on the disk, or raise --store-bytes; requests \
          succeed then without a restart.
          """,
        example: .post(#"{"sections": []}"#, condition: "while the disk of the store is full"))
    case .versionNotSupported:
      ProblemExplanation(
        cause: "The request is of a version of HTTP that the server does not speak.",
        cure: "Use HTTP/1.1; a proxy in front of the server can speak others.",
        example: ProblemExplanation.Example(
          head: "GET /healthz HTTP/1.2\nHost: 127.0.0.1:8080"))
    }
  }
}
