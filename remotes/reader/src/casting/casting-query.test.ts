import { castingKey } from '@andscene/web-kit/storage-keys'
import { setConfig } from '@andscene/web-kit/config'
import { createQueryClient } from '@andscene/web-kit/query-client'
import { conflicting, failed } from '@andscene/web-kit/testing/stub'
import { saveCasting } from '@andscene/contracts/routes/scripts'
import { notifyManager, QueryClientProvider, QueryObserver, type QueryClient } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import {
  castingQuery,
  followOtherTabs,
  useSaveCasting,
  readLocalCasting,
  writeLocalCasting,
} from './casting-query.ts'
import { CASTING_STALE_MS } from './voice-ui-limits.ts'

afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})

const casting = { characterAssignments: { MIRA: 'a' } }
const other = { characterAssignments: { MIRA: 'b' } }
const inOtherTab = (key: string, value: string) => {
  localStorage.setItem(key, value)
  dispatchEvent(new StorageEvent('storage', { key, newValue: value }))
}

test('product §9 is stale 30 s after the time of the copy on this device', () => {
  const at = Date.now() - 60_000
  localStorage.setItem(castingKey('s1'), JSON.stringify({ ...casting, timestamp: at }))
  const client = createQueryClient()
  const query = client.getQueryCache().build(client, client.defaultQueryOptions(castingQuery('s1')))
  expect(query.state.data).toEqual(casting)
  expect(query.state.dataUpdatedAt).toBe(at)
  expect(castingQuery('s1').staleTime).toBe(CASTING_STALE_MS)
  expect(query.isStaleByTime(CASTING_STALE_MS)).toBe(true)
})

test('adopts the casting that another tab saves for this script, until unsubscribed', () => {
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

/** Saves `other` over `casting` to an API with this response; returns the error message of a failure. */
async function save(client: QueryClient, respond: () => Response, version?: number) {
  setConfig({ apiBaseUrl: '/api', firebase: { apiKey: 'k', authDomain: 'd', projectId: 'p' } })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => respond())
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client }, children)
  const { result, unmount } = renderHook(() => useSaveCasting('s1'), { wrapper })
  const read = { ...casting, ...(version !== undefined && { version }) }
  const failure = await result.current.mutateAsync({ read, casting: other }).then(
    () => undefined,
    (error: Error) => error.message,
  )
  unmount()
  return failure
}

test('product §8 a failed save settles only after all observers have the former casting again', async () => {
  const client = createQueryClient()
  client.setQueryData(castingQuery('s1').queryKey, casting)
  const received: unknown[] = []
  // Batches notifications like the library's hooks.
  const observer = notifyManager.batchCalls(({ data }: { data: unknown }) => received.push(data))
  const stop = new QueryObserver(client, { ...castingQuery('s1'), enabled: false }).subscribe(observer)
  expect(await save(client, () => failed('VALIDATION', 'The store is full.'))).toBe('The store is full.')
  expect(received).toEqual([other, casting])
  stop()
})

test.each([
  ['was stored', () => Response.json({ success: true, ...other, version: 2 }), undefined],
  [
    'was refused',
    () => conflicting(saveCasting, { ...other, version: 2, conflicts: [] }, 'Changed'),
    'Changed',
  ],
])(
  'product §12 ignores a late response to a save that %s when a newer casting is known',
  async (_how, respond, message) => {
    const client = createQueryClient()
    const { queryKey } = castingQuery('s1')
    client.setQueryData(queryKey, { ...casting, version: 1 })
    const newer = { characterAssignments: { MIRA: 'c' }, version: 3 }
    const late = () => {
      client.setQueryData(queryKey, newer)
      return respond()
    }
    expect(await save(client, late, 1)).toBe(message)
    expect(client.getQueryData(queryKey)).toEqual(newer)
    expect(localStorage.getItem(castingKey('s1'))).toBeNull()
  },
)

const localCasting = { characterAssignments: { MIRA: 'a' }, narrationVoiceId: 'n' }
const NOW = 1_800_000_000_000
const FIVE_MINUTES = 5 * 60_000

test('product §9 a copy on this device is valid for 5 min, then removed', () => {
  writeLocalCasting('s1', localCasting, NOW)
  expect(readLocalCasting('s1', NOW + FIVE_MINUTES - 1)).toEqual({ casting: localCasting, at: NOW })
  expect(readLocalCasting('s2', NOW)).toBeUndefined()
  expect(readLocalCasting('s1', NOW + FIVE_MINUTES)).toBeUndefined()
  expect(localStorage.getItem(castingKey('s1'))).toBeNull()
})

test.each([
  'not JSON',
  'null',
  '[]',
  '{}',
  JSON.stringify({ ...localCasting, timestamp: 'soon' }),
  JSON.stringify({ characterAssignments: { MIRA: 7 }, timestamp: NOW }),
  JSON.stringify({ ...localCasting, narrationVoiceId: 7, timestamp: NOW }),
  JSON.stringify({ ...localCasting, timestamp: NOW + 60_000 }),
])('removes a stored value that is not a valid casting: %s', (stored) => {
  localStorage.setItem(castingKey('s1'), stored)
  expect(readLocalCasting('s1', NOW)).toBeUndefined()
  expect(localStorage.getItem(castingKey('s1'))).toBeNull()
})
