import { voice as voiceOf } from '@andscene/contracts/testing/voice'
import type { Voice } from '@andscene/contracts/voices/voice'
import { partsOf, type Part } from '../casting/parts.ts'
import { suggestCast, type CastSuggestionInput } from '../suggest-cast.ts'

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

const british = { locale: 'en-GB' }
const natural = (name: string, gender: Voice['gender'], sound: number[], more: Partial<Voice> = {}): Voice =>
  voice(name, gender, 40, {
    category: 'Natural',
    providerMetadata: { VoiceType: 'Natural', sound } as Voice['providerMetadata'],
    ...more,
  })
export const people = [
  natural('Nora', 'female', [0, 0]),
  natural('Julia', 'female', [0.5, 0]),
  natural('Vivian', 'female', [3, 0]),
  natural('Gus', 'male', [0, 4], { voiceStyles: ['elderly'] }),
  natural('Ryan', 'male', [2, 4]),
  natural('Simon', 'male', [9, 4], british),
]
const robot = voice('Unit', 'male', 99, { voiceStyles: ['robotic'] })
/** The voices offered in a test, by the name used in the tables. */
export const OFFERS: Record<string, Voice[]> = {
  usual: voices,
  nordic: [
    voice('Kaja', 'female', 10, { locale: 'nb-NO' }),
    voice('Lars', 'male', 10, { locale: 'nb-NO' }),
    voice('Sakura', 'female', 20, { locale: 'ja-JP' }),
    voice('Kenji', 'male', 20, { locale: 'ja-JP' }),
    ...voices,
  ],
  scots: [
    ...voices,
    voice('Alasdair', 'male', 94, { ...british, voiceStyles: ['scottish'] }),
    voice('Nigel', 'male', 93, british),
    voice('Hilda', 'female', 5, british),
  ],
  ages: [
    voice('Amos', 'male', 60, { voiceStyles: ['elderly'] }),
    voice('Toby', 'male', 60, { voiceStyles: ['youthful'] }),
    voice('Ben', 'male', 60),
    voice('Jo', 'neutral', 50),
  ],
  robot: [...voices, robot],
  people,
  natural: [...voices, ...people, robot],
}

/** By default, each character speaks in a separate scene. */
let scene = 0
export const part = (name: string, lineCount: number, more: Partial<Part> = {}): Part => ({
  ...partsOf([], [name])[0]!,
  lineCount,
  scenes: new Set([scene++]),
  ...more,
})
/** A scene shared by several parts. */
export const together = new Set([-1])
export const empty = { characterAssignments: {} }
/** Suggests a cast for the given input; `given` returns only the assignments of characters. */
export const cast = (input: Partial<CastSuggestionInput>) =>
  suggestCast({ parts: [], voices, casting: empty, ...input }).casting
export const given = (input: Partial<CastSuggestionInput>) => cast(input).characterAssignments

/** Parses parts in the format of the tables: `ADA 40, FINN 3 age=old together`. */
export const partsIn = (text: string): Part[] =>
  text.split(', ').map((one) => {
    const [, name = '', lineCount, words = ''] = /^(.+?) (\d+)(.*)$/.exec(one)!
    const fields = words.split(' ').filter((word) => word.includes('='))
    return part(name, Number(lineCount), {
      ...(Object.fromEntries(fields.map((word) => word.split('='))) as Partial<Part>),
      ...(words.includes(' together') && { scenes: together }),
    })
  })

/** Parses a casting in the format of the tables: `ADA: Ruth, narrator: Omar, headings: Omar`. */
export const readCasting = (text: string) => {
  const rows = text === '-' ? [] : text.split(', ').map((row) => row.split(': ') as [string, string])
  const { narrator, headings, ...characterAssignments } = Object.fromEntries(
    rows.map(([name, voiceName]) => [name, `v:${voiceName}`]),
  )
  return {
    characterAssignments: characterAssignments as Record<string, string>,
    ...(narrator && { narrationVoiceId: narrator }),
    ...(headings && { sceneHeadingVoiceId: headings }),
  }
}
