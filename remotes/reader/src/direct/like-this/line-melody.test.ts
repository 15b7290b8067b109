import { readWordTimes } from '@andscene/contracts/routes/speech'
import { MELODY_LIMIT } from '@andscene/contracts/voices/deliveries'
import { melodyOf } from '@andscene/melody/melody'
import { call } from '@andscene/web-kit/api-client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clipServer } from '../../player/clips/clip-server.ts'
import { decodeSound, type WebSound } from '../../player/output/web-sound.ts'
import type { Trial } from '../trials.ts'
import { lineMelody, sentenceOf } from './line-melody.ts'

vi.mock('@andscene/melody/melody', () => ({ melodyOf: vi.fn<typeof melodyOf>() }))
vi.mock('@andscene/web-kit/api-client', async (original) => ({
  ...(await original<object>()),
  call: vi.fn<() => Promise<unknown>>(),
}))
vi.mock('../../player/output/web-sound.ts', () => ({ decodeSound: vi.fn<typeof decodeSound>() }))

const PLAIN: Trial = { scriptId: 's', lineId: 'l', voiceId: 'v', text: 'Wait here', delivery: {} }
const TIMES = {
  text: 'Wait here',
  words: [
    { at: 0, length: 4, startMs: 20, endMs: 300 },
    { at: 5, length: 4, startMs: 300, endMs: 700 },
  ],
}
const sound = (sample: number) => ({ getChannelData: () => Float32Array.of(sample) })
let decode = vi.fn<() => Promise<unknown>>()
const read = () => lineMelody(new ArrayBuffer(1), PLAIN, new AbortController().signal)

beforeEach(() => {
  decode = vi.fn<() => Promise<unknown>>(async () => sound(0.5))
  vi.stubGlobal(
    'OfflineAudioContext',
    class {
      decodeAudioData = decode
    },
  )
  vi.spyOn(clipServer, 'trial').mockResolvedValue({ bytes: new ArrayBuffer(2), path: 'clip.mp3' } as never)
  vi.mocked(call).mockResolvedValue({ data: TIMES } as never)
  // 50 ms of silence are cut from the start of the plain reading.
  vi.mocked(decodeSound).mockResolvedValue({ buffer: sound(0.25), cutMs: 50 } as unknown as WebSound)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('product §4: the melody of a line', () => {
  test('compares the recording with the plain reading, whose words begin after the silence that is cut', async () => {
    const melody = [{ at: 0, length: 4, ms: 400, pauseMs: 0, semitones: [] }]
    vi.mocked(melodyOf).mockReturnValue(melody)
    expect(await read()).toBe(melody)
    expect(vi.mocked(call)).toHaveBeenCalledExactlyOnceWith(
      readWordTimes,
      expect.objectContaining({ params: { '*': 'clip.mp3' } }),
    )
    expect(melodyOf).toHaveBeenCalledExactlyOnceWith(Float32Array.of(0.5), Float32Array.of(0.25), [
      { at: 0, length: 4, startMs: 0, endMs: 250 },
      { at: 5, length: 4, startMs: 250, endMs: 650 },
    ])
  })

  test('a recording without any sound is silent, and nothing is requested', async () => {
    decode.mockRejectedValue(new Error('no data'))
    await expect(read()).rejects.toThrow('The recording is silent. Check the microphone and try again.')
    expect(clipServer.trial).not.toHaveBeenCalled()
  })

  test('a clip without word times, and a line of too many words, are not compared', async () => {
    vi.mocked(call).mockRejectedValueOnce(new Error('offline'))
    await expect(read()).rejects.toThrow(/^The times of the words did not load\./)
    vi.mocked(call).mockResolvedValueOnce({ data: { text: '', words: [] } } as never)
    await expect(read()).rejects.toThrow(/^The times of the words did not load\./)
    const words = Array.from({ length: MELODY_LIMIT + 1 }, () => TIMES.words[0]!)
    vi.mocked(call).mockResolvedValueOnce({ data: { ...TIMES, words } } as never)
    await expect(read()).rejects.toThrow(/^This line is too long to be recorded\./)
  })

  test('names the words of the line that were not said', async () => {
    vi.mocked(melodyOf).mockReturnValue({ reason: 'other', words: [1] })
    await expect(read()).rejects.toThrow(
      'These words were not found in the recording: “here”. Say the line as it is written.',
    )
  })
})

test('product §4: a recording of other words names the words that were not found', () => {
  const spoken = 'I told you to wait in the car'.split(' ')
  expect(sentenceOf({ reason: 'other', words: [4, 7] }, spoken)).toBe(
    'These words were not found in the recording: “wait”, “car”. Say the line as it is written.',
  )
  expect(sentenceOf({ reason: 'other', words: [0, 1, 2, 3, 4, 5, 6] }, spoken)).toBe(
    'These words were not found in the recording: “I”, “told”, “you”, “to”, “wait” and 2 more. Say the line as it is written.',
  )
})
