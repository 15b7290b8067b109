import type { Age } from './age.ts'
import type { Part } from './parts.ts'

const NOUNS: Record<Age | 'none', { female: string; male: string; person: string }> = {
  child: { female: 'girl', male: 'boy', person: 'child' },
  young: { female: 'young woman', male: 'young man', person: 'young' },
  adult: { female: 'woman', male: 'man', person: 'adult' },
  mature: { female: 'woman', male: 'man', person: 'middle-aged' },
  old: { female: 'old woman', male: 'old man', person: 'old' },
  none: { female: 'woman', male: 'man', person: '' },
}

/** "70s" or, below 20, the years. */
const yearsIn = (years: number) =>
  years < 20 ? String(Math.floor(years)) : `${Math.floor(years / 10) * 10}s`

/** Who a part is, in one line with its evidence: `woman, 70s: “a retired headmistress”`. */
export function describePart(part: Pick<Part, 'gender' | 'age' | 'years' | 'because'>): string | undefined {
  const { gender, age, years, because } = part
  const isTold = years !== undefined
  const nouns = NOUNS[isTold && age !== 'child' ? 'none' : (age ?? 'none')]
  const who = [nouns[gender ?? 'person'], isTold && yearsIn(years)].filter(Boolean).join(', ')
  if (who === '') return undefined
  return because === undefined ? who : `${who}: ${because}`
}
