import { DELIVERIES } from '@andscene/contracts/voices/delivery'
import type { NaturalVoices } from '@andscene/contracts/voices/natural-voices'
import { expect, test } from 'vitest'
import { RemoteKokoro } from './remote-kokoro.ts'
import { KOKORO_VOICES } from '@andscene/kokoro/voices/kokoro-voices'

const VOICES = KOKORO_VOICES.slice(0, 2)
const LISTED = VOICES.map(({ voice }) => voice)
const OFF = { never: 'Natural voices are disabled (KOKORO=off).' }
const LATER = { later: expect.any(String) as string }
const MINUTE = 60_000

/** The state that the platform's workers report, and the time. */
function setUp() {
  const at = { now: 0, reported: undefined as NaturalVoices | undefined | Error }
  const others = async () => {
    if (at.reported instanceof Error) throw at.reported
    return at.reported
  }
  return { at, kokoro: new RemoteKokoro({ voices: VOICES, others, now: () => at.now }) }
}

test.each(['ready', 'coming', 'resting', 'missing'] as const)(
  'when natural voices are %s on another worker, they are listed and their clips are left to that worker',
  async (state) => {
    const { at, kokoro } = setUp()
    at.reported = { state }
    at.now = 10 * MINUTE
    expect(await kokoro.voices()).toEqual(LISTED)
    expect(await kokoro.readiness()).toEqual(LATER)
    expect(kokoro.deliveries).toEqual(DELIVERIES)
  },
)

test('when all workers have them disabled, none are listed and their clips fail with the reason', async () => {
  const { at, kokoro } = setUp()
  at.reported = { state: 'off' }
  at.now = MINUTE
  expect(await kokoro.voices()).toEqual([])
  expect(await kokoro.readiness()).toEqual(OFF)
  await expect(kokoro.synthesise()).rejects.toThrow(OFF.never)
})

test.each([
  ['reports a state', undefined],
  ['is reachable', new Error('Redis is unavailable')],
])('while no worker %s, no decision is made', async (_, reported) => {
  const { at, kokoro } = setUp()
  at.reported = reported
  at.now = 10 * MINUTE
  await expect(kokoro.voices()).rejects.toThrow('No worker has reported its natural voices')
  expect(await kokoro.readiness()).toEqual(LATER)
})

test('other workers have a minute to start, also after a restart', async () => {
  const { at, kokoro } = setUp()
  at.reported = { state: 'off' }
  await expect(kokoro.voices()).rejects.toThrow('No worker has reported its natural voices')
  at.now = 10 * MINUTE
  at.reported = { state: 'ready' }
  expect(await kokoro.readiness()).toEqual(LATER)
  at.reported = { state: 'off' }
  at.now += MINUTE - 1
  expect(await kokoro.readiness()).toEqual(LATER)
  at.now += 1
  expect(await kokoro.readiness()).toEqual(OFF)
})
