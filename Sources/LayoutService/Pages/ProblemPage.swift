import LayoutWire

/// The page to which a problem's `type` refers: HTML without scripts that loads only the style of `/docs`.
enum ProblemPage {
  /// The content security policy.
  static let contentSecurityPolicy: StaticString =
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  private static let pages: [Problem.Name: [UInt8]] = Dictionary(
    uniqueKeysWithValues: Problem.Name.allCases.map { ($0, Array(html(of: $0).utf8)) })

  /// A problem's page.
  static func html(ofProblem name: Problem.Name) -> [UInt8] { pages[name] ?? [] }

  private static func html(of name: Problem.Name) -> String {
    let explanation = name.explanation
    let condition = explanation.example.condition.map { ", \($0)," } ?? ""
    let answer = String(decoding: Problem(name).json(), as: UTF8.self)
    let codes =
      !name.codes.isEmpty
      ? """
      <h2>Codes in errors</h2>
      <dl>
      \(name.codes.map { code in
        "<dt><code>\(code.rawValue)</code></dt><dd>\(escaped(code.meaning))</dd>"
      }.joined(separator: "\n"))
      </dl>

      """ : ""
    let others = Problem.Name.allCases.filter { $0 != name }.map { other in
      "<li><a href=\"\(other.rawValue)\">\(other.rawValue)</a>: \(escaped(other.title))</li>"
    }
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(name.rawValue) - layoutd</title>
      <link rel="stylesheet" href="../docs/page.css">
      </head>
      <body>
      <header class="bar">
      <nav aria-label="Pages">
      <a href="../docs/guide">Guide</a>
      <a href="../docs">Reference</a>
      </nav>
      </header>
      <main>
      <h1>\(escaped(name.title))</h1>
      <p><code>/problems/\(name.rawValue)</code>, status \(name.status.rawValue)</p>
      <h2>Cause</h2>
      <p>\(escaped(explanation.cause))</p>
      <h2>Cure</h2>
      <p>\(escaped(explanation.cure))</p>
      <h2>Example</h2>
      <pre><code>\(escaped(explanation.example.text))</code></pre>
      <p>is\(escaped(condition)) answered with status \(name.status.rawValue) and a body such as</p>
      <pre><code>\(escaped(answer))</code></pre>
      \(codes)<h2>Other problems</h2>
      <ul>
      \(others.joined(separator: "\n"))
      </ul>
      </main>
      </body>
      </html>

      """
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.append(character)
      }
    }
    return escaped
  }
}
