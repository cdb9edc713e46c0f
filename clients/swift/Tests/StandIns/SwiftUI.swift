// The signatures of SwiftUI that the examples use, and its types whose names a layout engine would like to have.
@_exported import CoreGraphics

public struct EdgeInsets: Equatable, Sendable {}
public enum LayoutDirection: Hashable, Sendable { case leftToRight, rightToLeft }
public protocol Transition {}
public struct ScrollTarget: Equatable, Sendable { public var rect: CGRect }
public struct ScrollPosition: Equatable, Sendable {}
public struct Transaction {}
public struct Section {}
public struct Anchor<Value> {}
public struct Alignment: Equatable, Sendable { public static let topLeading = Alignment() }

// MARK: Views

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  public var body: Never { fatalError() }
}

public protocol PrimitiveView: View where Body == Never {}
extension PrimitiveView {
  public var body: Never { fatalError() }
}

public struct Modified: PrimitiveView {}

public struct TupleView<each Part: View>: PrimitiveView {
  nonisolated init(_ part: repeat each Part) {}
}

extension Optional: View where Wrapped: View {
  public var body: Never { fatalError() }
}

public struct ConditionalContent<First: View, Second: View>: PrimitiveView {}

@resultBuilder public struct ViewBuilder {
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Part: View>(_ part: repeat each Part) -> TupleView<
    repeat each Part
  > {
    TupleView(repeat each part)
  }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> ConditionalContent<First, Second> { .init() }
  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> ConditionalContent<First, Second> { .init() }
}

@propertyWrapper public struct State<Value> {
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
}

extension State where Value: ExpressibleByNilLiteral {
  public init() { self.init(wrappedValue: nil) }
}

public struct Color: PrimitiveView, Sendable {
  public static let clear = Color(red: 0, green: 0, blue: 0)
  public init(red: Double, green: Double, blue: Double) {}
}
public struct Text: PrimitiveView { public init(_ text: some StringProtocol) {} }
public enum Axis: Sendable {
  public struct Set: OptionSet, Sendable {
    public static let horizontal = Set(rawValue: 1)
    public static let vertical = Set(rawValue: 2)
    public let rawValue: Int8
    public init(rawValue: Int8) { self.rawValue = rawValue }
  }
}
public struct ScrollView<Content: View>: PrimitiveView {
  public init(_ axes: Axis.Set = .vertical, @ViewBuilder content: () -> Content) {}
}
public struct ZStack<Content: View>: PrimitiveView {
  public init(alignment: Alignment, @ViewBuilder content: () -> Content) {}
}
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: PrimitiveView {
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {}
}

public struct NamedCoordinateSpace: Equatable, Sendable {
  public static var scrollView: NamedCoordinateSpace { .init() }
}

public struct GeometryProxy {
  public var size: CGSize { .zero }
  public func bounds(of coordinateSpace: NamedCoordinateSpace) -> CGRect? { nil }
}

public struct GeometryReader<Content: View>: PrimitiveView {
  public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) {}
}

extension View {
  nonisolated public func frame(
    width: CGFloat? = nil, height: CGFloat? = nil
  ) -> some View { Modified() }
  nonisolated public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View { Modified() }
  nonisolated public func opacity(_ opacity: Double) -> some View { Modified() }
  nonisolated public func background(@ViewBuilder content: () -> some View) -> some View {
    Modified()
  }
  nonisolated public func modifier(_ modifier: some ViewModifier) -> some View { Modified() }
  nonisolated public func scrollTargetBehavior(
    _ behavior: some ScrollTargetBehavior
  ) -> some View { Modified() }
  nonisolated public func zIndex(_ value: Double) -> some View { Modified() }
  nonisolated public func layoutValue<K: LayoutValueKey>(
    key: K.Type, value: K.Value
  ) -> some View { Modified() }
  nonisolated public func onGeometryChange<T: Equatable & Sendable>(
    for type: T.Type, of transform: @escaping @Sendable (GeometryProxy) -> T,
    action: @escaping (_ new: T) -> Void
  ) -> some View { Modified() }
}

@MainActor @preconcurrency public protocol ViewModifier {}

public protocol GeometryEffect: ViewModifier {
  nonisolated func effectValue(size: CGSize) -> ProjectionTransform
}

/// Has its numbers, since tests look at them.
public struct ProjectionTransform: Equatable, Sendable {
  public var m11: CGFloat = 1
  public var m12: CGFloat = 0
  public var m13: CGFloat = 0
  public var m21: CGFloat = 0
  public var m22: CGFloat = 1
  public var m23: CGFloat = 0
  public var m31: CGFloat = 0
  public var m32: CGFloat = 0
  public var m33: CGFloat = 1
  public init() {}
}

public struct ScrollTargetBehaviorContext {
  public var containerSize: CGSize
}

public protocol ScrollTargetBehavior {
  typealias TargetContext = ScrollTargetBehaviorContext
  func updateTarget(_ target: inout ScrollTarget, context: TargetContext)
}

// MARK: Layouts

public protocol LayoutValueKey {
  associatedtype Value
  static var defaultValue: Value { get }
}

public struct ProposedViewSize: Equatable, Sendable {
  public init(_ size: CGSize) {}
  public func replacingUnspecifiedDimensions() -> CGSize { .zero }
}

public struct UnitPoint: Hashable, Sendable { public static let topLeading = UnitPoint() }

public struct LayoutSubview: Equatable {
  public subscript<K: LayoutValueKey>(key: K.Type) -> K.Value { K.defaultValue }
  public func place(
    at position: CGPoint, anchor: UnitPoint = .topLeading, proposal: ProposedViewSize
  ) {}
}

public typealias LayoutSubviews = [LayoutSubview]

@preconcurrency public protocol Layout: Sendable {
  associatedtype Cache = Void
  typealias Subviews = LayoutSubviews
  func makeCache(subviews: Subviews) -> Cache
  func updateCache(_ cache: inout Cache, subviews: Subviews)
  func sizeThatFits(
    proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache
  ) -> CGSize
  func placeSubviews(
    in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache)
}

extension Layout {
  public func callAsFunction(@ViewBuilder _ content: () -> some View) -> some View { Modified() }
}
