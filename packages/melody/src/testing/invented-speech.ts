import { RATE } from '../features.ts'

/** Formants (Hz) of each letter; the others are noise of a high, a middle or a low color. */
const VOWELS: Readonly<Record<string, readonly number[]>> = {
  a: [750, 1_200, 2_500],
  e: [500, 1_850, 2_500],
  i: [300, 2_300, 3_000],
  o: [500, 900, 2_400],
  u: [320, 750, 2_300],
  m: [250, 1_000, 2_100],
  l: [380, 1_400, 2_700],
}
const NOISES: Readonly<Record<string, number>> = { s: 5_500, f: 3_500, k: 1_800, t: 4_200 }

export type SaidSound = {
  /** Letters of VOWELS and NOISES, or a space for silence. */
  letter: string
  ms: number
  /** Pitch in Hz; whispered without. */
  hz?: number
}

/** Makes sounds with the formants of vowels, for a test of what compares speakers. `tract`: length of the speaker's. */
export function inventedSpeech(sounds: readonly SaidSound[], { tract = 1, seed = 1 } = {}): Float32Array {
  const parts: number[] = []
  let random = seed
  const noise = () => {
    random = (random * 1_103_515_245 + 12_345) % 2 ** 31
    return random / 2 ** 30 - 1
  }
  let phase = 0
  for (const { letter, ms, hz } of sounds) {
    const formants = (VOWELS[letter] ?? [NOISES[letter] ?? 0]).map((each) => each / tract)
    const filters = formants.map(() => [0, 0])
    const count = Math.round((ms * RATE) / 1_000)
    for (let n = 0; n < count; n++) {
      let source = noise() * (letter in NOISES || hz === undefined ? 0.3 : 0.005)
      if (letter in VOWELS && hz !== undefined) {
        phase += hz / RATE
        if (phase >= 1) {
          phase -= 1
          source += 1
        }
      }
      let sample = 0
      for (const [k, frequency] of formants.entries()) {
        const radius = letter in NOISES ? 0.9 : 0.975
        const [one = 0, two = 0] = filters[k]!
        const out = source + 2 * radius * Math.cos((2 * Math.PI * frequency) / RATE) * one - radius ** 2 * two
        filters[k] = [out, one]
        sample += out / (k + 1)
      }
      const fade = Math.min(1, n / 80, (count - n) / 80)
      parts.push(letter === ' ' ? noise() * 1e-4 : sample * fade * 0.05)
    }
  }
  return Float32Array.from(parts)
}
