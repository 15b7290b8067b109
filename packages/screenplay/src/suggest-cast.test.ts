import type { Voice } from '@andscene/contracts/voices/voice'
import { describe, expect, test } from 'vitest'
import type { Part } from './casting/parts.ts'
import { meet } from './casting/speeches.ts'
import { suggestCast } from './suggest-cast.ts'
import {
  cast,
  empty,
  given,
  OFFERS,
  part,
  people,
  readCasting,
  partsIn,
  together,
  voice,
  voices,
} from './testing/cast-suggestions.ts'
import { table } from './testing/fixture-files.ts'
import { readParts } from './testing/read-parts.ts'

test.each(table('suggest-cast'))('%s', (_what, offer, languages, casting, parts, expected) => {
  const named = languages === '-' ? [] : languages!.split(' ').map((one) => one.split('='))
  const result = cast({
    voices: OFFERS[offer!]!,
    casting: readCasting(casting!),
    parts: partsIn(parts!),
    ...Object.fromEntries(named),
  })
  expect(result).toMatchObject(readCasting(expected!))
})

describe('Suggest a cast', () => {
  test('does not depend on the order of the voices, and keeps its own result', () => {
    const parts = [part('ADA', 5), part('BEACON', 5), part('FINN', 5)]
    const casting = cast({ parts })
    expect(cast({ parts, voices: voices.toReversed() })).toEqual(casting)
    expect(cast({ parts, casting })).toEqual(casting)
  })

  test('assigns no inactive voice, and nothing if there are no voices', () => {
    const off = voices.map((each) => ({ ...each, isActive: each.voiceId === 'v:Paul' }))
    expect(given({ parts: [part('ADA', 1)], voices: off })).toEqual({ ADA: 'v:Paul' })
    expect(cast({ parts: [part('ADA', 1)], voices: [] })).toEqual(empty)
  })

  test('shares a voice rather than assigning one that cannot read the script', () => {
    const parts = ['さくら', 'けんじ', 'はな', 'そら'].map((name) => part(name, 9, { scenes: together }))
    const result = cast({ parts, voices: OFFERS['nordic']!, language: 'ja' })
    expect(new Set(Object.values(result.characterAssignments))).toEqual(new Set(['v:Sakura', 'v:Kenji']))
    expect(result.narrationVoiceId).toMatch(/Sakura|Kenji/)
  })
})

/** A and B sound almost the same. */
const distance = (a: Voice, b: Voice) =>
  a === b ? 0 : 'AB'.includes(a.name) && 'AB'.includes(b.name) ? 0.1 : 0.9

const men = (names: string, popularity = 50) => [...names].map((name) => voice(name, 'male', popularity))
const man = (name: string, lineCount: number, more: Partial<Part> = {}) =>
  part(name, lineCount, { gender: 'male', ...more })
const narrator = readCasting('narrator: Ruth, headings: Ruth')

/** A and B sound almost the same, and so do C and D. */
const inPairs = (a: Voice, b: Voice) =>
  a === b ? 0 : ['AB', 'CD'].some((pair) => pair.includes(a.name) && pair.includes(b.name)) ? 0.1 : 0.9
const isShared = (assigned: Record<string, string>, name: string) =>
  Object.keys(assigned).some((other) => other !== name && assigned[other] === assigned[name])

const youngMan = (name: string, more: Partial<Part>) => man(name, 9, { age: 'young', ...more })

describe('choice of voices', () => {
  test('gives the busiest characters different voices, by measured distance if available', () => {
    const parts = [part('FINN', 9, { scenes: together }), part('GEORGE', 8, { scenes: together })]
    const casting = readCasting('narrator: D, headings: D')
    expect(given({ parts, voices: men('ABCD'), casting, distance })).toEqual({ FINN: 'v:A', GEORGE: 'v:C' })
  })

  test('product §2 gives the most different voices to the characters who speak with each other most', () => {
    const names = ['FINN', 'GEORGE', 'IAN', 'JACK']
    const talk = (...pairs: [a: string, b: string, times: number][]) =>
      names.map((name) => {
        const own = pairs.filter((pair) => pair.includes(name))
        const exchanges = new Map(own.map(([a, b, times]) => [a === name ? b : a, times]))
        return man(name, 9, { scenes: together, exchanges })
      })
    const input = { voices: [...men('ABCD'), ...voices.slice(0, 1)], casting: narrator, distance: inPairs }
    const pairings = [
      ['GEORGE', 'IAN', 'FINN', 'JACK'],
      ['IAN', 'JACK', 'FINN', 'GEORGE'],
      ['GEORGE', 'JACK', 'FINN', 'IAN'],
    ] as const
    for (const [a, b, c, d] of pairings) {
      const heard = given({ ...input, parts: talk([a, b, 30], [c, d, 20], [a, c, 1]) })
      for (const pair of [`${heard[a]} ${heard[b]}`, `${heard[c]} ${heard[d]}`])
        expect(pair).not.toMatch(/v:A v:B|v:B v:A|v:C v:D|v:D v:C/)
    }
  })
})

describe('product §2 shared voices', () => {
  test('do not occur while a voice is left, also when a busier character could have taken another one', () => {
    const offered = [...men('ABC'), voice('F', 'female', 40), voice('Ruth', 'female', 90)]
    const parts = [part('SAM', 40, { gender: undefined }), man('FINN', 30), man('GEORGE', 20), man('IAN', 1)]
    const heard = given({ parts, voices: offered, casting: narrator })
    expect(new Set(Object.values(heard)).size).toBe(4)
    expect(heard['SAM']).toBe('v:F')
  })

  test('are given to the characters with fewest lines, who never speak in one scene', () => {
    // Every day player speaks in the scenes of three others.
    const players = Array.from({ length: 8 }, (_, at) =>
      man(`MAN #${at + 1}`, 1, {
        scenes: new Set([at, (at + 1) % 8, (at + 2) % 8].map((scene) => 1_000 + scene)),
      }),
    )
    const leads = ['FINN', 'GEORGE', 'IAN'].map((name, at) => man(name, 60 - at, { scenes: together }))
    const heard = given({
      parts: [...players, ...leads],
      voices: [...men('ABCDEFG'), ...voices.slice(0, 1)],
      casting: narrator,
    })
    expect(players.filter(({ name }) => isShared(heard, name)).length).toBeGreaterThan(0)
    expect(leads.filter(({ name }) => isShared(heard, name))).toEqual([])
    const pairs = players.flatMap((one) => players.map((other) => [one, other] as const))
    const sharers = pairs.filter(([one, other]) => one !== other && heard[one.name] === heard[other.name])
    expect(sharers.filter(([one, other]) => meet(one, other))).toEqual([])
  })

  test('are preferred to robotic ones and to an implausible age, but not within a scene', () => {
    const elderly = voice('Old', 'male', 99, { voiceStyles: ['elderly'] })
    const offered = [
      ...men('A'),
      elderly,
      voice('Unit', 'male', 99, { voiceStyles: ['robotic'] }),
      ...voices.slice(0, 1),
    ]
    const apart = given({
      parts: [youngMan('FINN', {}), youngMan('IAN', {})],
      voices: offered,
      casting: narrator,
    })
    expect(apart).toEqual({ FINN: 'v:A', IAN: 'v:A' })
    const here = { scenes: together }
    const met = given({
      parts: [youngMan('FINN', here), youngMan('IAN', here)],
      voices: offered,
      casting: narrator,
    })
    expect(new Set(Object.values(met)).size).toBe(2)
  })
})

describe('one person with several cues', () => {
  test('has one voice; a younger version has another of the same gender and kind', () => {
    const bram = `BRAM (61) sits. He coughs.\n${'BRAM: Well.\n'.repeat(8)}BRAM’S VOICE: Well.\nYOUNG BRAM: Well.`
    const young = { voiceStyles: ['youthful'], gender: 'male' as const }
    const all = [
      ...voices,
      voice('Toby', 'male', 65, young),
      voice('Rory', 'male', 66, { ...young, category: 'other' }),
    ]
    const parts = Object.values(readParts(bram))
    const result = suggestCast({ parts, voices: all, casting: readCasting('narrator: Jo, headings: Jo') })
    const { BRAM, 'BRAM’S VOICE': heard, 'YOUNG BRAM': boy } = result.casting.characterAssignments
    expect([BRAM, heard, boy]).toEqual(['v:Omar', 'v:Omar', 'v:Toby'])
    expect(result.reasons.get('BRAM’S VOICE')).toBe('The same person as BRAM')
  })

  test.each([
    ...['DAD', 'CAPTAIN', 'GRANDMA', 'BOY'].map((word) => [word, `${word}’S VOICE`, 1] as const),
    ['OONA', 'VOICE OF OONA', 2] as const,
  ])('has one voice as %s and %s, also when heard %i times', (seen, heard, times) => {
    const parts = Object.values(readParts(`${`${heard}: Well.\n`.repeat(times)}${seen}: Well.`))
    const result = given({ parts })
    expect(result[heard]).toBe(result[seen])
  })
})

describe('natural voices', () => {
  const ofNatural = people.map(({ voiceId }) => voiceId)

  test('determine the accent', () => {
    const many = [...Array.from({ length: 6 }, (_, at) => voice(`US ${at}`, 'male', 100)), ...voices]
    const britons = people.map((each) => ({ ...each, locale: 'en-GB' }))
    const heard = given({ parts: [part('FINN', 9), part('ADA', 9)], voices: [...many, ...britons] })
    for (const voiceId of Object.values(heard)) expect(ofNatural).toContain(voiceId)
  })

  test('have no effect while inactive, or for a script in another language', () => {
    const parts = [part('ADA', 9), part('FINN', 8), part('MARY', 7), part('GEORGE', 6)]
    const off = people.map((each) => ({ ...each, isActive: false }))
    expect(cast({ parts, voices: [...voices, ...off] })).toEqual(cast({ parts }))
    const german = cast({ parts: parts.slice(0, 2), voices: [...voices, ...people], language: 'de' })
    expect(german).toEqual(cast({ parts: parts.slice(0, 2), language: 'de' }))
  })
})

test('product §2 gives the reason for each voice in one line', () => {
  const parts = [
    part('MRS. PELL', 9),
    part('BEACON', 8),
    part('GEORGE', 7, { age: 'old', years: 74, accent: 'irish', because: '“a retired headmaster”' }),
  ]
  const casting = readCasting('ADA: Ruth, narrator: Jo, headings: Jo')
  expect(Object.fromEntries(suggestCast({ parts, voices, casting }).reasons)).toEqual({
    'MRS. PELL': 'woman: “MRS” in the name',
    BEACON: 'Nothing in the text tells who this is',
    GEORGE: 'man, 70s: “a retired headmaster”, Irish accent in the text',
  })
})
