import { describe, expect, onTestFinished, test } from 'vitest'
import { SpeechThreads } from '../threads/speech-threads.ts'
import { tinyVoices } from './engine/testing/test-engine.ts'
import { KokoroProvider, type KokoroParts } from './kokoro-provider.ts'
import { KOKORO_VOICES } from './voices/kokoro-voices.ts'

const [VOICE] = KOKORO_VOICES
const voiceId = VOICE!.voice.voiceId

async function provider(more: Partial<KokoroParts> = {}) {
  const threads = new SpeechThreads({ threads: 1 })
  onTestFinished(() => threads.close())
  const engine = (await tinyVoices()).engine()
  // The tiny model has styles of its own.
  const voices = KOKORO_VOICES.map((entry) => ({
    ...entry,
    settings: { ...entry.settings, styles: [{ name: 'tiny_low', share: 1 }] },
  }))
  return new KokoroProvider({ threads, engine, voices, state: () => ({ state: 'ready' }), ...more })
}

describe('the natural voices', () => {
  test('are all listed, and offered only when they can be heard', async () => {
    let ready = false
    const kokoro = await provider({ state: () => ({ state: ready ? 'ready' : 'coming' }) })
    const ids = KOKORO_VOICES.map(({ voice }) => voice.voiceId)
    expect((await kokoro.voices()).map((voice) => voice.voiceId)).toEqual(ids)
    expect(await kokoro.isActive()).toBe(false)
    ready = true
    expect(await kokoro.isActive()).toBe(true)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.every((id) => id.startsWith('kokoro:'))).toBe(true)
  })

  test.each([
    ['one letter', 'A'],
    ['another script', '誰もいない。 Никого нет.'],
    ['marks and pictures around a word', '*** 🎬 Action 🎬 ***'],
  ])('say %s', async (_, text) => {
    const { mp3, durationMs } = await (await provider()).synthesise({ voiceId, text })
    expect(mp3.length).toBeGreaterThan(400)
    expect(durationMs).toBeGreaterThan(50)
  })

  test('say 5,000 characters as one clip', async () => {
    const text = 'A sentence of fifty characters, with a comma here. '.repeat(100).slice(0, 5_000)
    const { durationMs } = await (await provider()).synthesise({ voiceId, text })
    // 100 ms for each character in the tiny model, and a breath between its pieces.
    expect(durationMs).toBeGreaterThan(490_000)
  })

  test.each(['🎬🎭', '…', ' '])('have nothing to say for %j', async (text) => {
    await expect((await provider()).synthesise({ voiceId, text })).rejects.toMatchObject({
      kind: 'bad-input',
    })
  })

  test.each([
    [{ state: 'ready' }, 'ready'],
    [undefined, 'ready'],
    [{ state: 'coming' }, { later: 'The natural voices are still on their way.' }],
    [{ state: 'missing', reason: 'No network.' }, { later: 'No network.' }],
    [{ state: 'resting', reason: 'It failed.' }, { later: 'It failed.' }],
    [{ state: 'off', reason: 'No runtime.' }, { never: 'No runtime.' }],
  ] as const)('%j: asked whether they can speak they say %j', async (state, readiness) => {
    expect(await (await provider({ state: () => state })).readiness()).toEqual(readiness)
  })

  test('no such voice', async () => {
    const clip = (await provider()).synthesise({ voiceId: 'kokoro:nobody', text: 'Hello.' })
    await expect(clip).rejects.toMatchObject({ kind: 'unknown-voice' })
  })

  test('an aborted text rejects with the reason of its signal', async () => {
    const abort = new AbortController()
    const clip = (await provider()).synthesise({ voiceId, text: 'Hello. '.repeat(600), signal: abort.signal })
    abort.abort(new Error('gone'))
    await expect(clip).rejects.toThrow('gone')
  })
})
