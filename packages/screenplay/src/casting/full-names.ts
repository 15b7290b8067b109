import { genderOfWord, isFirstName, personWords, TITLES } from './cue-words.ts'

/** Not a surname: MARY ANN, MARY AND JACK, MARY 2, MARY'S. */
const isSurname = (word: string) =>
  /^\p{L}{2,}$/u.test(word) &&
  word !== 'AND' &&
  !isFirstName(word) &&
  !genderOfWord(word) &&
  !TITLES.has(word)

/** JOLENE is JOLENE FRENCH if only one cue has that first name and a surname, and the two never `meet` in a scene. */
export function namesOfPersons(
  cues: readonly string[],
  meet: (a: number, b: number) => boolean,
): readonly (readonly string[])[] {
  const own = cues.map(personWords)
  const full = new Map<string, Set<string>>()
  for (const [first, surname, more] of own) {
    if (!first || !surname || more !== undefined || !isFirstName(first) || !isSurname(surname)) continue
    full.set(first, (full.get(first) ?? new Set()).add(surname))
  }
  return own.map((words, cue) => {
    const surnames = words.length === 1 ? full.get(words[0]!) : undefined
    if (surnames?.size !== 1) return words
    const name = [words[0]!, ...surnames]
    const others = own.flatMap((each, other) => (each.join(' ') === name.join(' ') ? [other] : []))
    return others.some((other) => meet(cue, other)) ? words : name
  })
}
