import { Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import type { NaturalEngine } from './natural-engine.ts'
import { request } from '../testing/test-engine-requests.ts'
import { tinyVoices } from '../testing/test-engine.ts'

/** Requests texts and loses the connection while they are pending. */
async function loseConnection(engine: NaturalEngine, texts = ['One.', 'Two.', 'Three.']): Promise<void> {
  const pause = vi.spyOn(Socket.prototype, 'pause').mockImplementationOnce(function (this: Socket) {
    return this.destroy()
  })
  try {
    const outcomes = await Promise.allSettled(texts.map((text) => engine.speak(request(text))))
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { kind: 'server' } })
  } finally {
    pause.mockRestore()
  }
}

/** An engine that crashed three times and may be retried after `rest`. */
async function tired() {
  let now = 0
  const engine = (await tinyVoices()).engine({ now: () => now })
  const states: string[] = []
  engine.on('state', ({ state }) => states.push(state))
  for (let death = 1; death <= 3; death++) {
    expect(engine.state).toEqual({ state: 'ready' })
    await loseConnection(engine)
  }
  return { engine, states, rest: (ms: number) => void (now += ms) }
}

test('after three crashes in a row it rests with a reason, then one request retries and it works again', async () => {
  const { engine, states, rest } = await tired()
  const reason = expect.stringMatching(/rest for some minutes/) as string
  expect(engine.state).toEqual({ state: 'resting', reason })
  const throttled = { kind: 'throttled', retryAfterMs: 120_000 }
  await expect(engine.speak(request('Hello.'))).rejects.toMatchObject(throttled)
  rest(120_000)
  await loseConnection(engine, ['Once more.'])
  await expect(engine.speak(request('Hello.'))).rejects.toMatchObject({ retryAfterMs: 240_000 })
  rest(240_000)
  await engine.speak(request('Back.'))
  expect(engine.state).toEqual({ state: 'ready' })
  expect(states).toEqual(['resting', 'ready'])
})

test('a request that is canceled during its attempt after a rest lets another one try', async () => {
  const { engine, rest } = await tired()
  rest(120_000)
  const abort = new AbortController()
  const left = engine.speak(request('Never mind.'), { signal: abort.signal })
  await expect(engine.speak(request('Not two.'))).rejects.toMatchObject({
    kind: 'throttled',
    retryAfterMs: 2_000,
  })
  abort.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  expect(engine.state).toEqual({ state: 'ready' })
  expect((await engine.speak(request('Another.'))).parts).toHaveLength(1)
})

test('an engine that rejects a text after its rest counts as working', async () => {
  const { engine, rest } = await tired()
  rest(120_000)
  await expect(engine.speak(request('…'))).rejects.toMatchObject({ kind: 'bad-input' })
  expect(engine.state).toEqual({ state: 'ready' })
  const both = await Promise.all([engine.speak(request('One.')), engine.speak(request('Two.'))])
  expect(both).toHaveLength(2)
})
