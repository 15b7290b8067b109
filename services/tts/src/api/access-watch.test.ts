import { REVOKED_WITHIN_MS, type Role } from '@andscene/contracts/sharing/roles'
import { partAway } from '@andscene/service-kit/http-error'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { guestOf } from '../testing/api-harness.ts'
import { AccessWatch } from './access-watch.ts'
import type { Known } from './access.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const GUEST = guestOf('s1')

/** Mocks role checks: a role that tests can revoke, responses after `answerMs`, and the times of the checks. */
function watching({ answerMs = 0 } = {}) {
  const told = { role: 'editor' as Role | undefined, answerMs, failure: undefined as Error | undefined }
  const asked: number[] = []
  const answer = async () => {
    const { role, failure } = told
    if (told.answerMs > 0) await new Promise<void>((resolve) => void setTimeout(resolve, told.answerMs))
    if (failure) throw failure
    return role && { ownerId: 'owner', role }
  }
  const ask = (): Known => {
    asked.push(performance.now())
    const grant = answer()
    grant.catch(() => {})
    return { askedAt: performance.now(), grant }
  }
  const ended = new AbortController()
  const watch = new AccessWatch({ ask })
  const hear = (right: 'listen' | 'cast' = 'listen', until = ended) =>
    watch.whileHearing('s1', GUEST, right, until.signal)
  return { told, asked, ended, hear }
}

/** Returns the milliseconds until the signal aborts. */
async function untilLost(signal: AbortSignal): Promise<number> {
  const from = performance.now()
  while (!signal.aborted) {
    if (performance.now() - from > 10_000) throw new Error('it is not lost')
    await vi.advanceTimersByTimeAsync(1)
  }
  return performance.now() - from
}

describe('product §1: when access is revoked during playback', () => {
  test.each([0, 100, 399, 499])(
    'the signal aborts within a second, with responses that take %i ms',
    async (answerMs) => {
      for (let since = 0; since < 600; since += 37) {
        const { told, hear } = watching({ answerMs })
        const lost = hear()
        await vi.advanceTimersByTimeAsync(2_000 + since)
        expect(lost.aborted).toBe(false)
        told.role = undefined
        expect(await untilLost(lost)).toBeLessThanOrEqual(REVOKED_WITHIN_MS)
        expect(lost.reason).toMatchObject({ code: 'NOT_FOUND', message: 'Script not found' })
      }
    },
  )

  test.each([
    { failure: partAway('service', new Error('refused')), answerMs: 0 },
    { failure: new Error('anything else'), answerMs: 0 },
    { failure: undefined, answerMs: 60_000 },
  ])('the signal also aborts when the role is unknown: $failure', async ({ failure, answerMs }) => {
    const { told, hear } = watching()
    const lost = hear()
    await vi.advanceTimersByTimeAsync(2_000)
    Object.assign(told, { failure, answerMs })
    expect(await untilLost(lost)).toBeLessThanOrEqual(REVOKED_WITHIN_MS)
    expect(lost.reason).toMatchObject({ code: 'AWAY' })
  })

  test('a lower role aborts only what it may not play', async () => {
    const { told, hear } = watching()
    const [asCast, otherVoice] = [hear('listen'), hear('cast')]
    told.role = 'commenter'
    await untilLost(otherVoice)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(asCast.aborted).toBe(false)
  })

  test('roles are checked once per interval for each user and script, until playback ends', async () => {
    const { asked, ended, hear } = watching()
    const other = new AbortController()
    hear()
    hear('listen', other)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(asked).toHaveLength(6)
    ended.abort()
    await vi.advanceTimersByTimeAsync(400)
    expect(asked).toHaveLength(7)
    other.abort()
    expect(vi.getTimerCount()).toBe(0)
    hear()
    await vi.advanceTimersByTimeAsync(400)
    expect(asked).toHaveLength(7)
  })
})
