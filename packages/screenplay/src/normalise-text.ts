/** A fast pre-check for characters to replace, because most lines have none. */
const UNUSUAL = /[^\n\t -~\u00a1-\u2006\u2008-\u2027\u202a-\u202e\u2030-\uffff]/
const LINE_BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g
const NO_BREAK_SPACES = /[\u00a0\u2007\u202f]/g
const CONTROLS = /[^\P{Cc}\n\t]/gu

/** Removes line breaks at the ends, and the indentation of tools that put the text on a separate row. */
const withoutOuterBreaks = (text: string): string => {
  const start = text.length - text.trimStart().length
  const end = text.trimEnd().length
  const from = text.slice(0, start).includes('\n') ? start : 0
  return text.slice(from, text.slice(end).includes('\n') ? end : undefined)
}

/** Converts line breaks to LF and no-break spaces to spaces, and removes line breaks at the ends. */
export const normaliseText = (text: string): string => {
  const usual = UNUSUAL.test(text)
    ? text.replace(LINE_BREAKS, '\n').replace(NO_BREAK_SPACES, ' ').replace(CONTROLS, '')
    : text
  return usual.includes('\n') ? withoutOuterBreaks(usual) : usual
}

export const isBlank = (text: string): boolean => !/\S/.test(text)

/** All white space and control characters but a single space. */
export const WIDE_SPACE = /(?:[^\S ]|\p{Cc}| [\s\p{Cc}])[\s\p{Cc}]*/gu

/** Joins a text into one line: collapses white space and control characters to one space and trims it. */
export const oneLine = (text: string): string => text.replace(WIDE_SPACE, ' ').trim()
