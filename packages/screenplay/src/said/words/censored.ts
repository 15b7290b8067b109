import data from '../../../data/censored.json' with { type: 'json' }
import { byRows, type TokenClass } from '../token-class.ts'

/** The most frequent first. */
const SWEARS = data.swears.join(' ').split(' ')
const SIGN = /[*#@$%!+&_•✱×-]/
const LOOKALIKE: Readonly<Record<string, string>> = {
  '@': 'a',
  $: 's',
  '!': 'i',
  '0': 'o',
  '1': 'i',
  '3': 'e',
}

/** Whether a word fits one whose letters are hidden: each sign is one letter, or several signs are any number of them. */
function fits(word: string, hidden: string, isExact: boolean): boolean {
  let at = 0
  for (let index = 0; index < hidden.length; index++) {
    const sign = hidden[index]!
    if (!SIGN.test(sign)) {
      if (word[at] !== sign) return false
      at++
      continue
    }
    let run = 1
    while (index + 1 < hidden.length && SIGN.test(hidden[index + 1]!)) {
      index++
      run++
    }
    if (isExact) {
      at += run
      continue
    }
    // Up to the next letter that is written.
    const rest = hidden.slice(index + 1)
    const left = [...rest].filter((each) => !SIGN.test(each)).length
    if (rest === '') at = word.length
    else if (SIGN.test(rest)) at += run
    else at = left === rest.length ? word.length - rest.length : at + run
  }
  return at === word.length
}

/** "f*ing", "bulls*", "f**": fewer signs than letters. */
const IS_SHORTENED = /^(?:[a-z]+\*+[a-z]{2,}|[a-z]{3,}\*+|[a-z]\*{2,})$/

const swear = (written: string): string | undefined => {
  const hidden = written.toLowerCase()
  const looked = hidden.replace(/[@$!013]/g, (sign) => LOOKALIKE[sign]!)
  if (SWEARS.includes(looked)) return looked
  return (
    SWEARS.find((word) => fits(word, hidden, true)) ??
    (IS_SHORTENED.test(hidden) ? SWEARS.find((word) => fits(word, hidden, false)) : undefined)
  )
}

/** "sh*tballs": what is left behind the last sign is written. */
function compound(written: string): string | undefined {
  for (let end = written.length - 1; end > 2; end--) {
    if (SIGN.test(written.slice(end))) return undefined
    const said = SWEARS.find((word) => fits(word, written.slice(0, end).toLowerCase(), true))
    if (said !== undefined) return said + written.slice(end)
  }
  return undefined
}

const inCase = (word: string, written: string): string =>
  /^\p{Lu}/u.test(written) ? word.charAt(0).toUpperCase() + word.slice(1) : word

/** Longest text in emphasis, in characters. */
const EMPHASIS_LIMIT = 400

/** Words with signs in the place of letters, and titles with stars between them: "F*A*R*M". */
export const censored: TokenClass = {
  name: 'censored',
  find: byRows([
    [
      /(?<![\p{L}\p{N}*])\p{L}(?:\*\p{L}){2,12}(?![\p{L}\p{N}*])/gu,
      ([all]) => inCase(all.replaceAll('*', '').toLowerCase(), all),
    ],
    [
      /(?<![\p{L}\p{N}*#@$%!&])(?=\S{0,16}[*#@$%!])(?=\S{0,16}\p{L})[\p{L}@$](?:[\p{L}*#@$%!01]{1,16})(?<=[\p{L}*#@$%])(?![\p{N}@])/gu,
      ({ 0: all, index, input = '' }) => {
        if (!/[\p{L}*#@$%!][*#@$%!01-]/u.test(all) && !/^[@$]/.test(all)) return undefined
        // "**plan a**" is emphasis.
        const before = input.slice(Math.max(0, index - EMPHASIS_LIMIT), index)
        if (all.endsWith('**') && /(?<![\p{L}*])\*\*(?=\S)/u.test(before)) return undefined
        const said = swear(all) ?? compound(all)
        return said === undefined ? undefined : inCase(said, all)
      },
    ],
    [
      /(?<![\p{L}\p{N}-])(?:[fsb])-{3,5}(?![\p{L}-])/giu,
      ([all]) => inCase(swear(all.replaceAll('-', '*')) ?? all, all),
    ],
    // Dashes: "f--k", "sh-t".
    [
      /(?<![\p{L}-])(?:[fF]-{1,3}(?:k|ck|cking|ked|ker|king)|[sS]h?-{1,3}t|[bB]-{1,3}(?:tch|ch)|[aA]-{2}(?:hole|holes)|[dD]-{1,2}mn)(?![\p{L}-])/gu,
      ([all]) => {
        const said = swear(all)
        return said === undefined ? undefined : inCase(said, all)
      },
    ],
    // "$#!%", and words of stars alone.
    [/(?<![\p{L}\p{N}])(?=[@#$%&!*^]{0,8}[#$%&@])[@#$%&!*^]{3,20}(?<=[@#$%&*!])/gu, ''],
    [/(?<![\p{L}\p{N}*])\*{3,20}(?![\p{L}\p{N}*])/gu, ''],
  ]),
}
