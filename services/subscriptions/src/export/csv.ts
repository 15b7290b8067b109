import type { Subscriber } from '../subscriber-store.ts'

/** Spreadsheets read UTF-8 only when the file begins with this. */
const BYTE_ORDER_MARK = '\uFEFF'
const HEADER = ['email', 'source', 'subscribed_at']
/** What a spreadsheet may take for a formula, also behind blanks and in its full-width forms. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u

/**
 * The sign-ups as CSV (RFC 4180, UTF-8, times in UTC), row by row, so that any number of them fits into memory. A field
 * that a spreadsheet would calculate gets an apostrophe in front (product §10).
 */
export async function* toCsv(subscribers: AsyncIterable<Subscriber>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + row(HEADER)
  for await (const { email, source, subscribedAt } of subscribers)
    yield row([email, source, subscribedAt.toISOString()])
}

const row = (fields: readonly string[]) => `${fields.map(quoted).join(',')}\r\n`

/** In quotes whatever it holds: a spreadsheet may part fields at other characters than the comma. */
function quoted(field: string): string {
  const text = FORMULA.test(field) ? `'${field}` : field
  return `"${text.replaceAll('"', '""')}"`
}
