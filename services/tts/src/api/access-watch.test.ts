import { REVOKED_WITHIN_MS, type Role } from '@andscene/contracts/sharing/roles'
import { dependencyUnavailable } from '@andscene/service-kit/http-error'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { guestOf } from '../testing/api-harness.ts'
import { AccessWatch } from './access-watch.ts'
import type { Known } from './access.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const GUEST = guestOf('s1')

/** Mocks role checks: a role that tests can revoke, responses after `delayMs`, and the times of the checks. */
function openWatch({ delayMs = 0 } = {}) {
  const state = { role: 'editor' as Role | undefined, delayMs, failure: undefined as Error | undefined }
  const checkTimes: number[] = []
  const respond = async () => {
    const { role, failure } = state
    if (state.delayMs > 0) await new Promise<void>((resolve) => void setTimeout(resolve, state.delayMs))
    if (failure) throw failure
    return role && { ownerId: 'owner', role }
  }
  const ask = (): Known => {
    checkTimes.push(performance.now())
    const grant = respond()
    grant.catch(() => {})
    return { askedAt: performance.now(), grant }
  }
  const ended = new AbortController()
  const watch = new AccessWatch({ ask })
  const listen = (right: 'listen' | 'cast' = 'listen', until = ended) =>
    watch.whileHearing('s1', GUEST, right, until.signal)
  return { state, checkTimes, ended, listen }
}

/** Returns the milliseconds until the signal aborts. */
async function msUntilAborted(signal: AbortSignal): Promise<number> {
  const from = performance.now()
  while (!signal.aborted) {
    if (performance.now() - from > 10_000) throw new Error('the signal does not abort')
    await vi.advanceTimersByTimeAsync(1)
  }
  return performance.now() - from
}

describe('product §1: when access is revoked during playback', () => {
  test.each([0, 100, 399, 499])(
    'the signal aborts within a second, with responses that take %i ms',
    async (delayMs) => {
      for (let since = 0; since < 600; since += 37) {
        const { state, listen } = openWatch({ delayMs })
        const lost = listen()
        await vi.advanceTimersByTimeAsync(2_000 + since)
        expect(lost.aborted).toBe(false)
        state.role = undefined
        expect(await msUntilAborted(lost)).toBeLessThanOrEqual(REVOKED_WITHIN_MS)
        expect(lost.reason).toMatchObject({ code: 'NOT_FOUND', message: 'Script not found' })
      }
    },
  )

  test.each([
    { failure: dependencyUnavailable('service', new Error('refused')), delayMs: 0 },
    { failure: new Error('anything else'), delayMs: 0 },
    { failure: undefined, delayMs: 60_000 },
  ])('the signal also aborts when the role is unknown: $failure', async ({ failure, delayMs }) => {
    const { state, listen } = openWatch()
    const lost = listen()
    await vi.advanceTimersByTimeAsync(2_000)
    Object.assign(state, { failure, delayMs })
    expect(await msUntilAborted(lost)).toBeLessThanOrEqual(REVOKED_WITHIN_MS)
    expect(lost.reason).toMatchObject({ code: 'AWAY' })
  })

  test('a lower role aborts only what it may not play', async () => {
    const { state, listen } = openWatch()
    const [asCast, otherVoice] = [listen('listen'), listen('cast')]
    state.role = 'commenter'
    await msUntilAborted(otherVoice)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(asCast.aborted).toBe(false)
  })

  test('roles are checked once per interval for each user and script, until playback ends', async () => {
    const { checkTimes, ended, listen } = openWatch()
    const other = new AbortController()
    listen()
    listen('listen', other)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(checkTimes).toHaveLength(6)
    ended.abort()
    await vi.advanceTimersByTimeAsync(400)
    expect(checkTimes).toHaveLength(7)
    other.abort()
    expect(vi.getTimerCount()).toBe(0)
    listen()
    await vi.advanceTimersByTimeAsync(400)
    expect(checkTimes).toHaveLength(7)
  })
})
