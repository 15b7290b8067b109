import type { Sound } from '@andscene/contracts/voices/pronunciation'
import { partsWithSounds } from '@andscene/screenplay/pronunciation/sounding-text'

/**
 * Returns a function that marks up a range of a text with its pronunciations. `escaped` escapes text and attributes. A
 * pronunciation that crosses an end of the range is left out.
 */
export const markedSounds =
  (text: string, sounds: readonly Sound[], escaped: (text: string) => string) =>
  (from: number, to: number): string =>
    partsWithSounds(
      text.slice(from, to),
      sounds.filter(({ at }) => at >= from).map((sound) => ({ ...sound, at: sound.at - from })),
    )
      .map(({ text: part, sound }) => {
        if (sound?.ipa !== undefined)
          return `<phoneme alphabet="ipa" ph="${escaped(sound.ipa)}">${escaped(part)}</phoneme>`
        return sound?.spelled === undefined
          ? escaped(part)
          : `<sub alias="${escaped(sound.spelled)}">${escaped(part)}</sub>`
      })
      .join('')

/** The sounds by their spelling alone. */
export const withoutIpa = (sounds: readonly Sound[]): Sound[] => sounds.map(({ ipa: _ipa, ...rest }) => rest)
