/** Letters to the left and right that a rule looks at, from the fewest to the most. */
const WIDTHS: readonly (readonly [left: number, right: number])[] = [
  [0, 0],
  [0, 1],
  [1, 1],
  [1, 2],
  [2, 2],
  [2, 3],
  [3, 3],
  [3, 4],
]

/** Keys of the rules for the letter at `index`, the most general first: the letter is a capital, `#` is the edge. */
export const contextsOf = (word: string, index: number): string[] => {
  const edged = `###${word}####`
  const at = index + 3
  return WIDTHS.map(
    ([left, right]) =>
      edged.slice(at - left, at) + edged.charAt(at).toUpperCase() + edged.slice(at + 1, at + 1 + right),
  )
}
