/// The size of the values of generated structures, to find those that are stored behind a reference.
///
/// Copying a value copies each of its members, and the compiler generates code for each of them wherever a value is
/// copied. With large values in one another, that is most of the code of a client.
struct Layout {
    /// The size in bytes up to which a structure is stored in a property itself.
    static let largestInline = 128

    private var sizes: [String: Int] = [:]
    private let program: Program

    init(_ program: Program) {
        self.program = program
        for name in program.structures.keys { measure(name) }
    }

    /// The structures that are stored behind a reference.
    var boxed: Set<String> {
        Set(sizes.filter { $0.value > Self.largestInline }.keys).union(program.recursiveStructures)
    }

    /// Measures a structure after the structures in it. Recursion could overflow the stack.
    private mutating func measure(_ name: String) {
        var open = [name]
        while let next = open.last {
            guard sizes[next] == nil, let structure = program.structures[next] else {
                open.removeLast()
                continue
            }
            let inner = structure.body.types.compactMap(\.inlineName).filter { isUnknown($0) }
            if inner.isEmpty {
                sizes[next] = size(of: structure)
                open.removeLast()
            } else {
                open += inner
            }
        }
    }

    /// Whether the size of a structure in another one is not known yet.
    private func isUnknown(_ name: String) -> Bool {
        sizes[name] == nil && program.structures[name] != nil && !program.recursiveStructures.contains(name)
    }

    private func size(of structure: Structure) -> Int {
        var size = 0
        for type in structure.body.types {
            let member = self.size(of: type)
            // Members are aligned to their size, up to a word.
            let alignment = min(8, max(1, member))
            size = (size + alignment - 1) / alignment * alignment + member
        }
        return size
    }

    private func size(of type: TypeReference) -> Int {
        switch type.kind {
        case .builtin(let builtin): builtin.size
        case .array, .dictionary, .stream: 8
        case .nullable(let value): (size(of: value) + 8) / 8 * 8
        case .named(let name):
            program.recursiveStructures.contains(name) ? 8 : sizes[name].map(inlineSize) ?? 16
        }
    }

    private func inlineSize(_ size: Int) -> Int { size > Self.largestInline ? 8 : size }
}

extension BuiltinType {
    /// The size of an optional value in bytes.
    fileprivate var size: Int {
        switch self {
        case .bool: 1
        case .int8, .uint8: 2
        case .int16, .uint16: 4
        case .int32, .uint32, .float: 8
        case .int64, .uint64, .double, .date, .string: 16
        case .blob, .file: 48
        }
    }
}
