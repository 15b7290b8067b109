import { contextsOf } from '../english/letters.ts'
import { bytesOfPhonemes } from '../english/phoneme-bytes.ts'
import { align, type Pair } from './align.ts'

const LEAST = 4
const SOUND = /[ˈˌ]?.ː?/gu

const pairOf = (word: string, entry: unknown): Pair[] => {
  const letters = word.toLowerCase()
  if (typeof entry !== 'string' || !/^[a-z]{3,}$/.test(letters) || word === word.toUpperCase()) return []
  const sounds = entry.match(SOUND) ?? []
  return sounds.length > letters.length + 2 ? [] : [{ letters, sounds }]
}

const commonest = (counts: ReadonlyMap<string, number>): [sounds: string, count: number] =>
  [...counts].reduce((best, each) => (each[1] > best[1] ? each : best))

/** Rules from letters to sounds: the longest context that is there decides; those that a shorter one implies are not. */
export function letterRules(lexicon: Readonly<Record<string, unknown>>): Buffer[] {
  const aligned = align(Object.entries(lexicon).flatMap(([word, entry]) => pairOf(word, entry)))
  const seen = new Map<string, Map<string, number>>()
  for (const { letters, chunks } of aligned) {
    chunks.forEach((chunk, index) => {
      for (const context of contextsOf(letters, index)) {
        const counts = seen.get(context) ?? new Map<string, number>()
        seen.set(context, counts.set(chunk, (counts.get(chunk) ?? 0) + 1))
      }
    })
  }
  const rules = new Map<string, string>()
  const judged = new Set<string>()
  for (const { letters } of aligned) {
    for (let index = 0; index < letters.length; index++) {
      let implied: string | undefined
      for (const context of contextsOf(letters, index)) {
        if (!judged.has(context)) {
          judged.add(context)
          const [chunk, count] = commonest(seen.get(context)!)
          if (count >= LEAST && chunk !== implied) rules.set(context, chunk)
        }
        implied = rules.get(context) ?? implied
      }
    }
  }
  return [...rules].map(([context, chunk]) => Buffer.from(`${context}\t${bytesOfPhonemes(chunk)}`, 'latin1'))
}
