import type { KokoroLanguage } from '../kokoro-voice.ts'

/** Text to what the model reads. */
export type PhonemeSource = {
  /** Pieces that the model can take, in order; none when there is nothing to say. */
  pieces(text: string, language: KokoroLanguage): Promise<string[]>
  /** With 0 at both ends. */
  tokensOf(phonemes: string): number[]
}
