/**
 * The matches of a global expression that never matches empty text. `String.matchAll` copies the expression for each
 * text, which takes longer than the search.
 */
export function matchesIn(text: string, expression: RegExp): RegExpExecArray[] {
  const matches: RegExpExecArray[] = []
  expression.lastIndex = 0
  for (let match = expression.exec(text); match; match = expression.exec(text)) matches.push(match)
  return matches
}
