import type { Casting, Script } from '@andscene/contracts/script'

/** The voices of a script with the lines of a draft, by character. */
export const draftVoices = ({ content }: Pick<Script, 'content'>): Record<string, string> =>
  Object.fromEntries(
    content.characters.flatMap(({ character, voiceId }) => (voiceId ? [[character, voiceId]] : [])),
  )

/** The casting for the lines of an older draft: a character that was renamed since has its voice under the former name. */
export const castingInDraft = (casting: Casting, script: Pick<Script, 'content'>): Casting => ({
  ...casting,
  characterAssignments: { ...casting.characterAssignments, ...draftVoices(script) },
})
