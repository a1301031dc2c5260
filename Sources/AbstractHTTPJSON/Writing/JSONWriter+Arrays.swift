import JSONBytes

extension JSONWriter {
    /// Writes an array.
    ///
    /// ```swift
    /// json.write(numbers) { number, json in json.write(number) }
    /// ```
    @inlinable
    public mutating func write<Elements: Sequence>(
        _ elements: Elements, _ writeElement: (Elements.Element, inout JSONWriter) -> Void
    ) {
        beginArray()
        var isFirst = true
        for element in elements {
            if isFirst { isFirst = false } else { writeComma() }
            writeElement(element, &self)
        }
        endArray()
    }

    @usableFromInline
    mutating func beginArray() {
        enterLevel()
        encoder?.beginArray()
        output.append(UInt8(ascii: "["))
    }

    @usableFromInline
    mutating func writeComma() { output.append(UInt8(ascii: ",")) }

    @usableFromInline
    mutating func endArray() {
        output.append(UInt8(ascii: "]"))
        encoder?.end()
        leaveLevel()
    }
}
