import type { DeliveryName } from '@andscene/contracts/voices/delivery'

/** A longer speech is not spoken in one manner because of its last mark. */
const LIMIT = 120
const BRACKETED = /\([^()]{0,200}\)|\[[^[\]]{0,200}\]/g
const CAPITAL_WORD = /\p{Lu}[\p{Lu}'’-]*\p{Lu}/gu
const ONE_LETTER = /(?<![\p{L}\p{M}'’])\p{Lu}(?![\p{L}\p{M}'’])/gu
const SMALL = /\p{Ll}/u
const CAPITALS = /\p{Lu}[\s\P{L}]{0,9}\p{Lu}[\s\P{L}]{0,9}\p{Lu}|NO/u
/** Written in capitals by everyone. */
const ABBREVIATIONS = new Set(
  'OK TV PC DJ CD DVD ID MC VIP PR UK US USA UN EU FBI CIA NSA DNA NASA SOS ASAP FYI LOL OMG WTF AC DC HQ ATM NYC LA GPS CPR EMT ER ICU IRS KGB MI5 MI6 RSVP SUV UFO WIFI AM PM CEO CFO II III IV VI VII VIII IX XI'.split(
    ' ',
  ),
)

/** `capitals`: its style shows it in capitals. */
export type Speech = { text: string; capitals?: boolean | undefined }
/** The text without directions in it. */
const said = (text: string): string => text.replace(BRACKETED, ' ')

/** Whether a speech is in capitals; undefined for "I." and "OK", and for letters without capitals. */
export function isInCapitals({ text, capitals }: Speech): boolean | undefined {
  const words = said(text)
  if (SMALL.test(words)) return capitals === true
  return CAPITALS.test(words) ? true : undefined
}

/** Whether capitals mean shouting: "GO AWAY", "NO!", but not "OK.", "FBI." or "I." */
function isShout({ text, capitals }: Speech): boolean {
  const all = said(capitals ? text.toUpperCase() : text)
  const words = (all.match(CAPITAL_WORD) ?? []).filter((word) => !ABBREVIATIONS.has(word))
  const short = all.match(ONE_LETTER) ?? []
  return words.length > 1 || (words.length === 1 && (all.includes('!') || short.length > 0))
}

/** "Run!!", also before a closing quote. */
const STRONG_END = /![!?]{0,20}![!?]{0,20}["'”’»)\s]{0,5}$/
const ELLIPSIS = /(?<=\p{L}[,.]?\s?)(?:\.\.\.|…)/gu
const ELLIPSIS_END = /(?:\.\.\.|…)["'”’»\s]{0,5}$/

/** The delivery that capitals and punctuation ask for. One "!" and one "..." ask for none: every voice reads them. */
export function deliveryOfMarks(speech: Speech, capitalsShout: boolean): DeliveryName | undefined {
  if (capitalsShout && isInCapitals(speech) && isShout(speech)) return 'shouting'
  const words = said(speech.text)
  if (words.length > LIMIT) return undefined
  if (STRONG_END.test(words)) return 'excited'
  return ELLIPSIS_END.test(words) && (words.match(ELLIPSIS)?.length ?? 0) > 1 ? 'slow' : undefined
}
