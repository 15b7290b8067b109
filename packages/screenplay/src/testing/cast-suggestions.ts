import type { Voice } from '@andscene/contracts/voices/voice'
import { partsOf, type Part } from '../casting/parts.ts'
import { suggestCast, type CastSuggestionInput } from '../suggest-cast.ts'

export const voiceOf = (voiceId: string, fields: Partial<Voice> = {}): Voice => ({
  voiceId,
  name: voiceId,
  gender: 'female',
  locale: 'en-US',
  language: 'English',
  provider: 'local',
  category: 'standard',
  providerMetadata: {},
  voiceStyles: [],
  voicePersonalities: [],
  isActive: true,
  popularity: 50,
  previewUrl: '',
  wordsPerMinute: 175,
  ...fields,
})
export const voice = (
  name: string,
  gender: Voice['gender'],
  popularity: number,
  more: Partial<Voice> = {},
): Voice => {
  const language = more.locale?.startsWith('de') ? 'German' : 'English'
  return voiceOf(`v:${name}`, { name, gender, popularity, language, ...more })
}
export const voices = [
  voice('Ruth', 'female', 90),
  voice('Omar', 'male', 95),
  voice('Vera', 'female', 60),
  voice('Paul', 'male', 70),
  voice('Jo', 'neutral', 50),
  voice('Greta', 'female', 99, { locale: 'de-DE' }),
  voice('Hans', 'male', 99, { locale: 'de-DE' }),
]

/** Everybody speaks in a scene of their own unless it says otherwise. */
let scene = 0
export const part = (name: string, lineCount: number, more: Partial<Part> = {}): Part => ({
  ...partsOf([], [name])[0]!,
  lineCount,
  scenes: new Set([scene++]),
  ...more,
})
/** One scene of all that speak in it. */
export const together = new Set([-1])
export const empty = { characterAssignments: {} }
/** The suggested cast for what a test says, and the characters' part of it. */
export const cast = (input: Partial<CastSuggestionInput>) =>
  suggestCast({ parts: [], voices, casting: empty, ...input }).casting
export const given = (input: Partial<CastSuggestionInput>) => cast(input).characterAssignments
