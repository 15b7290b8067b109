type Replacer = (all: string, ...rest: (string | number | undefined)[]) => string

/**
 * Applies the rules of a table in order: a pattern, its replacement, and flags in addition to "gu".
 * `replacer` turns the replacement text into the replacement of a match.
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
