import { describe, expect, test } from 'vitest'
import { hashedSpeech, speechOf, type Speech } from './line-speech.ts'

const source = { casting: { characterAssignments: { ADA: 'a', BEN: 'b' } } }
const line = { type: 'Dialogue', text: 'Come here.' }

/** The value with one of its parts changed, or a field left out. */
function variantsOf(value: unknown): unknown[] {
  if (Array.isArray(value))
    return value.flatMap((item, n) => variantsOf(item).map((other) => value.with(n, other)))
  if (typeof value !== 'object' || value === null)
    return [typeof value === 'number' ? value + 1 : `${String(value)}x`]
  return Object.entries(value).flatMap(([field, item]) => [
    { ...value, [field]: undefined },
    ...variantsOf(item).map((other) => ({ ...value, [field]: other })),
  ])
}

describe('architecture §7: what is spoken of a line, and how', () => {
  test('a delivery and several speakers belong to the speech; empty ones do not', () => {
    const speech = speechOf({ ...line, delivery: { name: 'sad' }, together: ['ADA', 'BEN'] }, source)
    expect(speech).toEqual({ text: 'Come here.', delivery: { name: 'sad' }, together: ['b'] })
    expect(speechOf({ ...line, delivery: {}, together: ['ADA'] }, source)).toEqual({ text: 'Come here.' })
    expect(speechOf({ ...line, delivery: { pace: undefined } as never }, source)).toEqual({
      text: 'Come here.',
    })
    expect(speechOf({ ...line, text: '…' }, source)).toBeUndefined()
  })

  test('product §5: the pronunciations of a character apply to its speeches, not to its cues and parentheticals', () => {
    const pronunciations = [
      { word: 'Siobhan', says: 'shi-VAWN', as: 'respelling', character: 'TOM' } as const,
      { word: 'Tom', says: 'tahm', as: 'respelling' } as const,
    ]
    const of = (type: string, text: string) =>
      speechOf({ type, text, character: 'TOM' }, { ...source, pronunciations })?.sounds
    expect(of('Dialogue', 'Siobhan!')).toEqual([{ at: 0, length: 7, ipa: 'ʃɪˈvɔːn', spelled: 'shivawn' }])
    for (const type of ['Character', 'Parenthetical', 'Action']) expect(of(type, 'Siobhan')).toBeUndefined()
    expect(of('Character', 'TOM')).toEqual([{ at: 0, length: 3, ipa: 'ˈtɑːm', spelled: 'tahm' }])
  })

  test('product §5: emphasis by a user follows its written words into the spoken text', () => {
    const text = 'Pay me 1,234 DOLLARS now.'
    const at = (words: string): [number, number] => [text.indexOf(words), words.length]
    const emphasis = [at('1,234'), at('now')]
    const speech = speechOf({ type: 'Dialogue', text, delivery: { name: 'angry', emphasis } }, source)!
    expect(
      speech.delivery!.emphasis!.map(([from, length]) => speech.text.slice(from, from + length)),
    ).toEqual(expect.arrayContaining(['now']))
    expect(speech.delivery!.name).toBe('angry')
    // A word that is not spoken cannot be emphasized.
    const struck = { type: 'Dialogue', text, styles: [{ start: 13, end: 20, struck: true }] }
    const silent = speechOf({ ...struck, delivery: { emphasis: [at('DOLLARS')] } }, source)!
    expect(silent.text).not.toContain('ollars')
    expect(silent).not.toHaveProperty('delivery')
  })

  test.each([
    ['Dialogue', 'He has an AK-47!', 'AK-47', 'AK-47'],
    ['Dialogue', 'Ask Dr. Okoro.', 'Dr. Okoro', 'Dr. Okoro'],
    ['Dialogue', 'The DNA is ours.', 'DNA', 'DNA'],
    ['Dialogue', 'Siobhan saw Louis XVI’s head.', 'louis xvi', "Louis XVI's"],
    ['Action', 'OKORO enters.', 'Okoro', 'Okoro'],
  ])(
    'product §5: %s %j has the pronunciation of %j, also if it is said in other words',
    (type, text, word, part) => {
      const pronunciations = [{ word, says: 'EE-fuh', as: 'respelling' } as const]
      const speech = speechOf({ type, text }, { ...source, pronunciations })!
      const [{ at, length } = { at: 0, length: 0 }, ...more] = speech.sounds ?? []
      expect(speech.text.slice(at, at + length)).toBe(part)
      expect(more).toEqual([])
      // The other words are said as before.
      const plain = speechOf({ type, text: text.replace('XVI’s head', 'cat') }, source)!
      expect(speech.text.split(' ')[0]).toBe(at === 0 ? part : plain.text.split(' ')[0])
    },
  )

  test('product §3: numbers are English words in an English script only, and a part of the page is silent', () => {
    const seven = { type: 'Dialogue', text: 'Room 7, 8:15.' }
    expect(speechOf(seven, source)!.text).toBe('Room seven, eight fifteen.')
    expect(speechOf(seven, { ...source, language: 'fr' })!.text).toBe('Room 7, 8:15.')
    expect(speechOf({ ...seven, language: 'es' }, source)!.text).toBe('Room 7, 8:15.')
    expect(speechOf({ ...seven, text: '(MORE)' }, source)).toBeUndefined()
  })

  test('each part changes the hashed text, the order of fields does not', () => {
    const text = 'Come here.'
    const word = { at: 0, length: 4, ms: 300, pauseMs: 50, semitones: [1] }
    const delivery = { name: 'sad', pace: 0.9, pitch: 1, emphasis: [[0, 4]] as [number, number][] } as const
    const whole: Speech = {
      text,
      delivery: { ...delivery, pauseBeforeMs: 100, pauseAfterMs: 200, melody: [word] },
      sounds: [{ at: 0, length: 4, ipa: 'kʌm', spelled: 'kum' }],
      together: ['ADA', 'BEN'],
    }
    const speeches = [whole, { text }, ...variantsOf(whole)] as Speech[]
    const hashed = [undefined, 'es'].flatMap((language) =>
      speeches.map((speech) => hashedSpeech(speech, language)),
    )
    expect(new Set(hashed).size).toBe(hashed.length)
    expect(hashedSpeech({ text, delivery: { pace: 0.9, name: 'sad' } })).toBe(
      hashedSpeech({ text, delivery: { name: 'sad', pace: 0.9 } }),
    )
  })

  test('plain speech is hashed as in older releases, so stored clips are found', () => {
    expect(hashedSpeech({ text: 'Come here.' })).toBe('Come here.')
    expect(hashedSpeech({ text: 'Ven.' }, 'es')).toBe('es\nVen.')
  })
})
