/** Ids of the model's alphabet (config.json of Kokoro-82M); ids between have no character. */
const RUNS: readonly (readonly [first: number, characters: string])[] = [
  [1, ';:,.!?'],
  [9, '—…"()“” \u0303ʣʥʦʨᵝ\uAB67AI'],
  [31, 'O'],
  [33, 'Q'],
  [35, 'ST'],
  [39, 'W'],
  [41, 'Yᵊabcdef'],
  [50, 'hijklmnopqrstuvwxyzɑɐɒæ'],
  [75, 'βɔɕç'],
  [80, 'ɖðʤə'],
  [85, 'ɚɛɜ'],
  [90, 'ɟ'],
  [92, 'ɡ'],
  [99, 'ɥ'],
  [101, 'ɨɪʝ'],
  [110, 'ɯɰŋɳɲɴø'],
  [118, 'ɸθœ'],
  [123, 'ɹ'],
  [125, 'ɾɻ'],
  [128, 'ʁɽʂʃʈʧ'],
  [135, 'ʊʋ'],
  [138, 'ʌɣɤ'],
  [142, 'χʎ'],
  [147, 'ʒʔ'],
  [156, 'ˈˌː'],
  [162, 'ʰ'],
  [164, 'ʲ'],
  [169, '↓'],
  [171, '→↗↘'],
  [177, 'ᵻ'],
]
const IDS: ReadonlyMap<string, number> = new Map(
  RUNS.flatMap(([first, characters]) =>
    [...characters].map((character, index) => [character, first + index] as const),
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
