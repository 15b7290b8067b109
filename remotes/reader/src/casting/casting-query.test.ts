import { castingKey } from '@andscene/web-kit/storage-keys'
import { createQueryClient } from '@andscene/web-kit/query-client'
import { afterEach, expect, it } from 'vitest'
import { castingQuery, followOtherTabs } from './casting-query.ts'
import { CASTING_STALE_MS } from './voice-ui-limits.ts'

afterEach(() => localStorage.clear())

const casting = { characterAssignments: { MIRA: 'a' } }
const inOtherTab = (key: string, value: string) => {
  localStorage.setItem(key, value)
  dispatchEvent(new StorageEvent('storage', { key, newValue: value }))
}

it('product §9 is stale after 30 s, counted from when the copy on this device was true', () => {
  const at = Date.now() - 60_000
  localStorage.setItem(castingKey('s1'), JSON.stringify({ ...casting, timestamp: at }))
  const client = createQueryClient()
  const query = client.getQueryCache().build(client, client.defaultQueryOptions(castingQuery('s1')))
  expect(query.state.data).toEqual(casting)
  expect(query.state.dataUpdatedAt).toBe(at)
  expect(castingQuery('s1').staleTime).toBe(CASTING_STALE_MS)
  expect(query.isStaleByTime(CASTING_STALE_MS)).toBe(true)
})

it('takes over what another tab saves of this script, until it is told to stop', () => {
  const client = createQueryClient()
  const stop = followOtherTabs(client, 's1')
  inOtherTab(castingKey('s2'), JSON.stringify({ ...casting, timestamp: Date.now() }))
  expect(client.getQueryData(castingQuery('s1').queryKey)).toBeUndefined()
  inOtherTab(castingKey('s1'), JSON.stringify({ ...casting, timestamp: Date.now() }))
  expect(client.getQueryData(castingQuery('s1').queryKey)).toEqual(casting)
  stop()
  inOtherTab(castingKey('s1'), JSON.stringify({ characterAssignments: {}, timestamp: Date.now() }))
  expect(client.getQueryData(castingQuery('s1').queryKey)).toEqual(casting)
})
