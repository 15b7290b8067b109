import { findMentions } from '@andscene/contracts/text/mentions'
import type { NotePerson } from '@andscene/contracts/notes'
import { NOTE_MENTIONS_LIMIT } from '@andscene/contracts/limits'
import type { MentionedPerson } from '../store/drafts.ts'

const SUGGESTIONS = 6
/** `@` at the start of a word, and what follows it up to the caret. */
const BEGUN = /(?<![\p{L}\p{N}\p{M}_])@([^@\n]{0,40})$/u

/** The mention that is being typed before the caret: where its `@` is, and the letters after it. */
export function mentionBegun(text: string, caret: number): { start: number; letters: string } | undefined {
  const letters = BEGUN.exec(text.slice(0, caret))?.[1]
  return letters === undefined ? undefined : { start: caret - letters.length - 1, letters }
}

/** People with a name, or a word of it, that starts with these letters. */
export function suggestPeople(people: readonly NotePerson[], letters: string): NotePerson[] {
  const typed = letters.toLocaleLowerCase()
  return people
    .filter(({ name }) => {
      const known = name.toLocaleLowerCase()
      return known.startsWith(typed) || known.split(/\s+/u).some((word) => word.startsWith(typed))
    })
    .slice(0, SUGGESTIONS)
}

/** The people whom a text mentions: the chosen ones, and those whose whole name was typed if only one person has it. */
export function mentionedIn(
  text: string,
  chosen: readonly MentionedPerson[],
  people: readonly NotePerson[],
): MentionedPerson[] {
  const known = [...chosen, ...people]
  const names = new Set(
    findMentions(
      text,
      known.map(({ name }) => name),
    ).map(({ name }) => name),
  )
  return [...names]
    .flatMap((name) => {
      const picked = chosen.filter((one) => one.name === name)
      const namesakes = people.filter((one) => one.name === name)
      return picked.length > 0 ? picked : namesakes.length === 1 ? namesakes : []
    })
    .map(({ key, name }) => ({ key, name }))
    .slice(0, NOTE_MENTIONS_LIMIT)
}
