import type { Voice } from '@andscene/contracts/voices/voice'
import TEXTS from './preview-texts.json' with { type: 'json' }

/** Text of a preview without a text, by language; `{name}` is the name of the voice. */
const SAMPLES: Readonly<Record<string, string>> = TEXTS

export function previewText({ locale, name }: Pick<Voice, 'locale' | 'name'>): string {
  const language = locale.split('-')[0]!.toLowerCase()
  return (SAMPLES[language] ?? TEXTS.en).replace('{name}', name)
}
