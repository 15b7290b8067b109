import type { Pronunciation, PronunciationChange, Said } from '@andscene/contracts/voices/pronunciation'
import { pronunciationKey } from '@andscene/screenplay/pronunciation/sounds-in'

type Entry = { word: string; character?: string | undefined }

/** The pronunciation of this word and character, if there is one. */
export const findPronunciation = (
  list: readonly Pronunciation[],
  wanted: Entry,
): Pronunciation | undefined => {
  const key = pronunciationKey(wanted)
  return list.find((one) => pronunciationKey(one) === key)
}

/** How this character says the word: its own pronunciation, else that of the script. */
export const pronunciationOf = (list: readonly Pronunciation[], { word, character }: Entry) =>
  findPronunciation(list, { word, character }) ?? findPronunciation(list, { word })

export const saidOf = (one: Pick<Pronunciation, 'says' | 'as'> | undefined): Said | null =>
  one ? { says: one.says, as: one.as } : null

/** The change that sets a pronunciation; the user knows this list. */
export const settingOf = (
  { word, character, ...said }: Pronunciation,
  known: readonly Pronunciation[],
): PronunciationChange => ({
  word,
  said: saidOf(said),
  seen: saidOf(findPronunciation(known, { word, character })),
  ...(character !== undefined && { character }),
})

/** The change that deletes a pronunciation as the user saw it. */
export const deletionOf = ({ word, character, ...said }: Pronunciation): PronunciationChange => ({
  word,
  said: null,
  seen: saidOf(said),
  ...(character !== undefined && { character }),
})

/** The change that another editor prevents: its word is now neither as the user saw it nor as they want it. */
export const preventedOf = (changes: readonly PronunciationChange[], list: readonly Pronunciation[]) =>
  changes.find((change) => {
    const present = saidOf(findPronunciation(list, change))
    return !isSame(present, change.seen) && !isSame(present, change.said)
  })

const isSame = (one: Said | null, other: Said | null): boolean =>
  one?.says === other?.says && one?.as === other?.as
