import HTTPServer
import TestClient
import Testing

/// Goal: requests are answered, however many connections send one at the same moment.
@Suite struct EventBatchTests {
  // The library takes 128 events at a time.
  @Test(
    "Requests that arrive while their thread is busy are all answered",
    arguments: [1, 127, 128, 129, 256])
  func batch(count: Int) throws {
    let test = try TestServer { $0.threadCount = 1 }
    let clients = (0...count).map { _ in test.connect() }
    for client in clients { #expect(client.request("GET", "/")?.status == 200) }
    try test.holdThread(by: clients[0])
    for client in clients.dropFirst() { client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n") }
    test.handler.mayGo.store(true, ordering: .sequentiallyConsistent)
    let answered = clients.filter { $0.answer()?.status == 200 }
    #expect(answered.count == count + 1)
  }
}
