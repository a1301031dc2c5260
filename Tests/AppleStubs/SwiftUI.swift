// swift-format-ignore-file
// The declarations of SwiftUI that the project and its pages use, for type-checking without a Mac. See
// Tests/Scripts/check-apple-ui.

@_exported import Foundation
@_exported import Observation

@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError() }
}

@resultBuilder public struct ViewBuilder {
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<
        (repeat each Content)
    > {
        TupleView()
    }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    public static func buildEither<First: View, Second: View>(first: First) -> ConditionalContent<First, Second> {
        ConditionalContent()
    }
    public static func buildEither<First: View, Second: View>(second: Second) -> ConditionalContent<First, Second> {
        ConditionalContent()
    }
}

public struct EmptyView: View {
    nonisolated public init() {}
    public var body: Never { fatalError() }
}

public struct TupleView<T>: View {
    nonisolated init() {}
    public var body: Never { fatalError() }
}

public struct ConditionalContent<First: View, Second: View>: View {
    nonisolated init() {}
    public var body: Never { fatalError() }
}

extension Optional: View where Wrapped: View {
    public var body: Never { fatalError() }
}

public struct Text: View {
    public init(_ text: some StringProtocol) {}
    public var body: Never { fatalError() }
}

public struct ProgressView: View {
    public init() {}
    public init(value: (some BinaryFloatingPoint)?, total: Double = 1) {}
    public var body: Never { fatalError() }
}

public struct Button<Label: View>: View {
    public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) where Label == Text {}
    public var body: Never { fatalError() }
}

public struct List<Content: View>: View {
    public init(@ViewBuilder content: () -> Content) {}
    public var body: Never { fatalError() }
}

public struct ForEach<Data: RandomAccessCollection, Content: View>: View {
    public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
    where Data.Element: Identifiable {}
    public var body: Never { fatalError() }
}

public struct NavigationStack<Root: View>: View {
    public init(@ViewBuilder root: () -> Root) {}
    public var body: Never { fatalError() }
}

@propertyWrapper public struct State<Value> {
    public init(wrappedValue value: Value) { wrappedValue = value }
    public var wrappedValue: Value
    public var projectedValue: Binding<Value> { fatalError() }
}

@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
    public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {}
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set {}
    }
    public var projectedValue: Binding<Value> { self }
    public subscript<Subject>(dynamicMember path: WritableKeyPath<Value, Subject>) -> Binding<Subject> { fatalError() }
    public subscript<Subject>(dynamicMember path: ReferenceWritableKeyPath<Value, Subject>) -> Binding<Subject> {
        fatalError()
    }
}

public enum Visibility: Sendable {
    case visible, hidden
}

extension View {
    public func disabled(_ disabled: Bool) -> some View { self }
    public func navigationTitle(_ title: some StringProtocol) -> some View { self }
    public func searchable(text: Binding<String>) -> some View { self }
    public func refreshable(action: @escaping @MainActor @Sendable () async -> Void) -> some View { self }
    public func task<ID: Equatable>(id: ID, _ action: @escaping @MainActor @Sendable () async -> Void) -> some View {
        self
    }
    public func task(_ action: @escaping @MainActor @Sendable () async -> Void) -> some View { self }
    public func onChange<Value: Equatable>(of value: Value, _ action: @escaping @MainActor () -> Void) -> some View {
        self
    }
    public func onAppear(perform action: (@MainActor () -> Void)?) -> some View { self }
    public func onDisappear(perform action: (@MainActor () -> Void)?) -> some View { self }
    public func overlay<Content: View>(@ViewBuilder content: () -> Content) -> some View { self }
}
