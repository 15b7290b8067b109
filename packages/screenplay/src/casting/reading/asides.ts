import { numberAt, type AgeInText } from './ages.ts'
import type { Token } from './tokens.ts'

const lowerAt = (tokens: readonly Token[], at: number) => tokens[at]?.lower ?? ''

/** "At thirty-three he", "At 82, MARGE": the age before a subject. */
export function ageBefore(
  tokens: readonly Token[],
  at: number,
): { age: AgeInText; from: number } | undefined {
  const last = lowerAt(tokens, at - 1) === ',' ? at - 1 : at
  for (let from = last - 2; from >= Math.max(0, last - 5); from--) {
    if (tokens[from]!.isSign) return undefined
    if (tokens[from]!.lower !== 'at') continue
    const number = numberAt(tokens, from + 1)
    return number?.end === last && number.value > 12
      ? { age: { years: number.value, end: last }, from }
      : undefined
  }
  return undefined
}

/** "Old enough to be his grandfather". */
export function old(tokens: readonly Token[], from: number): AgeInText | undefined {
  const start = /^(?:barely|just|hardly|only|not)$/.test(lowerAt(tokens, from)) ? from + 1 : from
  if (lowerAt(tokens, start) !== 'old' || lowerAt(tokens, start + 1) !== 'enough') return undefined
  for (let at = start + 2; at < start + 8 && tokens[at] && !tokens[at]!.isSign; at++) {
    const { lower } = tokens[at]!
    if (/^(?:grandfather|grandmother|grandad|granddad|gran|grandma|grandpa|nan|grandparent)$/.test(lower))
      return { years: 72, end: at + 1 }
    if (/^(?:father|mother|dad|mum|mom|parent)$/.test(lower)) return { years: 52, end: at + 1 }
    if (/^(?:remember|recall|fought|known|served|danced|met)$/.test(lower)) return { years: 72, end: at + 1 }
    if (/^(?:drive|vote|drink)$/.test(lower)) return { years: 18, end: at + 1 }
  }
  return undefined
}

/** "Late of Glasgow", "born in Cork", "from Lagos". */
export function origin(tokens: readonly Token[], from: number): { accent: string } | undefined {
  for (let at = from; at < from + 4; at++) {
    if (!/^(?:from|of|in|out)$/.test(lowerAt(tokens, at))) continue
    const accent = tokens[at + 1]?.place ?? tokens[at + 2]?.place
    if (
      accent &&
      (lowerAt(tokens, at) === 'from' || /^(?:late|born|raised|native|out)$/.test(lowerAt(tokens, at - 1)))
    )
      return { accent }
  }
  return undefined
}
