import { describe, expect, test } from 'vitest'
import { asCast, missingVoice, missingVoiceMessage, voiceForLine, voicesTogether } from './voices.ts'

const casting = {
  characterAssignments: { ADA: 'v:ada' },
  narrationVoiceId: 'v:narrator',
  sceneHeadingVoiceId: 'v:heading',
}
const { sceneHeadingVoiceId: _, ...withoutHeading } = casting
const nothing = { characterAssignments: {} }

const isVoice = (voiceId: string) => voiceId === 'v:narrator'
const asked = (type: string, character?: string) => {
  const missing = missingVoice({ type, ...(character && { character }) }, nothing)
  return missing && missingVoiceMessage(missing)
}

const BY_HEADING = ['Scene Heading', 'Scene', 'New Act', 'Character', 'Transition', 'Parenthetical', 'Shot']

describe('product §5 the voice of a line', () => {
  test.each<[string, string, string]>([
    ['Dialogue', 'v:ada', 'v:ada'],
    ['Action', 'v:narrator', 'v:narrator'],
    ...BY_HEADING.map((type): [string, string, string] => [type, 'v:heading', 'v:narrator']),
  ])('%s: %s, without a heading voice %s', (type, voiceId, fallback) => {
    const line = { type, character: 'ADA' }
    expect([casting, withoutHeading].map((given) => voiceForLine(line, given))).toEqual([voiceId, fallback])
  })

  test.each([
    ['dialogue without a cue', 'v:narrator', { type: 'Dialogue' }, casting],
    ['dialogue of another character', undefined, { type: 'Dialogue', character: 'FINN' }, casting],
    ['action', undefined, { type: 'Action' }, { ...nothing, sceneHeadingVoiceId: 'v:heading' }],
    [
      'an empty voice',
      undefined,
      { type: 'Dialogue', character: 'ADA' },
      { characterAssignments: { ADA: '' } },
    ],
    ['a name that all objects have', undefined, { type: 'Dialogue', character: 'constructor' }, casting],
  ])('for %s is %s', (_what, voiceId, line, given) => {
    expect(voiceForLine(line, given)).toBe(voiceId)
  })

  test('counts as missing if it no longer exists (product §3)', () => {
    expect(voiceForLine({ type: 'Dialogue', character: 'ADA' }, casting, isVoice)).toBeUndefined()
    expect(voiceForLine({ type: 'Transition' }, casting, isVoice)).toBe('v:narrator')
  })
})

describe('product §8 a missing voice', () => {
  test.each([
    ['Dialogue', 'ADA', 'a voice to "ADA"'],
    ['Scene Heading', undefined, 'a scene heading voice'],
    ['Character', 'ADA', 'a scene heading voice'],
    ['Action', undefined, 'a narration voice'],
    ['Dialogue', undefined, 'a narration voice'],
  ])('asks for %s of %s with its own message', (type, character, voice) => {
    expect(asked(type, character)).toBe(`Please assign ${voice} before playing this line.`)
  })

  test('is not reported if there is a voice', () => {
    expect(missingVoice({ type: 'Dialogue', character: 'ADA' }, casting)).toBeUndefined()
    expect(missingVoice({ type: 'Transition' }, withoutHeading)).toBeUndefined()
  })
})

test('product §5: with the switch off, a line has no language of its own', () => {
  const line = { text: 'Hola.', language: 'es' }
  expect(asCast(line, { characterAssignments: {} })).toBe(line)
  expect(asCast(line, { characterAssignments: {}, languageByLine: true })).toBe(line)
  expect(asCast(line, { characterAssignments: {}, languageByLine: false })).toEqual({
    text: 'Hola.',
    writtenIn: 'es',
  })
})

test('product §4: with the switch off, a line has no delivery', () => {
  const line = { text: 'Come here.', delivery: { name: 'whispering' }, language: 'es' }
  expect(asCast(line, { characterAssignments: {} })).toBe(line)
  const off = { characterAssignments: {}, deliveries: false }
  expect(asCast(line, off)).toEqual({ ...line, delivery: undefined })
  expect(asCast(line, { ...off, languageByLine: false })).toEqual({ text: 'Come here.', writtenIn: 'es' })
})

const castAs = (characterAssignments: Record<string, string>) => ({ characterAssignments })
const isKnown = (voiceId: string) => voiceId !== 'gone'

describe('product §5: a line of several characters', () => {
  const line = { type: 'Dialogue', character: 'ADA, BEN AND CARL', together: ['ADA', 'BEN', 'CARL'] }

  test.each([
    { name: 'all cast', cast: { ADA: 'a', BEN: 'b', CARL: 'c' }, voices: ['a', 'b', 'c'] },
    { name: 'one without a voice', cast: { BEN: 'b', CARL: 'c' }, voices: ['b', 'c'] },
    {
      name: 'one with a voice that no longer exists',
      cast: { ADA: 'gone', BEN: 'b', CARL: 'c' },
      voices: ['b', 'c'],
    },
    { name: 'a shared voice', cast: { ADA: 'a', BEN: 'b', CARL: 'a' }, voices: ['a', 'b'] },
    { name: 'one voice for all', cast: { ADA: 'a', BEN: 'a' }, voices: ['a'] },
    {
      name: 'an own voice that no longer exists',
      cast: { ADA: 'a', BEN: 'b', [line.character]: 'gone' },
      voices: ['a', 'b'],
    },
  ])('is spoken by the voices of those who have one: $name', ({ cast, voices }) => {
    expect(voicesTogether(line, castAs(cast), isKnown)).toEqual(voices)
    expect(voiceForLine(line, castAs(cast), isKnown)).toBe(voices[0])
    expect(missingVoice(line, castAs(cast), isKnown)).toBeUndefined()
  })

  test('is spoken by its own voice if a user has assigned one', () => {
    const cast = castAs({ ADA: 'a', BEN: 'b', [line.character]: 'own' })
    expect(voicesTogether(line, cast, isKnown)).toEqual([])
    expect(voiceForLine(line, cast, isKnown)).toBe('own')
  })

  test('is spoken by its own voice if fewer than two of them have one', () => {
    expect(voicesTogether(line, castAs({ ADA: 'a' }))).toEqual([])
    expect(voiceForLine(line, castAs({ ADA: 'a', [line.character]: 'own' }))).toBe('own')
    expect(missingVoice(line, castAs({ ADA: 'a' }))).toEqual({ role: 'character', character: line.character })
  })
})

test("product §5: a user's direction replaces the delivery of the page, also with the switch off", () => {
  const line = { text: 'Come here.', delivery: { name: 'whispering' }, directed: { pitch: 2 } }
  for (const deliveries of [true, false]) {
    const cast = { characterAssignments: {}, deliveries }
    expect(asCast(line, cast).delivery).toEqual({ pitch: 2 })
    expect(asCast(asCast(line, cast), cast).delivery).toEqual({ pitch: 2 })
    expect(asCast({ ...line, directed: {} }, cast).delivery).toEqual({})
  }
})
