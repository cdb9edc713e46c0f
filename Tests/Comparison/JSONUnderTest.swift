public import JSONText

/// The parser's error for a text; nil when it is JSON.
public func syntaxError(_ text: [UInt8], depthMax: Int = 16) -> JSONSyntaxError? {
  do throws(JSONSyntaxError) {
    _ = try JSONDocument(parsing: text, depthMax: depthMax)
    return nil
  } catch { return error }
}

/// The same of text in UTF-8.
public func syntaxError(_ text: String, depthMax: Int = 16) -> JSONSyntaxError? {
  syntaxError([UInt8](text.utf8), depthMax: depthMax)
}

/// The writer's bytes as text.
public func written(_ write: (inout JSONWriter) -> Void) -> String {
  var writer = JSONWriter()
  write(&writer)
  return String(decoding: writer.bytes, as: UTF8.self)
}
