import TestClient
import Testing

@Suite struct UntakenAnswerTests {
  @Test("The system keeps nothing of an answer that is cut")
  func reset() throws {
    let test = try TestServer { $0.answerTimeout = .milliseconds(300) }
    let client = test.connect()
    client.send("GET /zeros HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(eventually { test.server.counters.connectionsTimedOut.answer == 1 })
    #expect(eventually { test.server.counters.connectionsOpen == 0 })
    // The connection was reset; otherwise megabytes would come before its end.
    #expect(client.everything() == nil)
  }
}
