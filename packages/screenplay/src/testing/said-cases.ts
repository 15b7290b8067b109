/** Rows of a test: `kind`, written and said, from "written | said" rows by kind. */
export const cases = (
  kinds: Readonly<Record<string, string>>,
): [kind: string, text: string, said: string][] =>
  Object.entries(kinds).flatMap(([kind, rows]) =>
    rows
      .trim()
      .split('\n')
      .map((row): [string, string, string] => {
        const [text = '', said = ''] = row.trim().split(' | ')
        return [kind, text, said]
      }),
  )
