import NAMES_OF from '../../../data/names.json' with { type: 'json' }

/** American phonemes of names that neither the dictionaries nor the spelling rules say right, by spelling without accents. */
const NAMES: ReadonlyMap<string, string> = new Map(Object.entries(NAMES_OF))

const WITH_STROKES: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd' }

const withoutAccents = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[łøđ]/g, (letter) => WITH_STROKES[letter] ?? letter)

/** American phonemes of a name; `name` is in small letters, accents or not. */
export const nameSound = (name: string): string | undefined =>
  NAMES.get(name) ?? NAMES.get(withoutAccents(name))
