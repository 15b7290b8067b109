type Replacer = (all: string, ...rest: (string | number | undefined)[]) => string

/**
 * The rules of a table, one after the other: a pattern, what is said in its place, and flags other than "gu".
 * `replacer` makes of the words what replaces a match.
 */
export function rewriting(
  rows: readonly (readonly string[])[],
  replacer?: (said: string) => Replacer,
): (text: string) => string {
  const rules = rows.map(([pattern = '', said = '', flags = 'gu']) => {
    const written = new RegExp(pattern, flags)
    const by = replacer?.(said)
    return (text: string) => (by ? text.replace(written, by) : text.replace(written, said))
  })
  return (text) => rules.reduce((plain, rule) => rule(plain), text)
}
