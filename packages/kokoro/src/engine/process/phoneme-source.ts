import type { Sound } from '@andscene/contracts/voices/pronunciation'
import type { KokoroLanguage } from '../../kokoro-voice.ts'
import type { Phonemiser, Said } from '../../phonemes/phonemiser.ts'
import { tokensOf } from '../../phonemes/tokens.ts'

/** Converts text to phonemes for the model. */
export type PhonemeSource = {
  /** Pieces for the model, in order; none when there is nothing to say. Rejects with {@link LanguageMissing}. */
  said(text: string, language: KokoroLanguage, sounds?: readonly Sound[]): Promise<Said>
  tokensOf(phonemes: string): number[]
  /** Called when idle: loads what a later text may need. */
  prepare?(): Promise<unknown>
}

export const phonemeSource = (phonemiser: Phonemiser): PhonemeSource => ({
  said: (text, language, sounds) => phonemiser.said(text, language, sounds),
  tokensOf,
  prepare: () => phonemiser.languages(),
})

/** About 7 s of sound: a longer piece takes much memory and delays the listener at every step. */
export const LONGEST_RUN = 120

/** Where a speaker would pause, best places first. */
const PAUSES = [/(?<=[.!?…])\s+/u, /(?<=[;:—])\s*/u, /(?<=,)\s+/u, /\s+/u]

/** Phonemes in runs of at most `limit` characters, cut where a speaker would pause. */
export function splitPhonemes(phonemes: string, limit: number = LONGEST_RUN, level = 0): string[] {
  const whole = phonemes.trim()
  if (whole.length <= limit) return whole === '' ? [] : [whole]
  const pause = PAUSES[level]
  if (!pause) return [whole.slice(0, limit), ...splitPhonemes(whole.slice(limit), limit, level)]
  const runs: string[] = []
  for (const part of whole.split(pause).flatMap((each) => splitPhonemes(each, limit, level + 1))) {
    const last = runs.at(-1)
    if (last !== undefined && last.length + 1 + part.length <= limit)
      runs[runs.length - 1] = `${last} ${part}`
    else runs.push(part)
  }
  return runs
}
