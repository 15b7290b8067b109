import type { Casting, Script } from '@andscene/contracts/script'
import { useState } from 'react'

/** The voices of a script with the lines of a draft, by character. */
export const draftVoices = ({ content }: Pick<Script, 'content'>): Record<string, string> =>
  Object.fromEntries(
    content.characters.flatMap(({ character, voiceId }) => (voiceId ? [[character, voiceId]] : [])),
  )

type Known = Pick<Casting, 'characterAssignments' | 'characterSounds'>

/**
 * The casting for the lines of an older draft: a character that was renamed or cut since has its voice under the former
 * name, as the server sent it with the draft, or as in `known`.
 */
export const castingInDraft = (casting: Casting, script: Pick<Script, 'content'>, known?: Known): Casting => {
  const characterSounds = { ...known?.characterSounds, ...casting.characterSounds }
  return {
    ...casting,
    characterAssignments: {
      ...draftVoices(script),
      ...known?.characterAssignments,
      ...casting.characterAssignments,
    },
    ...(Object.keys(characterSounds).length > 0 && { characterSounds }),
  }
}

/** The voices that the page has known, by character: also of names that a new draft has replaced. */
export function useKnownVoices(saved: Casting | undefined): Known {
  const [{ of, known }, setKnown] = useState<{ of: Casting | undefined; known: Known }>({
    of: undefined,
    known: { characterAssignments: {} },
  })
  if (saved && saved !== of)
    setKnown({
      of: saved,
      known: {
        characterAssignments: { ...known.characterAssignments, ...saved.characterAssignments },
        characterSounds: { ...known.characterSounds, ...saved.characterSounds },
      },
    })
  return known
}
