import './testing/jsdom.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { AntdProvider } from './antd-provider.tsx'
import { api } from './api-client.ts'
import { preferencesQuery, useReadingChoice } from './preferences-query.ts'
import { ThemeProvider } from './theme.tsx'

test('a choice that could not be saved is told, and does not take back a newer one', async () => {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Infinity }, mutations: { retry: false } },
  })
  const { queryKey } = preferencesQuery()
  client.setQueryData(queryKey, { skippedLineTypes: [] })
  const first = Promise.withResolvers<never>()
  vi.spyOn(api, 'put').mockReturnValueOnce(first.promise).mockResolvedValue({})
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <ThemeProvider>
        <AntdProvider>{children}</AntdProvider>
      </ThemeProvider>
    </QueryClientProvider>
  )
  const { result } = renderHook(() => useReadingChoice(), { wrapper })
  await act(async () => {
    result.current.choose(['Character'])
    result.current.choose(['Action'])
    first.reject(new Error('offline'))
  })
  expect(await screen.findByText('Failed to save your choice: offline')).toBeTruthy()
  await vi.waitFor(() => expect(client.isMutating()).toBe(0))
  expect(client.getQueryData(queryKey)).toEqual({ skippedLineTypes: ['Action'] })
})
