import type { Voice } from '@andscene/contracts/voices/voice'
import { isNatural } from '@andscene/contracts/voices/is-natural'
import { partsOf } from '@andscene/screenplay/casting/parts'
import { meet } from '@andscene/screenplay/casting/speeches'
import { distanceOf } from '@andscene/screenplay/casting/voice-distance'
import { styleOf } from '@andscene/screenplay/casting/voice-style'
import { parseFdx } from '@andscene/screenplay/fdx/parse-fdx'
import { suggestCast } from '@andscene/screenplay/suggest-cast'
import { sampleBytes } from '@andscene/screenplay/testing/fixture-files'
import { describe, expect, test } from 'vitest'
import { ESPEAK_VOICES } from '../local/espeak/espeak-voices.ts'
import { FLITE_VOICES } from '../local/flite/flite-voices.ts'
import { KOKORO_VOICES, NEAREST } from '@andscene/kokoro/voices/kokoro-voices'

const local = [...FLITE_VOICES, ...ESPEAK_VOICES].map(({ voice }) => voice)
const natural = KOKORO_VOICES.map(({ voice }) => voice)
const voices = [...local, ...natural]
const byId = new Map(voices.map((voice) => [voice.voiceId, voice]))

test('names and ids of all voices of this machine are unique', () => {
  expect(new Set(voices.map(({ voiceId }) => voiceId)).size).toBe(voices.length)
  expect(new Set(voices.map(({ name }) => name)).size).toBe(voices.length)
})

describe('cast of the sample script', () => {
  const sample = parseFdx(sampleBytes(), 'the-lighthouse-keeper.fdx')
  const parts = partsOf(sample.lines, sample.characters)
  const castOf = (offered: readonly Voice[]) =>
    suggestCast({ parts, voices: offered, casting: { characterAssignments: {} } }).casting
  const casting = castOf(voices)
  const voiceOf = (name: string) => byId.get(casting.characterAssignments[name]!)!
  const cast = sample.characters.map(voiceOf)
  const all = [byId.get(casting.narrationVoiceId!)!, ...cast]

  test('has only natural voices with one accent, and the gender of each character', () => {
    expect(all.filter((voice) => !isNatural(voice))).toEqual([])
    expect(new Set(all.map(({ locale }) => locale)).size).toBe(1)
    expect(parts.filter(({ gender, name }) => gender && voiceOf(name).gender !== gender)).toEqual([])
  })

  test('has a narrator and characters with distinct voices', () => {
    for (const [at, one] of all.entries())
      for (const other of all.slice(0, at)) expect(distanceOf(one, other)).toBeGreaterThanOrEqual(NEAREST / 4)
  })

  test('does not change while the natural voices are inactive', () => {
    const resting = natural.map((voice) => ({ ...voice, isActive: false }))
    expect(castOf([...local, ...resting])).toEqual(castOf(local))
  })
})

test.each(['es', 'fr', 'it', 'pt', 'hi'])(
  'casts two characters in language %s with natural voices',
  (language) => {
    const parts = ['ANNA', 'MARCO'].map((name, at) => ({
      ...partsOf([], [name])[0]!,
      gender: at === 0 ? ('female' as const) : ('male' as const),
      lineCount: 9 - at,
    }))
    const { casting } = suggestCast({ parts, voices, casting: { characterAssignments: {} }, language })
    const all = [casting.narrationVoiceId!, ...Object.values(casting.characterAssignments)].map((id) =>
      byId.get(id)!,
    )
    expect(all.map((voice) => isNatural(voice))).toEqual([true, true, true])
    expect(new Set(all).size).toBe(3)
    expect(all.slice(1).map(({ gender }) => gender)).toEqual(['female', 'male'])
  },
)

const named = (words: readonly string[], count: number) =>
  words.flatMap((word) => Array.from({ length: count }, (_, at) => `${word} #${at + 1}`))
/** Six scenes, in each of which a sixth of the speakers speak. */
const scenesOf = (speakers: readonly string[]) =>
  Array.from({ length: 6 }, (_, scene) => [
    { type: 'Scene Heading', text: 'INT. HALL - DAY' },
    ...speakers
      .filter((_name, at) => at % 6 === scene)
      .map((character) => ({ type: 'Dialogue', text: 'Yes.', character })),
  ]).flat()

describe('cast of a script with 48 speakers in 6 scenes', () => {
  const names = [
    ...named(['WOMAN', 'MAN'], 18),
    ...named(['OLD WOMAN', 'OLD MAN', 'GIRL', 'BOY', 'TEENAGE GIRL', 'TEENAGE BOY'], 2),
  ].sort()
  const uncast = { characterAssignments: {} }

  test.each([
    ['natural', natural],
    ['local', local],
  ])('product §2 gives each speaker an own %s voice of the right gender and age', (kind, offered) => {
    const parts = partsOf(scenesOf(names), names)
    const { casting } = suggestCast({ parts, voices: offered, casting: uncast })
    const all = names.map((name) => byId.get(casting.characterAssignments[name]!)!)
    expect(new Set([...all, byId.get(casting.narrationVoiceId!)]).size).toBe(49)
    const styles = all.map(styleOf)
    expect(styles.filter(({ isRobotic, isStrange }) => isRobotic || isStrange)).toEqual([])
    expect(all.map(({ gender }) => gender)).toEqual(parts.map(({ gender }) => gender))
    const children = names.filter((_name, at) => styles[at]!.age === 'child')
    expect(children).toEqual(kind === 'natural' ? names.filter((name) => /^(GIRL|BOY)/.test(name)) : [])
  })

  test('product §2 with twice as many speakers, those with fewest lines share, but never in one scene', () => {
    const others = names.map((name) => `OTHER ${name}`)
    const often = Array.from({ length: 9 }, () => scenesOf(names)).flat()
    const parts = partsOf([...often, ...scenesOf(others)], [...names, ...others])
    const { casting } = suggestCast({ parts, voices, casting: uncast })
    const voiceOf = ({ name }: { name: string }) => casting.characterAssignments[name]!
    expect(parts.filter((part) => !isNatural(byId.get(voiceOf(part))!))).toEqual([])
    const sharers = parts.flatMap((one, at) =>
      parts.slice(0, at).flatMap((other) => (voiceOf(one) === voiceOf(other) ? [[one, other] as const] : [])),
    )
    expect(sharers.length).toBeGreaterThan(0)
    expect(sharers.filter(([one, other]) => meet(one, other))).toEqual([])
    expect(sharers.filter((pair) => pair.every(({ name }) => names.includes(name)))).toEqual([])
  })
})
