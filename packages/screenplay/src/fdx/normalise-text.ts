const UNUSUAL = /[^\P{Cc}\n\t]|[\u00a0\u2007\u2028\u2029\u202f]/u
const LINE_BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g
const NO_BREAK_SPACES = /[\u00a0\u2007\u202f]/g
const CONTROLS = /[^\P{Cc}\n\t]/gu

/** Text as the script has it, words and spaces kept: every line break is "\n", every no-break space a space. */
export const normaliseText = (text: string): string =>
  UNUSUAL.test(text)
    ? text.replace(LINE_BREAKS, '\n').replace(NO_BREAK_SPACES, ' ').replace(CONTROLS, '')
    : text

/** True when there is nothing to see. */
export const isBlank = (text: string): boolean => !/\S/.test(text)

/** Text on one line: white space and control characters of any kind become one space, none at the ends. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
