import '../testing/jsdom.ts'
import type { Preferences } from '@andscene/contracts/preferences'
import { readPreferences, savePreferences } from '@andscene/contracts/routes/preferences'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { sessionStore } from '../session/identity.ts'
import { keptRate, readKept } from './kept-preferences.ts'
import { usePreferences } from './preferences-query.ts'
import { saverOf } from './preferences-saver.ts'
import { createQueryClient } from '../api/query-client.ts'
import { OLD_RATE_KEY, PREFERENCES_KEY } from '../storage-keys.ts'
import { backend } from '../testing/backend.ts'
import { failed, holdRoute, stub } from '../testing/stub.ts'
import { SnackbarProvider } from '../components/snackbar.tsx'

/** The backend's stored preferences and the changes it received. */
let stored: Preferences
let saved: object[]
const server = backend()
const saves = () =>
  stub(savePreferences, ({ body }) => {
    saved.push(body)
    stored = { ...stored, ...body }
    return { success: true, data: { preferences: stored } }
  })
beforeEach(() => {
  stored = { skippedLineTypes: [] }
  saved = []
  server.use(
    stub(readPreferences, () => ({ success: true, data: { preferences: stored } })),
    saves(),
  )
})
afterEach(cleanup)

function open() {
  const client = createQueryClient()
  const { queries, mutations } = client.getDefaultOptions()
  client.setDefaultOptions({
    queries: { ...queries, retry: false },
    mutations: { ...mutations, retry: false },
  })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <SnackbarProvider>{children}</SnackbarProvider>
    </QueryClientProvider>
  )
  const { result } = renderHook(() => usePreferences(), { wrapper })
  return {
    client,
    change: (change: Parameters<typeof result.current.change>[0]) => act(() => result.current.change(change)),
    shown: () => result.current.preferences.data,
    isTold: () => result.current.preferences.isFetchedAfterMount,
  }
}
async function openKnown() {
  const page = open()
  await waitFor(() => expect(page.shown()).toBeDefined())
  return page
}
const kept = () => JSON.parse(localStorage.getItem(PREFERENCES_KEY) ?? '{}') as object
const offline = () => server.use(http.all('*', () => HttpResponse.error()))

test('product §4 changes take effect immediately, and are saved together', async () => {
  const page = open()
  await waitFor(() => expect(page.shown()).toEqual({ skippedLineTypes: [] }))
  page.change({ rate: 1.5 })
  page.change({ skippedLineTypes: ['Action'] })
  page.change({ rate: 2 })
  await waitFor(() => expect(page.shown()).toEqual({ skippedLineTypes: ['Action'], rate: 2 }))
  await waitFor(() => expect(saved).toEqual([{ skippedLineTypes: ['Action'], rate: 2 }]))
  await waitFor(() => expect(kept()).toEqual({ known: stored, unsaved: {} }))
})

test('product §4 a choice to highlight words is stored until it is saved', async () => {
  offline()
  const page = open()
  page.change({ highlightWords: false })
  expect(kept()).toMatchObject({ unsaved: { highlightWords: false } })
  expect(readKept().unsaved).toEqual({ highlightWords: false })
})

test('undoes a rejected change with a message, and keeps a newer one', async () => {
  const { respond } = holdRoute(server, savePreferences, ({ body }) => {
    if (body.skippedLineTypes?.includes('Character')) return failed('VALIDATION', 'Not now')
    stored = { ...stored, ...body }
    return { success: true, data: { preferences: stored } }
  })
  const page = await openKnown()
  page.change({ skippedLineTypes: ['Character'] })
  await waitFor(() => expect(page.client.isMutating()).toBe(1))
  page.change({ rate: 0.5 })
  respond()
  expect(await screen.findByText('Failed to save your choice: Not now')).toBeTruthy()
  await waitFor(() => expect(page.shown()).toEqual({ skippedLineTypes: [], rate: 0.5 }))
  await waitFor(() => expect(stored).toEqual({ skippedLineTypes: [], rate: 0.5 }))
})

test('fetches changes of another device when the window gets the focus', async () => {
  const page = await openKnown()
  stored = { skippedLineTypes: ['Scene'], rate: 1.25 }
  act(() => void globalThis.dispatchEvent(new Event('focus')))
  await waitFor(() => expect(page.shown()).toEqual(stored))
})

test('a tab that becomes visible and gets the focus sends one request', async () => {
  const page = await openKnown()
  let asked = 0
  const { arrived, respond } = holdRoute(server, readPreferences, () => {
    asked += 1
    return { success: true, data: { preferences: stored } }
  })
  stored = { skippedLineTypes: ['Scene'] }
  act(() => void globalThis.dispatchEvent(new Event('visibilitychange')))
  await arrived
  act(() => void globalThis.dispatchEvent(new Event('focus')))
  respond()
  await waitFor(() => expect(page.shown()).toEqual(stored))
  expect(asked).toBe(1)
})

test('offline, uses the last known preferences, and saves changes once online', async () => {
  stored = { skippedLineTypes: ['Scene'], rate: 1.25 }
  const before = open()
  await waitFor(() => expect(before.shown()).toEqual(stored))
  cleanup()

  offline()
  const page = open()
  expect(page.shown()).toEqual(stored)
  expect(keptRate()).toBe(1.25)
  page.change({ rate: 2 })
  await waitFor(() => expect(page.client.getMutationCache().getAll().at(-1)?.state.status).toBe('error'))
  expect(page.shown()).toMatchObject({ rate: 2 })
  expect(kept()).toMatchObject({ unsaved: { rate: 2 } })
  server.use(saves())
  act(() => void globalThis.dispatchEvent(new Event('online')))
  await waitFor(() => expect(stored).toEqual({ skippedLineTypes: ['Scene'], rate: 2 }))
})

test("saves changes that a closed page left unsaved; they take precedence over the backend's", async () => {
  localStorage.setItem(
    PREFERENCES_KEY,
    JSON.stringify({ known: { skippedLineTypes: [] }, unsaved: { rate: 0.75 } }),
  )
  stored = { skippedLineTypes: ['Scene'], rate: 2 }
  const page = open()
  await waitFor(() => expect(page.shown()).toEqual({ skippedLineTypes: ['Scene'], rate: 0.75 }))
  await waitFor(() => expect(stored.rate).toBe(0.75))
})

test('does not restore a change that another tab has saved and then replaced', async () => {
  const page = open()
  await waitFor(() => expect(page.isTold()).toBe(true))
  offline()
  page.change({ rate: 1.5 })
  await waitFor(() => expect(kept()).toMatchObject({ unsaved: { rate: 1.5 } }))
  // The other tab saves it, and then the user chooses 2 there.
  stored = { skippedLineTypes: [], rate: 2 }
  localStorage.setItem(PREFERENCES_KEY, JSON.stringify({ known: stored, unsaved: {} }))
  server.use(stub(readPreferences, () => ({ success: true, data: { preferences: stored } })))
  act(() => void dispatchEvent(new Event('focus')))
  await waitFor(() => expect(page.shown()).toEqual({ skippedLineTypes: [], rate: 2 }))
  expect(kept()).toEqual({ known: { skippedLineTypes: [], rate: 2 }, unsaved: {} })
})

test('does not save a change again that another tab has saved', async () => {
  const page = open()
  await waitFor(() => expect(page.isTold()).toBe(true))
  page.change({ rate: 1.5 })
  localStorage.setItem(PREFERENCES_KEY, JSON.stringify({ known: { ...stored, rate: 1.5 }, unsaved: {} }))
  await saverOf(page.client).flush()
  expect(saved).toEqual([])
})

test("saves a change when the device's storage is full", async () => {
  const setItem = vi.spyOn(Storage.prototype, 'setItem')
  setItem.mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError')
  })
  onTestFinished(() => setItem.mockRestore())
  const page = await openKnown()
  page.change({ rate: 2 })
  await saverOf(page.client).flush()
  expect(saved).toEqual([{ rate: 2 }])
  await waitFor(() => expect(page.shown()).toEqual({ skippedLineTypes: [], rate: 2 }))
})

test('a change of the next user does not wait for one of the previous user', async () => {
  const held = Promise.withResolvers<void>()
  server.use(
    stub(savePreferences, async ({ body }) => {
      saved.push(body)
      if (body.rate === 2) await held.promise
      return { success: true, data: { preferences: { ...stored, ...body } } }
    }),
  )
  const page = await openKnown()
  page.change({ rate: 2 })
  await waitFor(() => expect(saved).toHaveLength(1))
  await act(() => sessionStore.end().catch(() => undefined))
  page.change({ rate: 0.5 })
  await waitFor(() => expect(saved).toEqual([{ rate: 2 }, { rate: 0.5 }]))
  held.resolve()
})

test('moves the speed that an older release stored on the device to the backend once', async () => {
  localStorage.setItem(OLD_RATE_KEY, '1.75')
  expect(keptRate()).toBe(1.75)
  const page = open()
  await waitFor(() => expect(page.shown()).toEqual({ skippedLineTypes: [], rate: 1.75 }))
  await waitFor(() => expect(saved).toEqual([{ rate: 1.75 }]))
  expect(localStorage.getItem(OLD_RATE_KEY)).toBeNull()
})

test('a speed stored in the backend takes precedence over the one of an older release', async () => {
  stored = { skippedLineTypes: [], rate: 0.5 }
  localStorage.setItem(OLD_RATE_KEY, '1.75')
  const page = open()
  await waitFor(() => expect(page.shown()).toEqual(stored))
  await waitFor(() => expect(localStorage.getItem(OLD_RATE_KEY)).toBeNull())
  expect(saved).toEqual([])
})

test.each([
  'not JSON',
  'null',
  '{"known":7}',
  '{"known":{"skippedLineTypes":["x",7]}}',
  '{"unsaved":{"rate":17}}',
])('ignores the malformed stored record %s', async (text) => {
  localStorage.setItem(PREFERENCES_KEY, text)
  expect(keptRate()).toBe(1)
  const page = open()
  expect(page.shown()).toBeUndefined()
  await waitFor(() => expect(page.shown()).toEqual({ skippedLineTypes: [] }))
  expect(saved).toEqual([])
})
