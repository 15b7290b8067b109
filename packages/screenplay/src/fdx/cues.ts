import { CharacterList, prefixName } from '../cue-name.ts'
import { isSpeech, retype, type Row } from './rows.ts'
import { isSlugLine, notAName } from './words/line-words.ts'
import { isEnding, structureWords } from './words/structure-words.ts'

export type CueName = (cue: string) => string | undefined

const CUE_LIMIT = 60

/** The type of a cue that has no speech and is not a name. */
const otherThanCue = (text: string): { type: string; why: string } | undefined => {
  if (structureWords(text))
    return { type: 'General', why: 'a cue without speech that names an act or a scene' }
  if (isEnding(text)) return { type: 'End of Act', why: 'a cue without speech that says an end' }
  if (isSlugLine(text)) return { type: 'Scene Heading', why: 'a cue without speech that is a slug line' }
  return notAName(text)
}

/** A cue without speech may be another type of line; a known name directly above speech is a cue in any style. */
export const judgeCues = (rows: readonly Row[], nameOf: CueName): void => {
  for (const [at, row] of rows.entries()) {
    if (row.type !== 'Character' || isSpeech(rows[at + 1])) continue
    const other = otherThanCue(row.text)
    if (other) retype(row, other.type, other.why)
    else if (prefixName(row.text) !== undefined) {
      row.isCueAndSpeech = true
      retype(row, 'Dialogue', 'a cue without speech that holds its speech itself')
    }
  }
  let known: CharacterList | undefined
  for (const [at, row] of rows.entries()) {
    if ((row.type !== 'Action' && row.type !== 'General') || row.text.length > CUE_LIMIT) continue
    if (!isSpeech(rows[at + 1]) || /^\s*[([]|[!?…,;]\s*$/.test(row.text)) continue
    known ??= namesOfCues(rows, nameOf)
    const name = nameOf(row.text)
    if (name === undefined || !known.has(name)) continue
    // "Ada." may be a sentence; "ADA." and the spelling of an existing cue are not.
    const isSentence =
      /\.\s*$/.test(row.text) &&
      row.text !== row.text.toUpperCase() &&
      !(name.endsWith('.') && known.isSpelled(name))
    if (!isSentence) retype(row, 'Character', 'the name of a character directly above speech')
  }
}

const namesOfCues = (rows: readonly Row[], nameOf: CueName): CharacterList => {
  const list = new CharacterList()
  for (const row of rows) {
    const name = row.type === 'Character' ? nameOf(row.text) : undefined
    if (name !== undefined) list.add(name)
  }
  return list
}
