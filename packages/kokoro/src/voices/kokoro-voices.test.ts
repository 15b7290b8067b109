import { Voice } from '@andscene/contracts/voices/voice'
import { fits } from '@andscene/contracts/schema/fits'
import { describe, expect, test } from 'vitest'
import type { KokoroVoice } from '../kokoro-voice.ts'
import { KOKORO } from '../model/spec.ts'
import { KOKORO_VOICES, NEAREST } from './kokoro-voices.ts'

const STYLES = new Set(KOKORO.styles.names)

const of = (matches: (voice: KokoroVoice) => boolean) => KOKORO_VOICES.filter(matches)
const english = of(({ language }) => language.startsWith('en'))
const soundOf = ({ voice }: KokoroVoice) =>
  (voice.providerMetadata as Record<string, unknown>)['sound'] as readonly number[]
const apart = (a: KokoroVoice, b: KokoroVoice) =>
  Math.hypot(...soundOf(a).map((value, at) => value - soundOf(b)[at]!))

describe('the natural voices', () => {
  test.each(KOKORO_VOICES.map((voice) => [voice.voice.voiceId, voice] as const))(
    '%s is complete',
    (id, voice) => {
      expect(id).toMatch(/^kokoro:[a-z]{2}-[a-z]{2}-[a-z]+$/)
      expect(fits(Voice, voice.voice)).toBe(true)
      const { styles, pitch, speed } = voice.settings
      expect(styles.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1)
      expect(styles.every(({ name, share }) => STYLES.has(name) && share > 0)).toBe(true)
      expect(pitch).toBeGreaterThanOrEqual(0.85)
      expect(pitch).toBeLessThanOrEqual(1.15)
      expect(speed).toBeGreaterThanOrEqual(0.9)
      expect(speed).toBeLessThanOrEqual(1.08)
      // The speed of a person who reads aloud; the reader's own speed comes on top.
      expect(voice.voice.wordsPerMinute).toBeGreaterThanOrEqual(140)
      expect(voice.voice.wordsPerMinute).toBeLessThanOrEqual(212)
      expect(voice.voice.popularity).toBeGreaterThan(0)
      expect(voice.voice.popularity).toBeLessThanOrEqual(100)
      expect(soundOf(voice)).toHaveLength(8)
    },
  )
})

describe('a cast of natural voices', () => {
  test('has at least 60 of English, both genders equally, at least 16 of them British', () => {
    const women = english.filter(({ voice }) => voice.gender === 'female')
    const british = english.filter(({ language }) => language === 'en-GB')
    expect(english.length).toBeGreaterThanOrEqual(60)
    expect(Math.abs(2 * women.length - english.length)).toBeLessThanOrEqual(english.length / 6)
    expect(british.length).toBeGreaterThanOrEqual(16)
    expect(british.filter(({ voice }) => voice.gender === 'female').length).toBeGreaterThanOrEqual(7)
    expect(british.filter(({ voice }) => voice.gender === 'male').length).toBeGreaterThanOrEqual(7)
  })

  test('has no two that sound alike, by measurement', () => {
    const languages = new Set(KOKORO_VOICES.map(({ language }) => language.split('-')[0]))
    for (const language of languages) {
      const own = of((voice) => voice.language.split('-')[0] === language)
      const near = own.flatMap((a, at) =>
        own.slice(0, at).flatMap((b) => (apart(a, b) < NEAREST ? [[a.voice.name, b.voice.name]] : [])),
      )
      expect(near).toEqual([])
    }
  })
})
