import type { Voice } from '@andscene/contracts/voices/voice'

/** Languages that the model speaks and we have phonemes for. */
export type KokoroLanguage = 'en-US' | 'en-GB' | 'es' | 'fr' | 'it' | 'pt-BR' | 'hi'

/** Which needs no eSpeak NG. */
export const isEnglish = (language: KokoroLanguage): language is 'en-US' | 'en-GB' =>
  language.startsWith('en')

export class LanguageMissing extends Error {
  override readonly name = 'LanguageMissing'

  constructor(language: KokoroLanguage) {
    super(`${language} cannot be spoken without eSpeak NG.`)
  }
}

/** A style or a blend of several; parts of a request. */
export type KokoroSettings = {
  /** Style files by name (`af_heart`), with their shares, which sum to 1. */
  styles: readonly { name: string; share: number }[]
  /** Factor of the fundamental frequency: 0.85 to 1.15; 1 is the style's own. */
  pitch: number
  /** Factor of the pace; 1 is the style's own. */
  speed: number
}

export type KokoroVoice = { voice: Voice; language: KokoroLanguage; settings: KokoroSettings }
