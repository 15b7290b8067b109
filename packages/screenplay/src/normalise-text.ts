/** Anything but ordinary characters; a quick test, because most lines have none. */
const UNUSUAL = /[^\n\t -~\u00a1-\u2006\u2008-\u2027\u202a-\u202e\u2030-\uffff]/
const LINE_BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g
const NO_BREAK_SPACES = /[\u00a0\u2007\u202f]/g
const CONTROLS = /[^\P{Cc}\n\t]/gu

/** Without line breaks at the ends, and without the indentation of a tool that puts words on a row of their own. */
const withoutOuterBreaks = (text: string): string => {
  const start = text.length - text.trimStart().length
  const end = text.trimEnd().length
  const from = text.slice(0, start).includes('\n') ? start : 0
  return text.slice(from, text.slice(end).includes('\n') ? end : undefined)
}

/** Every line break is "\n", none at the ends; every no-break space is a space. */
export const normaliseText = (text: string): string => {
  const usual = UNUSUAL.test(text)
    ? text.replace(LINE_BREAKS, '\n').replace(NO_BREAK_SPACES, ' ').replace(CONTROLS, '')
    : text
  return usual.includes('\n') ? withoutOuterBreaks(usual) : usual
}

export const isBlank = (text: string): boolean => !/\S/.test(text)

/** Text on one line: white space and control characters of any kind become one space, none at the ends. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
