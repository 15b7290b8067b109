import data from '../../../../data/gender-words.json' with { type: 'json' }
import type { Gender } from '../../cue-words.ts'
import { HONORIFICS } from '../../word-lists.ts'
import { matchesIn } from '../matches-in.ts'

/** "Mr. Bloom", in dialogue. */
const TITLED =
  /\b(Mr|Mister|Mrs|Ms|Miss|Uncle|Aunt|Auntie|Sir|Lady|Lord|Madame|Señor|Señora|Monsieur|Herr|Frau)\b\.?\s+([A-ZÀ-Þ][^\s.,;:!?()"“”]+)([,.!?…—–-]|$)?/g
/** "Your Ladyship". */
const RANK = /\byour (ladyship|lordship)\b/gi
const PLAIN = '[,.;:!?…—–"“”-]'
/** A form of address between signs, or after a greeting: "Yes, sir", "Thanks, Mum." */
const ADDRESS = new RegExp(
  `(?:^|${PLAIN}\\s*|\\b(?:oh|hi|hey|hello|thanks|thank you|yes|no|aye|please|sorry|me|bye|good ?night|morning|dear)\\s+)` +
    `(${[...data.addresses.female, ...data.addresses.male].join('|')})(?=\\s*(?:${PLAIN}|$))`,
  'gi',
)
const FEMALE = new Set(data.addresses.female)
const OLD = new Set(data.addresses.old)

/** A title with a name: "Mr. Bloom". */
type Titled = {
  title: string
  name: string
  gender: Gender
  /** Whether it ends a clause: "Most people begin at the top, Ms. Farrow." */
  isAddress: boolean
}

export function titlesIn(text: string): Titled[] {
  const titles: Titled[] = []
  for (const { 0: whole, 1: title = '', 2: name = '', 3: end, index } of matchesIn(text, TITLED)) {
    const gender = HONORIFICS.get(title.toLowerCase())
    if (!gender) continue
    const isLast = end !== undefined || text.endsWith(whole)
    const isAddress = isLast && text.slice(0, index).trimEnd().endsWith(',')
    titles.push({ title, name, gender, isAddress })
  }
  return titles
}

/** The ranks that a speech addresses: "ladyship". */
export const ranksIn = (text: string): { rank: string; gender: Gender }[] =>
  matchesIn(text, RANK).map(([, rank = '']) => ({
    rank,
    gender: /lady/i.test(rank) ? 'female' : 'male',
  }))

export const addressesIn = (text: string): { word: string; gender: Gender; isOld: boolean }[] =>
  matchesIn(text, ADDRESS).map(([, word = '']) => {
    const lower = word.toLowerCase().replace('’', "'")
    return { word, gender: FEMALE.has(lower) ? 'female' : 'male', isOld: OLD.has(lower) }
  })
