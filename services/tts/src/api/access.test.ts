import type { Person, ScriptsBody } from '@andscene/contracts/internal'
import type { Role } from '@andscene/contracts/sharing/roles'
import { dependencyUnavailable } from '@andscene/service-kit/http-error'
import type { ServiceClient } from '@andscene/service-kit/calls/service-client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { guestOf } from '../testing/api-harness.ts'
import { Access } from './access.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const ADA: Person = { uid: 'ada', email: 'ada@example.com', emailVerified: true, name: 'Ada' }

/** Mocks the scripts service: the role that it returns, and the requests that it received. */
function accessTo({ erased = false } = {}) {
  const state = { role: 'listener' as Role | undefined, isAway: false, response: Promise.resolve() }
  const requests: ScriptsBody[] = []
  const call = async (_route: object, { body }: { body: ScriptsBody }) => {
    requests.push(body)
    const { isAway } = state
    const role = body.person?.uid === 'owner' ? 'owner' : state.role
    await state.response
    if (isAway) throw dependencyUnavailable('service', new Error('away'))
    return { data: { scripts: role ? [{ scriptId: body.ids[0], ownerId: 'owner', role }] : [] } }
  }
  const scripts = { call } as unknown as ServiceClient
  const access = new Access(scripts, { stateOf: async () => ({ epoch: 0, textEpoch: 0, erased }) })
  return { access, state, requests }
}
const NOT_FOUND = { code: 'NOT_FOUND', message: 'Script not found' }

describe('architecture §5: the role of a user in a script', () => {
  test('is requested with all fields that identify the invitation or the link', async () => {
    const { access, requests } = accessTo()
    expect(await access.require('s1', ADA, 'listen', 'r1')).toEqual({ ownerId: 'owner', role: 'listener' })
    await access.require('s1', guestOf('s1'), 'listen', 'r2')
    const { uid, email, emailVerified } = ADA
    expect(requests).toEqual([
      { ids: ['s1'], person: { uid, email, emailVerified } },
      { ids: ['s1'], person: guestOf('s1') },
    ])
  })

  test('is cached for less than half a second, and so is a rejection', async () => {
    const { access, state, requests } = accessTo()
    await access.require('s1', ADA, 'listen', 'r')
    state.role = undefined
    vi.advanceTimersByTime(399)
    await access.require('s1', ADA, 'listen', 'r')
    vi.advanceTimersByTime(1)
    await expect(access.require('s1', ADA, 'listen', 'r')).rejects.toMatchObject(NOT_FOUND)
    state.role = 'editor'
    vi.advanceTimersByTime(399)
    await expect(access.require('s1', ADA, 'listen', 'r')).rejects.toMatchObject(NOT_FOUND)
    vi.advanceTimersByTime(1)
    expect(await access.require('s1', ADA, 'cast', 'r')).toMatchObject({ role: 'editor' })
    expect(requests).toHaveLength(3)
  })

  test('is cached from the time of the request, not of the response', async () => {
    const { access, state, requests } = accessTo()
    const slow = Promise.withResolvers<void>()
    state.response = slow.promise
    const first = access.require('s1', guestOf('s1'), 'listen', 'r')
    await vi.advanceTimersByTimeAsync(400)
    state.role = undefined
    const second = access.require('s1', guestOf('s1'), 'listen', 'r')
    second.catch(() => {})
    await vi.advanceTimersByTimeAsync(0)
    slow.resolve()
    expect(await first).toMatchObject({ role: 'listener' })
    await expect(second).rejects.toMatchObject(NOT_FOUND)
    expect(requests).toHaveLength(2)
  })

  test('is requested once for concurrent callers, separately for each user and script', async () => {
    const { access, requests } = accessTo()
    const asking = (id: string, person: Person) => access.require(id, person, 'listen', 'r')
    await Promise.all(Array.from({ length: 10 }, () => asking('s1', ADA)))
    expect(requests).toHaveLength(1)
    await Promise.all([asking('s2', ADA), asking('s1', { uid: 'eve' }), asking('s1', guestOf('s1'))])
    expect(requests).toHaveLength(4)
  })

  test('is unknown while the scripts service is unavailable, except for the owner, and the failure is not cached', async () => {
    const { access, state } = accessTo()
    for (const person of [ADA, { uid: 'owner' }]) await access.require('s1', person, 'listen', 'r')
    state.isAway = true
    vi.advanceTimersByTime(400)
    await expect(access.require('s1', ADA, 'listen', 'r')).rejects.toMatchObject({ code: 'AWAY' })
    expect(await access.require('s1', { uid: 'owner' }, 'share', 'r')).toMatchObject({ role: 'owner' })
    state.isAway = false
    expect(await access.require('s1', ADA, 'listen', 'r')).toMatchObject({ role: 'listener' })
  })

  test('is not requested for the guest of another script', async () => {
    const { access, requests } = accessTo()
    const other = guestOf('s2')
    await expect(access.require('s1', other, 'listen', 'r')).rejects.toMatchObject(NOT_FOUND)
    const line = { scriptId: 's1', lineId: 'line-1' }
    await expect(access.line(line, other, 'listen', 'r')).rejects.toMatchObject(NOT_FOUND)
    expect(requests).toEqual([])
  })

  test('is requested once for the owner, and never for a deleted script', async () => {
    const { access, requests } = accessTo()
    for (let n = 0; n < 2; n += 1) {
      expect(await access.require('s1', { uid: 'owner' }, 'share', 'r')).toMatchObject({ role: 'owner' })
      vi.advanceTimersByTime(60_000)
    }
    const deleted = accessTo({ erased: true })
    await expect(deleted.access.require('s1', ADA, 'listen', 'r')).rejects.toMatchObject(NOT_FOUND)
    expect([requests.length, deleted.requests]).toEqual([1, []])
  })
})
