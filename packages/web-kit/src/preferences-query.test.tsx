import './testing/jsdom.ts'
import { savePreferences } from '@andscene/contracts/routes/preferences'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, screen } from '@testing-library/react'
import { setupServer } from 'msw/node'
import type { ReactNode } from 'react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AntdProvider } from './antd-provider.tsx'
import { setConfig } from './config.ts'
import { preferencesQuery, useReadingChoice } from './preferences-query.ts'
import { failed, stub } from './testing/stub.ts'
import { ThemeProvider } from './theme.tsx'

const server = setupServer()
beforeAll(() => {
  server.listen({ onUnhandledFrame: 'error' })
  setConfig({ apiBaseUrl: '/api', firebase: { apiKey: 'k', authDomain: 'd', projectId: 'p' } })
})
afterAll(() => server.close())

test('a choice that could not be saved is told, and does not take back a newer one', async () => {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Infinity }, mutations: { retry: false } },
  })
  const { queryKey } = preferencesQuery()
  client.setQueryData(queryKey, { skippedLineTypes: [] })
  const held = Promise.withResolvers<void>()
  server.use(
    stub(savePreferences, async ({ body: preferences }) => {
      await held.promise
      if (preferences.skippedLineTypes.includes('Character')) return failed('VALIDATION', 'Not now')
      return { success: true, data: { preferences } }
    }),
  )
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <ThemeProvider>
        <AntdProvider>{children}</AntdProvider>
      </ThemeProvider>
    </QueryClientProvider>
  )
  const { result } = renderHook(() => useReadingChoice(), { wrapper })
  act(() => {
    result.current.choose(['Character'])
    result.current.choose(['Action'])
  })
  held.resolve()
  expect(await screen.findByText('Failed to save your choice: Not now')).toBeTruthy()
  await expect.poll(() => client.isMutating()).toBe(0)
  expect(client.getQueryData(queryKey)).toEqual({ skippedLineTypes: ['Action'] })
})
