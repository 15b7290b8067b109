import { normaliseText } from '../../normalise-text.ts'

const LINE_BREAK = /[\r\v\f\u0085\u2028\u2029]/
const CONTROL = /[^\P{Cc}\n\t]/u

/**
 * For each UTF-16 unit of `normaliseText(text)` its index in `text`, and `text.length` behind the last; undefined where
 * none is left out, so that both count alike.
 */
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
  // What is left out of the rest stands at its ends.
  const start = usual.length - usual.trimStart().length
  const from = usual.slice(0, start).includes('\n') ? start : 0
  return [...kept.slice(from, from + normalised.length), text.length]
}
