/** Spreadsheets read UTF-8 only if the file starts with this. */
export const BYTE_ORDER_MARK = '\uFEFF'
/** Text that a spreadsheet may evaluate as a formula, also after spaces and in full-width forms. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u

/** Prefixes fields that a spreadsheet would evaluate with an apostrophe (product §10). */
export const csvRow = (fields: readonly string[]): string => `${fields.map(quoted).join(',')}\r\n`

/** Always in quotes: a spreadsheet may split fields at other characters than the comma. */
function quoted(field: string): string {
  const text = FORMULA.test(field) ? `'${field}` : field
  return `"${text.replaceAll('"', '""')}"`
}
