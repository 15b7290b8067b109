import type { Voice } from '@andscene/contracts/voices/voice'
import { describe, expect, test } from 'vitest'
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
    const parts = [part('さくら', 9), part('けんじ', 8), part('はな', 7), part('そら', 6)]
    const result = cast({ parts, voices: OFFERS['nordic']!, language: 'ja' })
    expect(new Set(Object.values(result.characterAssignments))).toEqual(new Set(['v:Sakura', 'v:Kenji']))
    expect(result.narrationVoiceId).toMatch(/Sakura|Kenji/)
  })
})

/** A and B sound almost the same. */
const distance = (a: Voice, b: Voice) =>
  a === b ? 0 : 'AB'.includes(a.name) && 'AB'.includes(b.name) ? 0.1 : 0.9

describe('choice of voices', () => {
  test('gives the busiest characters different voices, by measured distance if available', () => {
    const men = ['A', 'B', 'C', 'D'].map((name) => voice(name, 'male', 50))
    const parts = [part('FINN', 9, { scenes: together }), part('GEORGE', 8, { scenes: together })]
    const casting = readCasting('narrator: D, headings: D')
    expect(given({ parts, voices: men, casting, distance })).toEqual({ FINN: 'v:A', GEORGE: 'v:C' })
  })
})

describe('shared voices', () => {
  const many = ['female', 'male'].flatMap((gender) =>
    Array.from({ length: 20 }, (_, at) => voice(`${gender} ${at}`, gender as 'female' | 'male', 80 - at)),
  )
  const crowd = Array.from({ length: 30 }, (_, at) => part(`MAN #${at + 1}`, 1))
  const leads = ['FINN', 'GEORGE', 'IAN', 'ADA', 'MARY', 'RUTH'].map((name, at) =>
    part(name, 60 - at, { scenes: together }),
  )

  test('are used for small parts only; leads have their own', () => {
    const result = given({ parts: [...leads, ...crowd], voices: many })
    const ofLeads = leads.map(({ name }) => result[name])
    expect(new Set(ofLeads).size).toBe(leads.length)
    const ofCrowd = new Set(crowd.map(({ name }) => result[name]))
    expect(ofCrowd.size).toBeLessThanOrEqual(3)
    expect(ofLeads.filter((voiceId) => ofCrowd.has(voiceId))).toEqual([])
  })

  test('are avoided within a scene if there are enough voices', () => {
    const here = crowd.slice(0, 15).map((one) => ({ ...one, scenes: together }))
    const result = given({ parts: [...leads, ...here], voices: many })
    expect(new Set(Object.values(result)).size).toBe(leads.length + here.length)
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
