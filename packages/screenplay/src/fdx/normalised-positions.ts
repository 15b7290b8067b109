import { normaliseText } from '../normalise-text.ts'

const LINE_BREAK = /[\r\v\f\u0085\u2028\u2029]/
const CONTROL = /[^\P{Cc}\n\t]/u

/** Index in `text` of each UTF-16 unit of its normalized form; undefined if both are equal. */
export const normalisedPositions = (text: string): readonly number[] | undefined => {
  const normalised = normaliseText(text)
  if (normalised.length === text.length) return undefined
  const kept: number[] = []
  let usual = ''
  for (let at = 0; at < text.length; at++) {
    const unit = text[at]!
    const isBreak = LINE_BREAK.test(unit)
    if (!isBreak && CONTROL.test(unit)) continue
    kept.push(at)
    usual += isBreak ? '\n' : unit
    if (unit === '\r' && text[at + 1] === '\n') at++
  }
  // Otherwise the text is only trimmed.
  const start = usual.length - usual.trimStart().length
  const from = usual.slice(0, start).includes('\n') ? start : 0
  return [...kept.slice(from, from + normalised.length), text.length]
}

/** Count of the numbers below a limit. */
export const countBelow = (sorted: readonly number[], limit: number): number => {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < limit) low = middle + 1
    else high = middle
  }
  return low
}
