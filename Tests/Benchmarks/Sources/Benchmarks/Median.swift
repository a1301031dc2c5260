func median(_ values: [Double]) -> Double {
    values.sorted()[values.count / 2]
}
