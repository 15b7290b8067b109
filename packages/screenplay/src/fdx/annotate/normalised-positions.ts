import { normaliseText } from '../../normalise-text.ts'

const LINE_BREAK = /[\r\v\f\u0085\u2028\u2029]/
const CONTROL = /[^\P{Cc}\n\t]/u

/** Index in `text` for each UTF-16 unit of its normalized form; undefined where both are the same. */
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
  // The rest is only trimmed.
  const start = usual.length - usual.trimStart().length
  const from = usual.slice(0, start).includes('\n') ? start : 0
  return [...kept.slice(from, from + normalised.length), text.length]
}
