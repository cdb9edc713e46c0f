import ContentHash
import HTTPServer
import LayoutCore
import LayoutWire
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

@Suite("The table of calls")
struct CallTableTests {
  let service = Service(limits: ServiceLimits(), metrics: ServiceMetrics(), log: { _ in })

  /// Calls that have a path.
  static let numbers = Call.all.indices.filter { !Call.all[$0].methods.isEmpty }

  /// Paths that lead to a call.
  private func paths(_ number: Int) -> [String] {
    let call = Call.all[number]
    let id = String(repeating: "0", count: 64)
    let path =
      call.files ?? call.path.replacing("{id}", with: id).replacing("{name}", with: "bad-json")
    if call.path.contains("{item}") {
      return [path.replacing("{section}", with: "1").replacing("{item}", with: "2")]
    }
    guard let category = call.elements else { return [path] }
    // The background of global headers has no address.
    let kinds = Element.Kind.allCases.filter {
      $0.category == category && $0 != .globalHeaderBackground
    }
    return kinds.map { kind in
      switch kind {
      case .cell: "\(path)/1/2"
      case .globalHeader: "\(path)/\(kind.name)/2"
      default: "\(path)/\(kind.name)/1/2"
      }
    }
  }

  @Test(
    "A call is reached by its path with each of its methods, and with no other", arguments: numbers)
  func reached(number: Int) {
    let call = Call.all[number]
    for path in paths(number) {
      let taken = Call.all.filter { $0.path == call.path }.flatMap(\.methods)
      for method in Method.allCases {
        let headers = [("Content-Type", "application/json")]
        let body: [UInt8]? = [.post, .put].contains(method) ? [] : nil
        let request = Request(method, path, headers: headers, body: body)
        let work = service.admitted(request, through: .main)
        let (route, refusal, found) = (work.question.target.route, work.refusal, work.call)
        #expect(route.template == call.path, "\(path)")
        if call.methods.contains(method) {
          #expect(refusal == nil && found == number, "\(method) \(path)")
        } else if !taken.contains(method) {
          #expect(refusal?.name == .methodNotAllowed, "\(method) \(path)")
          #expect(refusal?.allow == taken.map(\.name).joined(separator: ", "))
        }
      }
    }
  }

  @Test("A call takes the parameters of its row, and no others", arguments: numbers)
  func parameters(number: Int) {
    let call = Call.all[number]
    for path in paths(number) {
      for name in QueryParameters.Name.allCases {
        let request = Request(call.methods[0], "\(path)?\(name.text)=")
        let work = service.admitted(request, through: .main)
        let refusal = work.question.parameterProblem ?? work.refusal
        let isUnknown = refusal?.issues.first?.code == .unknownKey
        let isTaken = !call.readsQuery || call.parameters.contains(name)
        #expect(isUnknown != isTaken, "\(path) \(name)")
      }
    }
  }

  @Test("No two paths have one entity tag")
  func tags() {
    let all = Self.numbers.filter { Call.all[$0].lifetime.hasTagOfQuestion }.flatMap(paths)
    let tags = all.map { path in
      EntityTags(service.admitted(Request(.get, path), through: .main).question)
        .text(.identity)
    }
    #expect(Set(tags).count == all.count)
    #expect(all.count > Element.Kind.allCases.count)
  }

  /// What each call needs: nil is no key, "any" a key of any right. A call that is not here fails the tests.
  static let needs: [String: String?] = [
    "GET /healthz": nil, "GET /readyz": nil, "GET /openapi.yaml": nil, "GET /openapi.json": nil,
    "GET /docs": nil, "GET /problems/{name}": nil, "GET /playground": nil,
    "GET /metrics": "any", "GET /version": "any", "POST /v1/plans": "any", "POST /v1/diffs": "any",
    "POST /v1/layouts": "post-layouts", "POST /v1/layouts/{id}/changes": "post-layouts",
    "DELETE /v1/layouts/{id}": "delete-layouts", "GET /v1/layouts/{id}": "read-layouts",
    "GET /v1/layouts/{id}/elements": "read-layouts", "GET /v1/layouts/{id}/special": "read-layouts",
    "GET /v1/layouts/{id}/sections": "read-layouts", "GET /v1/layouts/{id}/items": "read-layouts",
    "GET /v1/layouts/{id}/supplementary": "read-layouts",
    "GET /v1/layouts/{id}/decorations": "read-layouts", "GET /v1/layouts/{id}/hit": "read-layouts",
    "GET /v1/layouts/{id}/snapshot": "read-layouts",
    "GET /v1/layouts/{id}/transition": "read-layouts",
    "GET /v1/layouts/{id}/items/{section}/{item}/neighbors": "read-layouts",
    "GET /v1/layouts/{id}/target": "read-layouts", "GET /v1/layouts/{id}/window": "read-layouts",
    "GET /v1/layouts/{id}/reorder": "read-layouts", "GET /v1/documents": "read-documents",
    "GET /v1/documents/{name}": "read-documents",
    "GET /v1/documents/{name}/changes": "read-documents",
    "GET /v1/documents/{name}/events": "read-documents",
    "GET /v1/documents/{name}/{rest}": "read-documents",
    "PUT /v1/documents/{name}": "write-documents",
    "DELETE /v1/documents/{name}": "write-documents",
    "POST /v1/documents/{name}/changes": "write-documents",
  ]

  /// A key of each set of rights but the empty one, which no file can give; all see documents whose names begin with a.
  static let keys: [(bearer: String, words: [String])] = {
    let words = APIKey.Rights.words.prefix(5).map(\.word)
    return (1..<1 << words.count).map { mask in
      ("k\(mask)", words.indices.filter { mask >> $0 & 1 == 1 }.map { words[$0] })
    }
  }()

  @Test(
    "Without a key what needs none is answered, and what the line for that opens",
    arguments: numbers)
  func withoutKey(number: Int) throws {
    let call = Call.all[number]
    let needed = try #require(Self.needs["\(call.methods[0].name) \(call.path)"], "\(call.path)")
    let digest = Digest(of: Array("k".utf8).span).hexadecimal
    let rights = ["read-layouts", "read-documents", "read-layouts,read-documents", "read"]
    for opened in [nil] + rights.map(Optional.init) {
      let line = opened.map { "- pages \($0) a*\n" } ?? ""
      let closed = Service(
        limits: ServiceLimits(), metrics: ServiceMetrics(),
        keys: APIKeyRing(try APIKeys(file: Array("\(digest) k write\n\(line)".utf8))), log: { _ in }
      )
      let others = Call.all.filter { $0.path == call.path }.flatMap(\.methods)
        .filter { !call.methods.contains($0) }
      for path in paths(number) {
        for method in Method.allCases where !others.contains(method) {
          func refusal(_ headers: [(String, String)]) -> Problem.Name? {
            let all = headers + [("Content-Type", "application/json")]
            let body: [UInt8]? = [.post, .put].contains(method) ? [] : nil
            let request = Request(method, path, headers: all, body: body)
            return closed.admitted(request, through: .main).refusal?.name
          }
          let withKey = refusal([("Authorization", "Bearer k")])
          let isOpen =
            needed.map { needed in
              call.methods.contains(method)
                && (opened?.contains(needed) == true
                  || opened == "read" && needed.hasPrefix("read"))
            } ?? true
          #expect(refusal([]) == (isOpen ? withKey : .unauthorized), "\(opened ?? "") \(path)")
          // A wrong key is not none.
          if needed != nil {
            #expect(refusal([("Authorization", "Bearer x")]) == .unauthorized, "\(path)")
          }
        }
      }
    }
  }

  @Test("A key may make the calls that it has the right to, and no others", arguments: numbers)
  func rights(number: Int) throws {
    let call = Call.all[number]
    let lines = Self.keys.map { key in
      let digest = Digest(of: Array(key.bearer.utf8).span).hexadecimal
      return "\(digest) \(key.bearer) \(key.words.joined(separator: ",")) a*\n"
    }
    let closed = Service(
      limits: ServiceLimits(), metrics: ServiceMetrics(),
      keys: APIKeyRing(try APIKeys(file: Array(lines.joined().utf8))), log: { _ in })
    let needed = try #require(Self.needs["\(call.methods[0].name) \(call.path)"], "\(call.path)")
    for (bearer, some) in Self.keys {
      for path in paths(number) {
        for method in call.methods {
          func refusal(_ headers: [(String, String)], _ path: String = path) -> Problem.Name? {
            let all = headers + [("Content-Type", "application/json")]
            let body: [UInt8]? = [.post, .put].contains(method) ? [] : nil
            let request = Request(method, path, headers: all, body: body)
            return closed.admitted(request, through: .main).refusal?.name
          }
          let key = ("Authorization", "Bearer \(bearer)")
          // The paths of documents are those of a name that the key sees.
          let seen = path.replacing("bad-json", with: path.hasPrefix("/v1") ? "a" : "bad-json")
          #expect(refusal([]) == (needed == nil ? nil : .unauthorized), "\(path)")
          let isAllowed = needed.map { $0 == "any" || some.contains($0) } ?? true
          #expect(refusal([key], seen) == (isAllowed ? nil : .forbidden), "\(some) \(path)")
          // Only a PUT is refused for a name, when nothing has been looked up.
          let isNaming = call.methods == [.put]
          #expect(
            refusal([key]) == (isAllowed && !isNaming ? nil : .forbidden), "\(some) \(path)")
        }
      }
    }
  }

  @Test("The table of rights has no call that there is none of")
  func known() {
    let names = Self.numbers.map { "\(Call.all[$0].methods[0].name) \(Call.all[$0].path)" }
    #expect(Set(names) == Set(Self.needs.keys) && names.count == Set(names).count)
  }
}
