/**
 * Returns for each row its column in the assignment with the least sum of costs, in which no column is used twice (the
 * Hungarian algorithm). Needs at least as many columns as rows. Of several such assignments, rows and columns that come
 * first decide.
 */
export function leastCost(
  rows: number,
  columns: number,
  cost: (row: number, column: number) => number,
): number[] {
  const ofRow = new Float64Array(rows + 1)
  const ofColumn = new Float64Array(columns + 1)
  // Rows and columns count from 1; row 0 is none, column 0 starts the search.
  const rowIn = new Int32Array(columns + 1)
  const before = new Int32Array(columns + 1)
  for (let row = 1; row <= rows; row++) {
    const least = new Float64Array(columns + 1).fill(Number.POSITIVE_INFINITY)
    const isSeen = new Uint8Array(columns + 1)
    let at = 0
    rowIn[0] = row
    do {
      isSeen[at] = 1
      const from = rowIn[at]!
      let step = Number.POSITIVE_INFINITY
      let next = 0
      for (let column = 1; column <= columns; column++) {
        if (isSeen[column]) continue
        const reduced = cost(from - 1, column - 1) - ofRow[from]! - ofColumn[column]!
        if (reduced < least[column]!) {
          least[column] = reduced
          before[column] = at
        }
        if (least[column]! < step) {
          step = least[column]!
          next = column
        }
      }
      for (let column = 0; column <= columns; column++)
        if (isSeen[column]) {
          ofRow[rowIn[column]!]! += step
          ofColumn[column]! -= step
        } else least[column]! -= step
      at = next
    } while (rowIn[at] !== 0)
    while (at !== 0) {
      rowIn[at] = rowIn[before[at]!]!
      at = before[at]!
    }
  }
  const found = Array.from<number>({ length: rows })
  for (let column = 1; column <= columns; column++)
    if (rowIn[column] !== 0) found[rowIn[column]! - 1] = column - 1
  return found
}
