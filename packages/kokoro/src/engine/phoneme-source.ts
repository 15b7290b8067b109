import { isEnglish, type KokoroLanguage } from '../kokoro-voice.ts'
import type { Phonemiser } from '../phonemes/phonemiser.ts'
import { tokensOf } from '../phonemes/tokens.ts'

/** Text to what the model reads. */
export type PhonemeSource = {
  /** Pieces that the model can take, in order; none when there is nothing to say. Rejects with {@link LanguageMissing}. */
  pieces(text: string, language: KokoroLanguage): Promise<string[]>
  /** With 0 at both ends. */
  tokensOf(phonemes: string): number[]
  /** Called when there is time: loads what a later text may need. */
  prepare?(): Promise<unknown>
}

/** This installation has no phonemes for a language: it can speak none of its texts. */
export class LanguageMissing extends Error {
  override readonly name = 'LanguageMissing'

  constructor(language: KokoroLanguage) {
    super(`${language} cannot be spoken without eSpeak NG.`)
  }
}

export function phonemeSource(phonemiser: Phonemiser): PhonemeSource {
  return {
    async pieces(text, language) {
      if (!isEnglish(language) && !(await phonemiser.languages()).includes(language))
        throw new LanguageMissing(language)
      return phonemiser.pieces(text, language)
    },
    tokensOf,
    prepare: () => phonemiser.languages(),
  }
}
