import type { Voice } from '@andscene/contracts/voices/voice'
import TEXTS from './preview-texts.json' with { type: 'json' }

/** What a voice says of itself when a preview brings no text, by language; `{name}` is the voice's. */
const SAMPLES: Readonly<Record<string, string>> = TEXTS

export function previewText({ locale, name }: Pick<Voice, 'locale' | 'name'>): string {
  const language = locale.split('-')[0]!.toLowerCase()
  return (SAMPLES[language] ?? TEXTS.en).replace('{name}', name)
}
