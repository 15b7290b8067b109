/** Applies the rules of a table in order: a pattern, its replacement, and flags in addition to "gu". */
export function rewriting(rows: readonly (readonly string[])[]): (text: string) => string {
  const rules = rows.map(([pattern = '', by = '', flags = 'gu']) => [new RegExp(pattern, flags), by] as const)
  return (text) => rules.reduce((plain, [pattern, by]) => plain.replace(pattern, by), text)
}
