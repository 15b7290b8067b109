import type { Voice } from '@andscene/contracts/voices/voice'
import { describe, expect, test } from 'vitest'
import { cast, given, part, together, voice, voices } from './testing/cast-suggestions.ts'

const natural = (name: string, gender: Voice['gender'], sound: number[], more: Partial<Voice> = {}) =>
  voice(name, gender, 40, {
    category: 'Natural',
    providerMetadata: { VoiceType: 'Natural', sound },
    ...more,
  } as Partial<Voice>)

describe('natural voices', () => {
  const british = { locale: 'en-GB' }
  const people = [
    natural('Nora', 'female', [0, 0]),
    natural('Julia', 'female', [0.5, 0]),
    natural('Vivian', 'female', [3, 0]),
    natural('Gus', 'male', [0, 4], { voiceStyles: ['elderly'] }),
    natural('Ryan', 'male', [2, 4]),
    natural('Simon', 'male', [9, 4], british),
  ]
  const all = [...voices, ...people]
  const ofNatural = new Set(people.map(({ voiceId }) => voiceId))

  test('come before all others, however much those are liked', () => {
    const parts = [part('ADA', 30), part('FINN', 20), part('MARY', 2), part('A BOY', 2, { age: 'child' })]
    const { narrationVoiceId, characterAssignments } = cast({ parts, voices: all })
    const heard = [narrationVoiceId!, ...Object.values(characterAssignments)]
    expect(heard.filter((voiceId) => !ofNatural.has(voiceId))).toEqual([])
  })

  test('of another accent come before robotic ones of the script’s', () => {
    const men = ['FINN', 'GEORGE', 'IAN'].map((name, at) => part(name, 30 - at, { scenes: together }))
    const result = given({ parts: men, voices: all })
    expect(new Set(Object.values(result))).toEqual(new Set(['v:Gus', 'v:Ryan', 'v:Simon']))
  })

  test('decide on the accent', () => {
    const many = [...Array.from({ length: 6 }, (_, at) => voice(`US ${at}`, 'male', 100)), ...voices]
    const britons = people.map((each) => ({ ...each, ...british }))
    const heard = given({ parts: [part('FINN', 9), part('ADA', 9)], voices: [...many, ...britons] })
    expect(Object.values(heard).filter((voiceId) => !ofNatural.has(voiceId))).toEqual([])
  })

  test('give the leads those that were measured to be unlike', () => {
    const parts = [part('ADA', 30, { scenes: together }), part('MARY', 20, { scenes: together })]
    const casting = { characterAssignments: {}, narrationVoiceId: 'v:Simon', sceneHeadingVoiceId: 'v:Simon' }
    const heard = given({ parts, voices: people, casting })
    expect(Object.values(heard)).toContain('v:Vivian')
    expect(new Set(Object.values(heard)).size).toBe(2)
  })

  test('leave machines their robotic one', () => {
    const robot = voice('Unit', 'male', 99, { voiceStyles: ['robotic'] })
    expect(given({ parts: [part('THE COMPUTER', 2)], voices: [...all, robot] })).toEqual({
      'THE COMPUTER': 'v:Unit',
    })
  })

  test('change nothing while they are switched off, or for a script in another language', () => {
    const parts = [part('ADA', 9), part('FINN', 8), part('MARY', 7), part('GEORGE', 6)]
    const off = people.map((each) => ({ ...each, isActive: false }))
    expect(cast({ parts, voices: [...voices, ...off] })).toEqual(cast({ parts }))
    const german = cast({ parts: parts.slice(0, 2), voices: all, language: 'de' })
    expect(german).toEqual(cast({ parts: parts.slice(0, 2), language: 'de' }))
  })
})
