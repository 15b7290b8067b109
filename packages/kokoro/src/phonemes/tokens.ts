import RUNS from '../../data/tokens.json' with { type: 'json' }

/** Ids of the model's alphabet (config.json of Kokoro-82M), by the first id of each run of characters. */
const IDS: ReadonlyMap<string, number> = new Map(
  Object.entries(RUNS).flatMap(([first, characters]) =>
    [...characters].map((character, index) => [character, Number(first) + index] as const),
  ),
)
const EDGE = 0
/** The model's own limit, both ends counted. */
const MOST = 512

/** The model knows the character. */
export const isPhoneme = (character: string): boolean => IDS.has(character)

/** Ids for the model's `tokens`, with 0 at both ends; unknown characters are left out, and what is over 512. */
export function tokensOf(phonemes: string): number[] {
  const ids = [...phonemes].flatMap((character) => IDS.get(character) ?? []).slice(0, MOST - 2)
  return [EDGE, ...ids, EDGE]
}
