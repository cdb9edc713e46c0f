// The part of CoreGraphics that the package and its examples use. Nothing of it can be hashed, as on iOS 17.
@_exported import Darwin

public struct CGFloat: Codable, Comparable, Hashable, Sendable {
  public var native: Double

  public init(_ value: Double) { native = value }
  public init(_ value: Int) { native = Double(value) }
  public init() { native = 0 }

  public init(from decoder: any Decoder) throws { native = try Double(from: decoder) }
  public func encode(to encoder: any Encoder) throws { try native.encode(to: encoder) }

  public static func < (first: CGFloat, second: CGFloat) -> Bool { first.native < second.native }
}

extension CGFloat: SignedNumeric, ExpressibleByFloatLiteral {
  public init(integerLiteral value: Int) { native = Double(value) }
  public init(floatLiteral value: Double) { native = value }
  public init?(exactly source: some BinaryInteger) {
    guard let value = Double(exactly: source) else { return nil }
    native = value
  }

  public var magnitude: CGFloat { CGFloat(native.magnitude) }
  public var sign: FloatingPointSign { native.sign }
  public var isFinite: Bool { native.isFinite }

  public static func + (first: CGFloat, second: CGFloat) -> CGFloat {
    CGFloat(first.native + second.native)
  }
  public static func - (first: CGFloat, second: CGFloat) -> CGFloat {
    CGFloat(first.native - second.native)
  }
  public static func * (first: CGFloat, second: CGFloat) -> CGFloat {
    CGFloat(first.native * second.native)
  }
  public static func / (first: CGFloat, second: CGFloat) -> CGFloat {
    CGFloat(first.native / second.native)
  }
  public static func *= (first: inout CGFloat, second: CGFloat) { first = first * second }
}

extension Double {
  public init(_ value: CGFloat) { self = value.native }
}

public struct CGPoint: Equatable, Sendable {
  public var x: CGFloat
  public var y: CGFloat

  public init() { (x, y) = (0, 0) }
  public init(x: CGFloat, y: CGFloat) { (self.x, self.y) = (x, y) }
  public init(x: Double, y: Double) { self.init(x: CGFloat(x), y: CGFloat(y)) }
  public init(x: Int, y: Int) { self.init(x: CGFloat(x), y: CGFloat(y)) }

  public static var zero: CGPoint { CGPoint() }
}

public struct CGSize: Equatable, Sendable {
  public var width: CGFloat
  public var height: CGFloat

  public init() { (width, height) = (0, 0) }
  public init(width: CGFloat, height: CGFloat) { (self.width, self.height) = (width, height) }
  public init(width: Double, height: Double) {
    self.init(width: CGFloat(width), height: CGFloat(height))
  }
  public init(width: Int, height: Int) {
    self.init(width: CGFloat(width), height: CGFloat(height))
  }

  public static var zero: CGSize { CGSize() }
}

public struct CGRect: Equatable, Sendable {
  public var origin: CGPoint
  public var size: CGSize

  public init() { (origin, size) = (.zero, .zero) }
  public init(origin: CGPoint, size: CGSize) { (self.origin, self.size) = (origin, size) }
  public init(x: CGFloat, y: CGFloat, width: CGFloat, height: CGFloat) {
    self.init(origin: CGPoint(x: x, y: y), size: CGSize(width: width, height: height))
  }
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: CGPoint(x: x, y: y), size: CGSize(width: width, height: height))
  }
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.init(origin: CGPoint(x: x, y: y), size: CGSize(width: width, height: height))
  }

  public static var zero: CGRect { CGRect() }

  public var width: CGFloat { size.width.magnitude }
  public var height: CGFloat { size.height.magnitude }
  public var minX: CGFloat { min(origin.x, origin.x + size.width) }
  public var midX: CGFloat { origin.x + size.width / 2 }
  public var maxX: CGFloat { max(origin.x, origin.x + size.width) }
  public var minY: CGFloat { min(origin.y, origin.y + size.height) }
  public var midY: CGFloat { origin.y + size.height / 2 }
  public var maxY: CGFloat { max(origin.y, origin.y + size.height) }

  public func insetBy(dx: CGFloat, dy: CGFloat) -> CGRect {
    CGRect(x: minX + dx, y: minY + dy, width: width - dx - dx, height: height - dy - dy)
  }
}

extension CGPoint: Codable {
  public init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    self.init(x: try list.decode(CGFloat.self), y: try list.decode(CGFloat.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encode(x)
    try list.encode(y)
  }
}

extension CGSize: Codable {
  public init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    self.init(width: try list.decode(CGFloat.self), height: try list.decode(CGFloat.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encode(width)
    try list.encode(height)
  }
}

extension CGRect: Codable {
  public init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    self.init(origin: try list.decode(CGPoint.self), size: try list.decode(CGSize.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encode(origin)
    try list.encode(size)
  }
}
