import { describe, expect, test } from 'vitest'
import { voiceParts } from './voice-parts.ts'

const TEXT = 'Well, beat. come in. to Nora. Now.'
const at = (words: string, from = 0): [number, number] => [TEXT.indexOf(words, from), words.length]
const DIRECTIONS = [at('beat'), at('to Nora')]

describe('product §3: a speech with directions, part by part', () => {
  test('is spoken by its voice and the narrator in turn, without the full stops between them', () => {
    const parts = voiceParts({ text: TEXT, byNarrator: DIRECTIONS })
    expect(parts.map(({ text, isNarrator }) => (isNarrator ? `<${text}>` : text))).toEqual([
      'Well,',
      '<beat>',
      'come in.',
      '<to Nora>',
      'Now.',
    ])
    for (const { text, at: from } of parts) expect(TEXT.slice(from, from + text.length)).toBe(text)
  })

  test('is divided at its pauses', () => {
    const text = 'I never, asked you. Or him.'
    const parts = voiceParts({ text, pauses: [9, 20] })
    expect(parts.map((part) => [part.text, part.isNarrator])).toEqual([
      ['I never,', false],
      ['asked you.', false],
      ['Or him.', false],
    ])
    expect(voiceParts({ text, pauses: [20], byNarrator: [[9, 5]] }).map((part) => part.text)).toEqual([
      'I never,',
      'asked',
      'you.',
      'Or him.',
    ])
  })

  test('has directions at its start, at its end and next to each other', () => {
    const text = 'to Nora. Go. beat. sighs.'
    const byNarrator: [number, number][] = [
      [0, 7],
      [13, 4],
      [19, 5],
    ]
    expect(voiceParts({ text, byNarrator }).map((part) => part.text)).toEqual([
      'to Nora',
      'Go.',
      'beat',
      'sighs',
    ])
  })

  test('pronunciations and emphasis belong to the part of their word', () => {
    const sound = (words: string, from?: number) => {
      const [start, length] = at(words, from)
      return { at: start, length, spelled: words.toLowerCase() }
    }
    const parts = voiceParts({
      text: TEXT,
      byNarrator: DIRECTIONS,
      sounds: [sound('come'), sound('Nora')],
      delivery: {
        name: 'whispering',
        emphasis: [at('in.', 12), at('Now'), at('Nora')],
        pauseBeforeMs: 500,
        pauseAfterMs: 900,
      },
    })
    expect(parts.map(({ sounds, delivery }) => ({ sounds, delivery }))).toEqual([
      { delivery: { name: 'whispering' } },
      {},
      {
        sounds: [{ at: 0, length: 4, spelled: 'come' }],
        delivery: { name: 'whispering', emphasis: [[5, 3]] },
      },
      // The narrator reads plainly.
      { sounds: [{ at: 3, length: 4, spelled: 'nora' }] },
      { delivery: { name: 'whispering', emphasis: [[0, 3]] } },
    ])
  })
})
