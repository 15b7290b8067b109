import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { api } from './api-client.ts'
import { preferencesQuery, useSavePreferences } from './preferences-query.ts'

test('a choice that could not be saved does not take back a newer one', async () => {
  const client = new QueryClient({ defaultOptions: { mutations: { retry: false } } })
  const { queryKey } = preferencesQuery()
  client.setQueryData(queryKey, { skippedLineTypes: [] })
  const first = Promise.withResolvers<never>()
  vi.spyOn(api, 'put').mockReturnValueOnce(first.promise).mockResolvedValue({})
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useSavePreferences(), { wrapper })
  await act(async () => {
    const older = result.current.mutateAsync({ skippedLineTypes: ['Character'] })
    const newer = result.current.mutateAsync({ skippedLineTypes: ['Action'] })
    first.reject(new Error('offline'))
    await Promise.allSettled([older, newer])
  })
  expect(client.getQueryData(queryKey)).toEqual({ skippedLineTypes: ['Action'] })
})
