import { expect, test } from 'vitest'
import { pitchText, soundText } from './sound-text.ts'

test.each([
  [2, '+2'],
  [0.5, '+0.5'],
  [0, '0'],
  [-0.04, '0'],
  [-1.5, '−1.5'],
  [0.1 + 0.2, '+0.3'],
])('a pitch of %d semitones is shown as "%s"', (semitones, text) => {
  expect(pitchText(semitones)).toBe(text)
})

test.each([
  [{ pace: 0.9, pitch: 2, place: 'phone' }, 'Pace 0.9× · pitch +2 · on the phone'],
  [{ offScreen: 'room' }, 'Off-screen lines in the room'],
  [{}, undefined],
] as const)('the sound %j is "%s" in words', (sound, text) => {
  expect(soundText(sound)).toBe(text)
})
