/// Determines the result of a function.
struct ResultChecker {
    let function: FunctionSyntax

    /// The last parameter, if it is a callback for the result.
    var callback: ParameterSyntax? { function.parameters.last.flatMap { $0.type.isFunction ? $0 : nil } }

    func result() throws(Diagnostics) -> CheckedResult {
        if let callback { return try result(of: callback) }
        if let connection = function.result?.arguments(of: "Connection") {
            try refuseEffects()
            return try result(connection, at: function.result?.range ?? function.name.range, .connection)
        }
        if let model = function.result?.arguments(of: "Pages")?.first { return try pages(of: model) }
        guard function.effects.async != nil else {
            throw .error(
                "'\(function.name.name)' needs a way to deliver its result; write 'async throws', return a Connection or Pages, or add a callback as the last parameter",
                at: function.name.range)
        }
        guard function.effects.throws != nil else {
            throw .error(
                "a service function can fail; write 'async throws'",
                at: function.effects.async?.range ?? function.name.range,
                fix: function.effects.async.map {
                    .init(message: "insert 'throws'", range: $0.range.upperBound..<$0.range.upperBound, text: " throws")
                })
        }
        if let thrown = function.effects.thrown, !thrown.isNamed("ConnectionError"), !thrown.isAnyError {
            throw .error(
                "a service function can throw only ConnectionError", at: thrown.range,
                fix: .renaming(to: "ConnectionError", at: thrown.range))
        }
        return try result(of: function.result, .awaited)
    }

    private func pages(of model: TypeSyntax) throws(Diagnostics) -> CheckedResult {
        if let effect = function.effects.async ?? function.effects.throws {
            throw .error(
                "remove 'async' and 'throws' to return Pages; errors go to the reader of the pages",
                at: effect.range)
        }
        let result = try result(of: model, .pages)
        if case .withResponse = result.model {
            throw .error("a page already has its response; return Pages<Model>", at: model.range)
        }
        guard !result.isStreamed else {
            throw .error("a page cannot be a stream; use a Decodable model", at: model.range)
        }
        return result
    }

    private func result(of callback: ParameterSyntax) throws(Diagnostics) -> CheckedResult {
        try refuseEffects()
        let expected = "a callback must have the type '@escaping @Sendable (Result<Model, ConnectionError>) -> Void'"
        guard case .function(let type) = callback.type.kind, type.result.isVoid, type.effects.isEmpty,
            type.parameters.count == 1, let arguments = type.parameters[0].arguments(of: "Result"),
            arguments.count == 2, arguments[1].isNamed("ConnectionError")
        else { throw .error(expected, at: callback.type.range) }
        let words = callback.type.specifiers.map(\.text)
        guard words.contains("escaping"), words.contains("Sendable") || words.contains("MainActor") else {
            throw .error(expected, at: callback.type.range)
        }
        var returnsConnection = false
        if let returned = function.result, !returned.isVoid {
            guard returned.arguments(of: "Connection")?.count == 1 else {
                throw .error("a function with a callback must return nothing, or a Connection", at: returned.range)
            }
            returnsConnection = true
        }
        let delivery = CheckedResult.Delivery.callback(
            name: callback.expression, isOnMainActor: words.contains("MainActor"), returnsConnection: returnsConnection)
        return try result(Array(arguments.prefix(1)), at: callback.type.range, delivery)
    }

    private func result(
        _ arguments: [TypeSyntax], at range: Range<Int>, _ delivery: CheckedResult.Delivery
    ) throws(Diagnostics) -> CheckedResult {
        guard arguments.count == 1 else {
            throw .error("Connection needs its model; write Connection<Model>", at: range)
        }
        if case .tuple(let elements) = arguments[0].kind, elements.contains(where: { $0.label != nil }) {
            throw .error(
                "the model of a Connection cannot have labels; write (Model, Response)", at: arguments[0].range)
        }
        return try result(of: arguments[0], delivery)
    }

    private func result(of type: TypeSyntax?, _ delivery: CheckedResult.Delivery) throws(Diagnostics) -> CheckedResult {
        guard let type, !type.isVoid else {
            return CheckedResult(
                model: .type("Swift.Void.self"), delivery: delivery, modelText: "Swift.Void", modelType: type)
        }
        switch type.kind {
        case .function: throw .error("a service function cannot return a function", at: type.range)
        case .named("Connection", _):
            throw .error("the model cannot be a Connection; write only the model", at: type.range)
        case .tuple(let elements):
            guard elements.count == 2, elements[1].type.isNamed("Response") else {
                throw .error("return a model, or (Model, Response)", at: type.range)
            }
            let model = elements[0].type
            guard !model.isVoid, !model.isNamed("Response"), !model.isNamed("ResponseStream"),
                !model.isNamed("DownloadedFile")
            else { throw .error("in (Model, Response), Model must be Decodable", at: model.range) }
            return CheckedResult(
                model: .withResponse(model.metatype), delivery: delivery, modelText: type.text, modelType: type)
        default:
            let text = type.text.hasSuffix("!") ? "\(type.text.dropLast())?" : type.text
            return CheckedResult(model: .type(type.metatype), delivery: delivery, modelText: text, modelType: type)
        }
    }

    private func refuseEffects() throws(Diagnostics) {
        if let effect = function.effects.async ?? function.effects.throws {
            throw .error("remove 'async' and 'throws'; errors go to the callback or the connection", at: effect.range)
        }
    }
}
