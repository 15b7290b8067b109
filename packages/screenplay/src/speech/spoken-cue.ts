import { cueName } from '../cue-name.ts'
import { plainCounts, plainRanks } from './abbreviations.ts'
import { wordsFromCapitals } from './capitals.ts'
import { plainRomans } from './labels.ts'
import { plainDecades } from './numbers.ts'
import { plainSigns } from './plain-signs.ts'

/** The name alone; an extension without a name is read itself. */
export const spokenCue = (text: string): string => {
  const name = cueName(text)
  if (name === undefined) return /cont/i.test(text) ? 'Continued' : text.replace(/[()[\]]/g, ' ')
  const joined = name.replace(/\s*[/+]\s*/g, ', ').replace(/\s*&\s*/g, ' and ')
  return plainDecades(
    wordsFromCapitals(plainRomans(plainCounts(plainSigns(plainRanks(joined, false)), false), false)),
  )
}
