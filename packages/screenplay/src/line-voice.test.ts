import { voice } from '@andscene/contracts/testing/voice'
import type { Voice } from '@andscene/contracts/voices/voice'
import { describe, expect, test } from 'vitest'
import { voiceInLanguage } from './line-voice.ts'

const spanish = { locale: 'es-ES', language: 'Spanish' } as const
const cast = voice('k:nora')
const chosen = (voices: readonly Voice[], of = cast) => voiceInLanguage(of, 'es', voices)?.voiceId

describe('product §5: the voice that speaks a line in another language', () => {
  test('is the assigned voice if it speaks the language', () => {
    const own = voice('k:elena', spanish)
    expect(chosen([voice('k:marisol', spanish), own], own)).toBe('k:elena')
  })

  test.each<[string, Partial<Voice>, Partial<Voice>]>([
    ['the same gender, not another one', { gender: 'female' }, { gender: 'male' }],
    ['a neutral voice, not another gender', { gender: 'neutral' }, { gender: 'male' }],
    ['the same age', {}, { voiceStyles: ['elderly'] }],
    ['a natural sound, not a robotic one', {}, { voiceStyles: ['robotic'] }],
    ['the country where most speak it', {}, { locale: 'es-AR' }],
    ['the same provider, even at another age', { voiceStyles: ['young'] }, { provider: 'other' }],
    ['a voice that is available', {}, { isActive: false }],
  ])('has %s', (_what, right, wrong) => {
    for (const [a, b] of [
      ['k:a', 'k:b'],
      ['k:b', 'k:a'],
    ] as const)
      expect(chosen([voice(a, { ...spanish, ...right }), voice(b, { ...spanish, ...wrong })])).toBe(a)
  })

  test('is of another provider if the own one has none, and undefined if no voice speaks the language', () => {
    expect(chosen([cast, voice('local:es', { ...spanish, gender: 'male' })])).toBe('local:es')
    expect(chosen([cast])).toBeUndefined()
  })

  test('is also a voice that is not available yet if the assigned one is not either', () => {
    const loading = voice('k:nora', { isActive: false })
    const voices = [voice('k:elena', { ...spanish, isActive: false }), voice('local:es', spanish)]
    expect(chosen(voices, loading)).toBe('k:elena')
    expect(chosen(voices)).toBe('local:es')
  })

  test('differs between characters where it can, and does not change with the order of the list', () => {
    const voices = ['k:a', 'k:b', 'k:c'].map((id) => voice(id, spanish))
    const people = Array.from({ length: 20 }, (_, n) => voice(`k:person-${n}`))
    const all = people.map((person) => chosen(voices, person))
    expect(new Set(all).size).toBe(3)
    expect(people.map((person) => chosen(voices.toReversed(), person))).toEqual(all)
  })

  test('knows a language by any of its tags', () => {
    const norwegian = voice('k:no', { locale: 'no-NO', language: 'Norwegian' })
    expect(voiceInLanguage(cast, 'nb', [norwegian])).toBe(norwegian)
  })
})
