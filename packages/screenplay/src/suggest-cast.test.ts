import type { Voice } from '@andscene/contracts/voices/voice'
import { describe, expect, test } from 'vitest'
import { partsOf } from './casting/parts.ts'
import { suggestCast } from './suggest-cast.ts'
import { cast, empty, given, part, together, voice, voices } from './testing/cast-suggestions.ts'

const primary = { narrationVoiceId: 'v:Jo', sceneHeadingVoiceId: 'v:Jo' }

describe('Suggest a cast', () => {
  test('gives every uncast character a voice, by likely gender, the better ones to the bigger parts', () => {
    const casting = { characterAssignments: {}, ...primary }
    const parts = [part('MRS. PELL', 2), part('ADA', 40), part('GEORGE', 9), part('FINN', 30)]
    expect(given({ parts, casting })).toEqual({
      ADA: 'v:Ruth',
      FINN: 'v:Omar',
      GEORGE: 'v:Paul',
      'MRS. PELL': 'v:Vera',
    })
  })

  test('never touches a voice already given', () => {
    const casting = { characterAssignments: { ADA: 'v:Omar' }, narrationVoiceId: 'v:Ruth' }
    const parts = [part('ADA', 9), part('GEORGE', 8), part('MARY', 7)]
    expect(cast({ parts, casting })).toEqual({
      characterAssignments: { ADA: 'v:Omar', GEORGE: 'v:Paul', MARY: 'v:Vera' },
      narrationVoiceId: 'v:Ruth',
      sceneHeadingVoiceId: 'v:Ruth',
    })
  })

  test('counts a voice that no longer exists as none (product §3)', () => {
    const casting = { characterAssignments: { ADA: 'v:Gone' }, narrationVoiceId: 'v:Gone' }
    const result = cast({ parts: [part('ADA', 5)], casting })
    expect(result).toMatchObject({ characterAssignments: { ADA: 'v:Ruth' }, narrationVoiceId: 'v:Omar' })
  })

  test('returns the same in whatever order the voices come, and is content with its own result', () => {
    const parts = [part('ADA', 5), part('BEACON', 5), part('FINN', 5)]
    const casting = cast({ parts })
    expect(cast({ parts, voices: voices.toReversed() })).toEqual(casting)
    expect(cast({ parts, casting })).toEqual(casting)
  })

  test('gives no voice that is switched off, and none when there is none', () => {
    const off = voices.map((each) => ({ ...each, isActive: each.voiceId === 'v:Paul' }))
    expect(given({ parts: [part('ADA', 1)], voices: off })).toEqual({ ADA: 'v:Paul' })
    expect(cast({ parts: [part('ADA', 1)], voices: [] })).toEqual(empty)
  })

  test('the narrator leaves the leads the voices of their gender', () => {
    expect(cast({ parts: [part('FINN', 9), part('ADA', 2)] }).narrationVoiceId).toBe('v:Ruth')
    expect(cast({ parts: [part('FINN', 2), part('ADA', 9)] }).narrationVoiceId).toBe('v:Omar')
  })
})

describe('the language', () => {
  test('is that of the voices already given, or the one that is asked for', () => {
    const parts = [part('ANNA', 1)]
    const german = { characterAssignments: {}, narrationVoiceId: 'v:Hans' }
    expect(given({ parts, casting: german })).toEqual({ ANNA: 'v:Greta' })
    expect(given({ parts, language: 'German' })).toEqual({ ANNA: 'v:Greta' })
  })

  const nordic = [
    voice('Kaja', 'female', 10, { locale: 'nb-NO' }),
    voice('Lars', 'male', 10, { locale: 'nb-NO' }),
    voice('Sakura', 'female', 20, { locale: 'ja-JP' }),
    voice('Kenji', 'male', 20, { locale: 'ja-JP' }),
  ]
  test.each([
    ['the script', { language: 'ja', listenerLanguage: 'de-AT' }, 'v:Sakura'],
    ['the script, by another name', { language: 'no' }, 'v:Kaja'],
    ['the listener when the script does not tell', { listenerLanguage: 'de-AT' }, 'v:Greta'],
    ['the listener when no voice speaks the script’s', { language: 'th', listenerLanguage: 'de' }, 'v:Greta'],
    ['most scripts when nothing tells', { listenerLanguage: 'th-TH' }, 'v:Ruth'],
  ])('is that of %s', (_whose, languages, expected) => {
    expect(given({ parts: [part('ANNA', 1)], voices: [...nordic, ...voices], ...languages })).toEqual({
      ANNA: expected,
    })
  })

  test('a voice is shared rather than one given that cannot read the letters', () => {
    const parts = [part('さくら', 9), part('けんじ', 8), part('はな', 7), part('そら', 6)]
    const result = cast({ parts, voices: [...voices, ...nordic], language: 'ja' })
    expect(new Set(Object.values(result.characterAssignments))).toEqual(new Set(['v:Sakura', 'v:Kenji']))
    expect(result.narrationVoiceId).toMatch(/Sakura|Kenji/)
  })
})

describe('one accent per script', () => {
  const scots = [
    voice('Alasdair', 'male', 94, { locale: 'en-GB', voiceStyles: ['scottish'] }),
    voice('Nigel', 'male', 93, { locale: 'en-GB' }),
    voice('Hilda', 'female', 5, { locale: 'en-GB' }),
  ]
  const all = [...voices, ...scots]
  const parts = [part('FINN', 30), part('GEORGE', 20)]

  test('is that of the best voices, also for whom a better one speaks otherwise', () => {
    expect(given({ parts, voices: all })).toEqual({ FINN: 'v:Omar', GEORGE: 'v:Paul' })
  })
  test('is that of the voices already given', () => {
    const casting = { characterAssignments: { ADA: 'v:Hilda' }, narrationVoiceId: 'v:Jo' }
    const british = { characterAssignments: { ADA: 'v:Hilda' }, narrationVoiceId: 'v:Nigel' }
    expect(given({ parts: [...parts, part('ADA', 1)], voices: all, casting })['FINN']).toBe('v:Alasdair')
    expect(given({ parts: [part('FINN', 30)], voices: all, casting: british })['FINN']).toBe('v:Alasdair')
  })
  test('but whom the text gives another one has it', () => {
    const scot = part('FINN', 3, { accent: 'scottish' })
    const briton = part('GEORGE', 2, { accent: 'british' })
    expect(given({ parts: [scot, briton], voices: all })).toEqual({ FINN: 'v:Alasdair', GEORGE: 'v:Nigel' })
  })
})

/** A and B are nearly one voice. */
const distance = (a: Voice, b: Voice) =>
  a === b ? 0 : 'AB'.includes(a.name) && 'AB'.includes(b.name) ? 0.1 : 0.9

describe('which voices', () => {
  const robot = voice('Unit', 'male', 99, { voiceStyles: ['robotic'] })
  test('robotic ones come last, except for machines', () => {
    const parts = [part('FINN', 30), part('GEORGE', 20)]
    expect(Object.values(given({ parts, voices: [...voices, robot] }))).not.toContain('v:Unit')
    expect(given({ parts: [part('THE COMPUTER', 2)], voices: [robot, voices[3]!] })).toEqual({
      'THE COMPUTER': 'v:Unit',
    })
  })

  test('the old get old ones, and the young young ones', () => {
    const old = voice('Amos', 'male', 60, { voiceStyles: ['elderly'] })
    const young = voice('Toby', 'male', 60, { voiceStyles: ['youthful'] })
    const equal = [old, young, voice('Ben', 'male', 60), voices[4]!]
    const casting = { characterAssignments: {}, ...primary }
    const parts = [part('GEORGE', 9), part('OLD FINN', 3, { gender: 'male' }), part('YOUNG IAN', 2)]
    expect(given({ parts, voices: equal, casting })).toEqual({
      GEORGE: 'v:Ben',
      'OLD FINN': 'v:Amos',
      'YOUNG IAN': 'v:Toby',
    })
  })

  test('the busiest are unlike each other, by a measured distance where there is one', () => {
    const men = ['A', 'B', 'C', 'D'].map((name) => voice(name, 'male', 50))
    const parts = [part('FINN', 9, { scenes: together }), part('GEORGE', 8, { scenes: together })]
    const casting = { characterAssignments: {}, narrationVoiceId: 'v:D', sceneHeadingVoiceId: 'v:D' }
    expect(given({ parts, voices: men, casting, distance })).toEqual({ FINN: 'v:A', GEORGE: 'v:C' })
  })
})

describe('who shares a voice', () => {
  const many = ['female', 'male'].flatMap((gender) =>
    Array.from({ length: 20 }, (_, at) => voice(`${gender} ${at}`, gender as 'female' | 'male', 80 - at)),
  )
  const crowd = Array.from({ length: 30 }, (_, at) => part(`MAN #${at + 1}`, 1))
  const leads = ['FINN', 'GEORGE', 'IAN', 'ADA', 'MARY', 'RUTH'].map((name, at) =>
    part(name, 60 - at, { scenes: together }),
  )

  test('the leads have voices of their own, those who say little share a few', () => {
    const result = given({ parts: [...leads, ...crowd], voices: many })
    const ofLeads = leads.map(({ name }) => result[name])
    expect(new Set(ofLeads).size).toBe(leads.length)
    const ofCrowd = new Set(crowd.map(({ name }) => result[name]))
    expect(ofCrowd.size).toBeLessThanOrEqual(3)
    expect(ofLeads.filter((voiceId) => ofCrowd.has(voiceId))).toEqual([])
  })

  test('but not two who speak in the same scene, as long as there are voices', () => {
    const here = crowd.slice(0, 15).map((one) => ({ ...one, scenes: together }))
    const result = given({ parts: [...leads, ...here], voices: many })
    expect(new Set(Object.values(result)).size).toBe(leads.length + here.length)
  })
})

describe('one person by several cues', () => {
  const lines = [
    { type: 'Action', text: 'BRAM (61) sits. He coughs.' },
    ...Array.from({ length: 8 }, () => ({ type: 'Dialogue', text: 'Well.', character: 'BRAM' })),
    { type: 'Dialogue', text: 'Well.', character: 'BRAM’S VOICE' },
    { type: 'Dialogue', text: 'Well.', character: 'YOUNG BRAM' },
  ]
  const parts = partsOf(lines, ['YOUNG BRAM', 'BRAM', 'BRAM’S VOICE'])

  test('has one voice; a younger self another one, of the same gender and kind', () => {
    const young = { voiceStyles: ['youthful'], gender: 'male' as const }
    const all = [
      ...voices,
      voice('Toby', 'male', 65, young),
      voice('Rory', 'male', 66, { ...young, category: 'other' }),
    ]
    const result = suggestCast({ parts, voices: all, casting: { characterAssignments: {}, ...primary } })
    const { BRAM, 'BRAM’S VOICE': heard, 'YOUNG BRAM': boy } = result.casting.characterAssignments
    expect([BRAM, heard, boy]).toEqual(['v:Omar', 'v:Omar', 'v:Toby'])
    expect(result.reasons.get('BRAM’S VOICE')).toBe('The same person as BRAM')
  })

  test.each(['DAD', 'CAPTAIN', 'GRANDMA', 'BOY'])('has one voice as %s, whose word tells an age', (name) => {
    const cues = [`${name}’S VOICE`, name].map((character) => ({
      type: 'Dialogue',
      text: 'Well.',
      character,
    }))
    const heard = given({ parts: partsOf(cues, [`${name}’S VOICE`, name]) })
    expect(heard[`${name}’S VOICE`]).toBe(heard[name])
  })

  test('also when they are heard more often than seen', () => {
    const cues = ['VOICE OF OONA', 'VOICE OF OONA', 'OONA'].map((character) => ({
      type: 'Dialogue',
      text: 'Well.',
      character,
    }))
    const heard = given({ parts: partsOf(cues, ['VOICE OF OONA', 'OONA']) })
    expect(heard['VOICE OF OONA']).toBe(heard['OONA'])
  })
})

test('says in a few words why', () => {
  const parts = [
    part('MRS. PELL', 9),
    part('BEACON', 8),
    part('GEORGE', 7, { age: 'old', accent: 'irish', because: '“his” in the text' }),
  ]
  const casting = { characterAssignments: { ADA: 'v:Ruth' }, ...primary }
  expect(Object.fromEntries(suggestCast({ parts, voices, casting }).reasons)).toEqual({
    'MRS. PELL': 'Female by “MRS” in the name',
    BEACON: 'Nothing in the text tells who this is',
    GEORGE: 'Male by “his” in the text, old, Irish accent in the text',
  })
})
