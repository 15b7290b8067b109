/** Characters that XML cannot contain, and control characters other than tabs and line ends. */
const NOT_TEXT = /[^\t\n\u0020-\u007e\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g
/** Most paragraphs per note. */
const ROW_LIMIT = 20
/** Longest author or category, so that the tag stays within FDX_LIMITS when it is read again. */
const ATTRIBUTE_LIMIT = 200

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]!)

/** Escaped rows of a text. The last row includes all over the limit: each row takes some 300 characters of XML. */
export const textRows = (text: string): string[] => {
  const all = escaped(text.replace(LINE_ENDS, '\n').replace(NOT_TEXT, ''))
  const rows: string[] = []
  let from = 0
  while (rows.length < ROW_LIMIT - 1) {
    const end = all.indexOf('\n', from)
    if (end === -1) break
    rows.push(all.slice(from, end))
    from = end + 1
  }
  return [...rows, all.slice(from)]
}

/** Escapes a text for an attribute. */
export const attributeText = (text: string): string =>
  escaped(text.slice(0, ATTRIBUTE_LIMIT).replace(/\s+/g, ' ').trim().replace(NOT_TEXT, ''))

/** Converts `#RRGGBB` to Final Draft's 16 bits per channel; black if undefined or invalid. */
export const colourText = (colour: string | undefined): string => {
  const [, digits = '000000'] = /^#([0-9a-f]{6})$/i.exec(colour ?? '') ?? []
  return `#${digits.toUpperCase().replace(/../g, '$&$&')}`
}

/** Converts a time to Final Draft's format (`20260131T235900`) in UTC; undefined if invalid. */
export const momentText = (moment: string): string | undefined => {
  const date = new Date(moment)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().replace(/[-:]|\.\d+Z$/g, '')
}
