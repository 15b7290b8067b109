import { Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { NaturalEngine } from './natural-engine.ts'
import { request } from '../testing/test-engine-requests.ts'
import { tinyVoices } from '../testing/test-engine.ts'

/** Three texts are asked for, and the connection is lost while they wait for it. */
async function loseConnection(engine: NaturalEngine): Promise<void> {
  const pause = vi.spyOn(Socket.prototype, 'pause').mockImplementationOnce(function (this: Socket) {
    return this.destroy()
  })
  try {
    const outcomes = await Promise.allSettled(
      ['One.', 'Two.', 'Three.'].map((text) => engine.speak(request(text))),
    )
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { kind: 'server' } })
  } finally {
    pause.mockRestore()
  }
}

/** An engine that has rested and may be tried. */
async function rested() {
  let now = 0
  const engine = (await tinyVoices()).engine({ now: () => now })
  onTestFinished(() => engine.close())
  for (let death = 1; death <= 3; death++) {
    expect(engine.state).toEqual({ state: 'ready' })
    await loseConnection(engine)
  }
  expect(engine.state).toMatchObject({ state: 'resting' })
  now = 120_000
  return engine
}

test('a death counts once, however many waited; who tries after a rest and leaves makes room for another', async () => {
  const engine = await rested()
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

test('an engine that refuses a text after its rest is well', async () => {
  const engine = await rested()
  await expect(engine.speak(request('…'))).rejects.toMatchObject({ kind: 'bad-input' })
  expect(engine.state).toEqual({ state: 'ready' })
  const both = await Promise.all([engine.speak(request('One.')), engine.speak(request('Two.'))])
  expect(both).toHaveLength(2)
})
