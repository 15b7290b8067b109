/** What XML cannot hold, and control characters, which no text of a note means: all but tabs and line ends. */
const NOT_TEXT = /[^\t\n\u0020-\u007e\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g
/** Most paragraphs of one note. */
const ROW_LIMIT = 20
/** Longest author or category, so that no tag is longer than one that is read again. */
const ATTRIBUTE_LIMIT = 200

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]!)

/** Escaped rows of a text. Rows over the limit share the last one: a row of XML has some 300 characters. */
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

/** Escaped for an attribute. */
export const attributeText = (text: string): string =>
  escaped(text.slice(0, ATTRIBUTE_LIMIT).replace(/\s+/g, ' ').trim().replace(NOT_TEXT, ''))

/** `#RRGGBB` as Final Draft has it, with 16 bits for each; black without one. */
export const colourText = (colour: string | undefined): string => {
  const [, digits = '000000'] = /^#([0-9a-f]{6})$/i.exec(colour ?? '') ?? []
  return `#${digits.toUpperCase().replace(/../g, '$&$&')}`
}

/** A moment as Final Draft has it (`20260131T235900`), in UTC; undefined when it is none. */
export const momentText = (moment: string): string | undefined => {
  const date = new Date(moment)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().replace(/[-:]|\.\d+Z$/g, '')
}
