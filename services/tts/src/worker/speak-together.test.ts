import { Registry } from 'prom-client'
import { describe, expect, test, vi } from 'vitest'
import type { Clip } from '../speech/provider.ts'
import { SpeechProviders } from '../speech/providers.ts'
import { SpeechThreads } from '../speech/threads/speech-threads.ts'
import { Urgency } from '../speech/urgency.ts'
import { ScriptedProvider } from '../testing/scripted-provider.ts'
import { createChorus } from './speak-together.ts'
import { Speaker, type SpeakRequest } from './speaker.ts'

test('product §5: a text that is cancelled is not spoken by the other voices', async () => {
  const [one, two] = [new ScriptedProvider('one'), new ScriptedProvider('two')]
  const providers = new SpeechProviders([one, two])
  const options = { threads: 1, remoteConcurrency: 1, limitMs: 30_000, metrics: new Registry() }
  const speak = createChorus({ speaker: new Speaker(providers, options), providers })
  one.hold()
  const cancel = new AbortController()
  const clip = speak({
    voiceId: 'one:a',
    together: ['two:b'],
    text: 'Run.',
    urgency: new Urgency({ priority: 1, isAwaited: false }),
    signal: cancel.signal,
  })
  await expect.poll(() => one.asked).toEqual(['Run.'])
  cancel.abort(new Error('no longer needed'))
  await expect(clip).rejects.toThrow('no longer needed')
  expect(two.asked).toEqual([])
  await providers.close()
})

const RUN = {
  text: 'Run.',
  voiceId: 'one:a',
  together: ['two:b'],
  urgency: new Urgency({ priority: 1, isAwaited: false }),
  signal: new AbortController().signal,
}
/** Voice `two` is busy until `isBusy` is false. */
function chorus() {
  const on = { isBusy: false, asked: [] as SpeakRequest[] }
  const speaker = {
    async speak(request: SpeakRequest): Promise<Clip> {
      on.asked.push(request)
      if (request.voiceId === 'two:b' && on.isBusy) throw new Error('busy')
      return { mp3: Buffer.from(request.voiceId), durationMs: 1_000, tookMs: 30 }
    },
  } as Speaker
  const providers = { mix: async (clips: readonly Clip[]) => clips[0]! } as unknown as SpeechProviders
  return { on, speak: createChorus({ speaker, providers }) }
}

describe('product §5: a text of several voices', () => {
  test('is spoken by each in the same delivery and pronunciation, and takes the time of all', async () => {
    const { on, speak } = chorus()
    const how = { delivery: { name: 'sad' }, sounds: [{ at: 0, length: 3, ipa: 'rʌn' }] } as const
    expect((await speak({ ...RUN, ...how })).tookMs).toBe(60)
    expect(on.asked).toMatchObject(['one:a', 'two:b'].map((voiceId) => ({ voiceId, text: 'Run.', ...how })))
  })

  test.each([
    ['the same text', {}, 1],
    ['another text', { text: 'Stop.' }, 2],
    ['another delivery', { delivery: { name: 'sad' } }, 2],
    ['another pronunciation', { sounds: [{ at: 0, length: 3, ipa: 'rʌn' }] }, 2],
  ] as const)('that was postponed continues only with parts of %s', async (_what, other, times) => {
    const { on, speak } = chorus()
    on.isBusy = true
    await expect(speak(RUN)).rejects.toThrow('busy')
    on.isBusy = false
    await speak({ ...RUN, ...other })
    expect(on.asked.filter(({ voiceId }) => voiceId === 'one:a')).toHaveLength(times)
  })

  test('is not kept once it is complete', async () => {
    const { on, speak } = chorus()
    for (let n = 0; n < 2; n += 1) await speak(RUN)
    expect(on.asked).toHaveLength(4)
  })

  test('has the words of the first voice, and the level and pauses of the delivery', async () => {
    const threads = new SpeechThreads({ threads: 1 })
    const run = vi.spyOn(threads, 'run').mockResolvedValue({} as never)
    const words = [{ at: 0, length: 3, startMs: 20, endMs: 300 }]
    const clip = { mp3: Buffer.from('a'), durationMs: 1_000 }
    const providers = new SpeechProviders([], threads)
    const delivery = { name: 'whispering', pauseBeforeMs: 200, pauseAfterMs: 300 } as const
    await providers.mix([{ ...clip, words }, clip], { text: 'Run.', delivery })
    expect(run.mock.calls[0]![0]).toMatchObject({
      words,
      direction: { level: -9, beforeMs: 200, afterMs: 300 },
    })
    await providers.close()
  })
})
