import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { clipKey, clipPath, encodeName, parseClipPath } from './clip-path.ts'

const source = {
  provider: 'local',
  engineVersion: '1',
  voiceId: 'local:flite-slt',
  language: 'en-US',
  text: 'Hello.',
}

describe('architecture §7: clip keys and paths', () => {
  test('the key changes with each part of the source, and with nothing else', () => {
    const keys = [
      source,
      { ...source, provider: 'other' },
      { ...source, engineVersion: '2' },
      { ...source, voiceId: 'local:flite-awb' },
      { ...source, language: 'en-GB' },
      { ...source, text: 'Hello!' },
      { ...source, foreign: { language: 'es', castVoiceId: 'a' } },
      { ...source, foreign: { language: 'fr', castVoiceId: 'a' } },
      { ...source, foreign: { language: 'es', castVoiceId: 'b' } },
      ...[{ name: 'sad' as const }, { name: 'angry' as const }, { pace: 1.1 }, { pitch: 1.1 }].map(
        (delivery) => ({ ...source, delivery }),
      ),
      ...[{ pauseBeforeMs: 700 }, { pauseAfterMs: 700 }].map((delivery) => ({ ...source, delivery })),
      { ...source, delivery: { emphasis: [[0, 5] as [number, number]] } },
      { ...source, sounds: [{ at: 0, length: 5, ipa: 'həˈloʊ' }] },
      { ...source, sounds: [{ at: 0, length: 5, spelled: 'həˈloʊ' }] },
      { ...source, together: ['local:flite-awb'] },
      { ...source, together: ['local:flite-awb', 'local:flite-slt'] },
      ...[[2], [3], [2, 3]].map((pauses) => ({ ...source, pauses })),
      ...['a', 'b'].map((voiceId) => ({
        ...source,
        byNarrator: { voiceId, at: [[0, 2] as [number, number]] },
      })),
      { ...source, byNarrator: { voiceId: 'a', at: [[0, 3] as [number, number]] } },
      // Adjacent parts are not confused.
      { ...source, provider: 'local1', engineVersion: '' },
    ].map(clipKey)
    expect(new Set(keys).size).toBe(keys.length)
    expect(clipKey({ ...source })).toBe(keys[0])
  })

  test('the key of plain speech is the same as in older releases, so stored clips are found', () => {
    const key = createHash('sha256').update('["local","1","local:flite-slt","en-US","Hello."]').digest('hex')
    expect(clipKey(source)).toBe(key)
    expect(clipKey({ ...source, delivery: undefined, sounds: undefined, together: undefined })).toBe(key)
  })

  test('a path is in the folder of its script or of previews, and can be parsed', () => {
    const path = clipPath(source, { scriptId: 's-1_A' })
    expect(path).toBe(`scripts/s-1_A/local=3aflite-slt/${clipKey(source)}.mp3`)
    expect(parseClipPath(path)).toEqual({ scriptId: 's-1_A', key: clipKey(source) })
    expect(parseClipPath(clipPath(source, { uid: 'u1' }))).toEqual({ key: clipKey(source) })
  })

  test.each([
    '../x',
    'scripts/../../etc/passwd',
    '/scripts/s/v/k.mp3',
    `scripts/s/../${'a'.repeat(64)}.mp3`,
    `scripts/s/v/${'A'.repeat(64)}.mp3`,
    `scripts//v/${'a'.repeat(64)}.mp3`,
    `previews/v/x/${'a'.repeat(64)}.mp3`,
  ])('%s is not a clip path', (path) => {
    expect(parseClipPath(path)).toBeUndefined()
  })

  test("product §10: a provider's names cannot escape their folder", () => {
    for (const name of [
      '../../etc',
      'a/b',
      'a\\b',
      '..',
      '.',
      '',
      'é:ü',
      '\u0000',
      'a=3a',
      'x'.repeat(300),
      '名'.repeat(99),
    ]) {
      const encoded = encodeName(`test:${name}`)
      expect(encoded).toMatch(/^[A-Za-z0-9=_-]+$/)
      expect(encoded.length).toBeLessThan(200)
    }
  })

  test('different names have different encodings', () => {
    const names = ['a:b', 'a=3ab', 'a_b', 'a-b', `${'x'.repeat(299)}a`, `${'x'.repeat(299)}b`]
    expect(new Set(names.map(encodeName)).size).toBe(names.length)
  })
})
