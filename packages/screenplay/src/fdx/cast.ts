import { describePart } from '../casting/describe-part.ts'
import { likelyLanguage } from '../casting/language.ts'
import { partsOf } from '../casting/parts.ts'
import { parseFdx } from './parse-fdx.ts'

/** A character as the script describes it; fields are null where the script does not tell. */
type CastMember = {
  character: string
  gender: 'female' | 'male' | null
  age: 'child' | 'young' | 'adult' | 'mature' | 'old' | null
  /** A demonym in lower case, such as `irish`. */
  accent: string | null
  /** BCP 47 primary subtag. */
  language: string | null
  because: string | null
}

/** The characters of a file in the order of their first cues. Throws FdxError. */
export function castOf(bytes: Uint8Array, fileName: string): CastMember[] {
  const { lines, characters } = parseFdx(bytes, fileName)
  const ofScript = likelyLanguage(lines)
  return partsOf(lines, characters).map((part) => {
    const own = lines.filter(({ type, character }) => type === 'Dialogue' && character === part.name)
    const gender = part.isGuess ? undefined : part.gender
    return {
      character: part.name,
      gender: gender ?? null,
      age: part.age ?? null,
      accent: part.accent ?? null,
      language: likelyLanguage(own) ?? ofScript ?? null,
      because: describePart({ ...part, gender }) ?? null,
    }
  })
}
