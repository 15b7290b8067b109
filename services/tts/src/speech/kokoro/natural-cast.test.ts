import type { Voice } from '@andscene/contracts/voices/voice'
import { isNatural } from '@andscene/contracts/voices/is-natural'
import { meet, partsOf } from '@andscene/screenplay/casting/parts'
import { distanceOf } from '@andscene/screenplay/casting/voice-distance'
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

type Line = Parameters<typeof partsOf>[0][number]
function castOf(lines: readonly Line[], names: readonly string[], offered: readonly Voice[] = voices) {
  const parts = partsOf(lines, names)
  const { casting } = suggestCast({ parts, voices: offered, casting: { characterAssignments: {} } })
  const heard = [casting.narrationVoiceId, casting.sceneHeadingVoiceId].flatMap((id) => id ?? [])
  const voiceOf = (name: string) => byId.get(casting.characterAssignments[name]!)!
  return {
    parts,
    casting,
    voiceOf,
    all: [...heard, ...Object.values(casting.characterAssignments)].map((id) => byId.get(id)!),
  }
}

/** Forty people in sixty scenes, described by their titles and words: leads, the old, children, a Scot, and a crowd. */
const LEADS = ['EDWARD', 'WILL', 'SANDRA', 'JOSEPHINE', 'NORTHER', 'JENNY', 'AMOS', 'BEAMEN']
const OTHERS = (
  'YOUNG EDWARD, LITTLE GIRL, BOY, OLD WOMAN, OLD MAN, GRANDMA, DR. BENNETT, NURSE, ' +
  'SHERIFF, MRS. TEMPLETON, MR. SOGGYBOTTOM, PRIEST, MILDRED, ZACKY, DON, WILBUR, ' +
  'RUTHIE, PING, JING, COLOSSUS, FARMER, BANK TELLER, SECRETARY, BARKER, ' +
  'CHEERLEADER #1, CHEERLEADER #2, WAITRESS, MAYOR, KARL, CAPTAIN, TELEGRAM MAN, SHEPHERD'
).split(', ')
const script = Array.from({ length: 60 }, (_, scene): Line[] => {
  const here = [
    LEADS[scene % LEADS.length]!,
    LEADS[(scene + 1) % LEADS.length]!,
    LEADS[(scene * 3 + 2) % LEADS.length]!,
    OTHERS[scene % OTHERS.length]!,
    OTHERS[(scene * 5 + 1) % OTHERS.length]!,
  ]
  return [
    { type: 'Scene Heading', text: `INT. HOUSE ${scene} - DAY` },
    { type: 'Action', text: 'Edward waits with his wife Sandra. She takes his hand.' },
    ...[...here, ...here.slice(0, 3)].map((character) => ({
      type: 'Dialogue',
      text: 'Well, now.',
      character,
    })),
  ]
}).flat()
const people = [...LEADS, ...OTHERS]

describe('a cast of forty', () => {
  const { parts, casting, voiceOf, all } = castOf(script, people)

  test('is natural throughout, in one accent', () => {
    expect(all.filter((voice) => !isNatural(voice)).map(({ name }) => name)).toEqual([])
    expect(new Set(all.map(({ locale }) => locale)).size).toBe(1)
    expect(Object.keys(casting.characterAssignments).length).toBe(people.length)
  })

  test('gives the leads and the narrator voices that are easy to tell apart', () => {
    const leads = [byId.get(casting.narrationVoiceId!)!, ...LEADS.map(voiceOf)]
    expect(new Set(leads).size).toBe(leads.length)
    for (const [at, one] of leads.entries())
      for (const other of leads.slice(0, at))
        expect(distanceOf(one, other)).toBeGreaterThanOrEqual(NEAREST / 4)
  })

  test('gives each their gender', () => {
    const wrong = parts.filter(({ gender, name }) => gender && voiceOf(name).gender !== gender)
    expect(wrong.map(({ name }) => name)).toEqual([])
  })

  test('shares no voice between two who meet', () => {
    const shared = parts.flatMap((a, at) =>
      parts
        .slice(0, at)
        .flatMap((b) => (meet(a, b) && voiceOf(a.name) === voiceOf(b.name) ? [[a.name, b.name]] : [])),
    )
    expect(shared).toEqual([])
  })

  test('is what it was while the natural voices are not here', () => {
    const resting = natural.map((voice) => ({ ...voice, isActive: false }))
    expect(castOf(script, people, [...local, ...resting]).casting).toEqual(
      castOf(script, people, local).casting,
    )
  })
})

test('casts the sample script with natural voices alone', () => {
  const sample = parseFdx(sampleBytes(), 'the-lighthouse-keeper.fdx')
  const { all, casting } = castOf(sample.lines, sample.characters)
  expect(Object.keys(casting.characterAssignments).length).toBe(sample.characters.length)
  expect(all.filter((voice) => !isNatural(voice))).toEqual([])
})

test.each(['es', 'fr', 'it', 'pt', 'hi'])('casts a couple of language %s naturally', (language) => {
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
})
