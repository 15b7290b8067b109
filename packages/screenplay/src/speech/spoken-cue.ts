import { cueName } from '../cue-name.ts'
import { wordsFromCapitals } from './capitals.ts'
import { plainDecades, plainNumbers, plainSigns } from './plain-signs.ts'

/** Ranks that engines do not know by their abbreviations. */
const RANKS = new Map([
  ['SGT', 'Sergeant'],
  ['LT', 'Lieutenant'],
  ['CPL', 'Corporal'],
  ['PVT', 'Private'],
  ['CPT', 'Captain'],
  ['CAPT', 'Captain'],
  ['COL', 'Colonel'],
  ['GEN', 'General'],
  ['DET', 'Detective'],
  ['INSP', 'Inspector'],
  ['SUPT', 'Superintendent'],
  ['PROF', 'Professor'],
  ['REV', 'Reverend'],
  ['GOV', 'Governor'],
  ['SEN', 'Senator'],
])

/** A cue as one says it: the name alone, as words. An extension that stands alone is said itself. */
export const spokenCue = (text: string): string => {
  const name = cueName(text)
  if (name === undefined) return /cont/i.test(text) ? 'Continued' : text.replace(/[()[\]]/g, ' ')
  const joined = name.replace(/\s*[/+]\s*/g, ', ').replace(/\s*&\s*/g, ' and ')
  const ranked = joined.replace(/\b([A-Z]{2,4})\.(?=\s)/g, (all, rank: string) => RANKS.get(rank) ?? all)
  return plainDecades(wordsFromCapitals(plainNumbers(plainSigns(ranked))))
}
