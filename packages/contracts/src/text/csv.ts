/** Spreadsheets read UTF-8 only when the file begins with this. */
export const BYTE_ORDER_MARK = '\uFEFF'
/** What a spreadsheet may take for a formula, also behind blanks and in its full-width forms. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u

/** A field that a spreadsheet would calculate gets an apostrophe in front (product §10). */
export const csvRow = (fields: readonly string[]): string => `${fields.map(quoted).join(',')}\r\n`

/** In quotes whatever it holds: a spreadsheet may part fields at other characters than the comma. */
function quoted(field: string): string {
  const text = FORMULA.test(field) ? `'${field}` : field
  return `"${text.replaceAll('"', '""')}"`
}
