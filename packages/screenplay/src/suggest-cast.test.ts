import type { Voice } from '@andscene/contracts/voice'
import { describe, expect, it } from 'vitest'
import { likelyGender } from './casting/gender.ts'
import { partsOf } from './casting/parts.ts'
import { suggestCast } from './suggest-cast.ts'

const voice = (name: string, gender: Voice['gender'], popularity: number, locale = 'en-US'): Voice => ({
  voiceId: `v:${name}`,
  name,
  gender,
  locale,
  language: locale.startsWith('en') ? 'English' : 'German',
  provider: 'local',
  category: 'standard',
  providerMetadata: {},
  voiceStyles: [],
  voicePersonalities: [],
  isActive: true,
  popularity,
  previewUrl: '',
  wordsPerMinute: 150,
})
const voices = [
  voice('Ruth', 'female', 90),
  voice('Omar', 'male', 95),
  voice('Vera', 'female', 60),
  voice('Paul', 'male', 70),
  voice('Jo', 'neutral', 50),
  voice('Greta', 'female', 99, 'de-DE'),
  voice('Hans', 'male', 99, 'de-DE'),
]
const part = (name: string, lineCount: number) => ({ name, lineCount })
const empty = { characterAssignments: {} }

describe('Suggest a cast', () => {
  it('gives every uncast character a voice of its own, by likely gender, the better ones to the bigger parts', () => {
    const casting = { characterAssignments: {}, narrationVoiceId: 'v:Jo', sceneHeadingVoiceId: 'v:Jo' }
    const parts = [part('MRS. PELL', 2), part('ADA', 40), part('GEORGE', 9), part('FINN', 30)]
    expect(suggestCast({ parts, voices, casting }).characterAssignments).toEqual({
      ADA: 'v:Ruth',
      FINN: 'v:Omar',
      GEORGE: 'v:Paul',
      'MRS. PELL': 'v:Vera',
    })
  })

  it('never touches a voice already given, nor gives it twice', () => {
    const casting = { characterAssignments: { ADA: 'v:Omar' }, narrationVoiceId: 'v:Ruth' }
    const cast = suggestCast({ parts: [part('ADA', 5), part('GEORGE', 4), part('MARY', 3)], voices, casting })
    expect(cast).toEqual({
      characterAssignments: { ADA: 'v:Omar', GEORGE: 'v:Paul', MARY: 'v:Vera' },
      narrationVoiceId: 'v:Ruth',
      sceneHeadingVoiceId: 'v:Ruth',
    })
  })

  it('counts a voice that is gone as none (product §3)', () => {
    const cast = suggestCast({
      parts: [part('ADA', 5)],
      voices,
      casting: { characterAssignments: { ADA: 'v:Gone' }, narrationVoiceId: 'v:Gone' },
    })
    expect(cast.characterAssignments['ADA']).toBe('v:Ruth')
    expect(cast.narrationVoiceId).toBe('v:Omar')
  })

  it('speaks the language of the voices already given, or the one that is asked for', () => {
    const parts = [part('ANNA', 1)]
    expect(
      suggestCast({ parts, voices, casting: { characterAssignments: {}, narrationVoiceId: 'v:Hans' } })
        .characterAssignments,
    ).toEqual({ ANNA: 'v:Greta' })
    expect(suggestCast({ parts, voices, casting: empty, language: 'German' }).characterAssignments).toEqual({
      ANNA: 'v:Greta',
    })
  })

  const nordic = [
    voice('Kaja', 'female', 10, 'nb-NO'),
    voice('Lars', 'male', 10, 'nb-NO'),
    voice('Sakura', 'female', 20, 'ja-JP'),
    voice('Kenji', 'male', 20, 'ja-JP'),
  ]
  it.each([
    ['the script', { language: 'ja', listenerLanguage: 'de-AT' }, 'v:Sakura'],
    ['the script, by another name', { language: 'no' }, 'v:Kaja'],
    ['the listener when the script does not tell', { listenerLanguage: 'de-AT' }, 'v:Greta'],
    [
      'the listener when no voice speaks that of the script',
      { language: 'th', listenerLanguage: 'de' },
      'v:Greta',
    ],
    ['most scripts when nothing tells', { listenerLanguage: 'th-TH' }, 'v:Ruth'],
  ])('speaks the language of %s', (_whose, languages, expected) => {
    const all = [...nordic, ...voices]
    const casting = suggestCast({ parts: [part('ANNA', 1)], voices: all, casting: empty, ...languages })
    expect(casting.characterAssignments).toEqual({ ANNA: expected })
  })

  it('rather shares a voice than gives one that cannot read the letters', () => {
    const parts = [part('さくら', 9), part('けんじ', 8), part('はな', 7), part('そら', 6)]
    const cast = suggestCast({ parts, voices: [...voices, ...nordic], casting: empty, language: 'ja' })
    expect(new Set(Object.values(cast.characterAssignments))).toEqual(new Set(['v:Sakura', 'v:Kenji']))
    expect(cast.narrationVoiceId).toMatch(/Sakura|Kenji/)
  })

  it('shares voices only when there are more characters than voices', () => {
    const parts = Array.from({ length: 20 }, (_, at) => part(`CROWD ${at}`, 20 - at))
    const given = Object.values(suggestCast({ parts, voices, casting: empty }).characterAssignments)
    expect(given).toHaveLength(20)
    expect(new Set(given.slice(0, voices.length - 1)).size).toBe(voices.length - 1)
    expect(new Set(given)).toEqual(new Set(voices.map(({ voiceId }) => voiceId)))
  })

  it('returns the same in whatever order the voices come, and is content with its own result', () => {
    const parts = [part('ADA', 5), part('BEACON', 5), part('FINN', 5)]
    const cast = suggestCast({ parts, voices, casting: empty })
    expect(suggestCast({ parts, voices: voices.toReversed(), casting: empty })).toEqual(cast)
    expect(suggestCast({ parts, voices, casting: cast })).toEqual(cast)
  })

  it('gives no voice that is switched off, and none when there is none', () => {
    const off = voices.map((each) => ({ ...each, isActive: each.voiceId === 'v:Paul' }))
    expect(
      suggestCast({ parts: [part('ADA', 1)], voices: off, casting: empty }).characterAssignments,
    ).toEqual({ ADA: 'v:Paul' })
    expect(suggestCast({ parts: [part('ADA', 1)], voices: [], casting: empty })).toEqual(empty)
  })
})

describe('the likely gender', () => {
  it.each([
    ['ADA', undefined, 'female'],
    ['DR. EDWARD HALE', undefined, 'male'],
    ['MRS. PELL', undefined, 'female'],
    ['YOUNG MAN', undefined, 'male'],
    ['POLICEWOMAN', undefined, 'female'],
    ['FIREMAN #2', undefined, 'male'],
    ['KING’S DAUGHTER', undefined, 'female'],
    ['MAN’S VOICE', undefined, 'male'],
    ['SAM', 'SAM, 30, checks her watch.', 'female'],
    ['SAM', undefined, 'male'],
    ['BEACON', 'BEACON blinks.', undefined],
    ['NURSE', 'A NURSE. He smiles at her.', undefined],
    ['GERMAN', undefined, undefined],
    ['李明', undefined, undefined],
  ])('of %s (%s) is %s', (name, introduction, gender) => {
    expect(likelyGender(name, introduction)).toBe(gender)
  })
})

describe('the parts of a script', () => {
  it('count lines of dialogue, and are introduced by the first action line that names them alone', () => {
    const lines = [
      { type: 'Action', text: 'SAM and ADA enter. She limps.' },
      { type: 'Action', text: 'Then comes Robin, with his dog.' },
      { type: 'Character', text: 'SAM', character: 'SAM' },
      { type: 'Dialogue', text: 'Hello.', character: 'SAM' },
      { type: 'Action', text: 'Robin waves. She leaves.' },
      { type: 'Dialogue', text: 'Bye.', character: 'SAM' },
    ]
    expect(partsOf(lines, ['SAM', 'ADA', 'ROBIN'])).toEqual([
      { name: 'SAM', lineCount: 2 },
      { name: 'ADA', lineCount: 0 },
      { name: 'ROBIN', lineCount: 0, introduction: 'Robin, with his dog.' },
    ])
  })
})
