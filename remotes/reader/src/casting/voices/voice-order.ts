import type { Voice } from '@andscene/contracts/voice'

const { compare } = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/** Voices by locale, then by name (product §2). */
export const sortVoices = (voices: readonly Voice[]): Voice[] =>
  [...voices].sort((a, b) => compare(a.locale, b.locale) || compare(a.name, b.name))
