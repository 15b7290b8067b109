import '../testing/jsdom.ts'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { useFailure } from './failure.ts'

afterEach(cleanup)

/** A query whose attempts end as the test says, one by one. */
function ask() {
  const attempts: PromiseWithResolvers<string>[] = []
  const queryFn = () => {
    const attempt = Promise.withResolvers<string>()
    attempts.push(attempt)
    return attempt.promise
  }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(
    () => {
      const query = useQuery({ queryKey: ['health'], queryFn })
      return { query, failure: useFailure(query) }
    },
    { wrapper },
  )
  const refetch = () => {
    void result.current.query.refetch()
    return waitFor(() => expect(result.current.query.isFetching).toBe(true))
  }
  return { result, refetch, attempt: (index: number) => attempts[index]! }
}

test('a failure stays while the query is asked again, until another one or a success', async () => {
  const { result, refetch, attempt } = ask()
  expect(result.current.failure).toBeNull()
  attempt(0).reject(new Error('Away'))
  await waitFor(() => expect(result.current.failure?.message).toBe('Away'))
  await refetch()
  expect(result.current.query).toMatchObject({ isPending: true, error: null })
  expect(result.current.failure?.message).toBe('Away')
  attempt(1).reject(new Error('Still away'))
  await waitFor(() => expect(result.current.failure?.message).toBe('Still away'))
  await refetch()
  expect(result.current.failure?.message).toBe('Still away')
  attempt(2).resolve('ok')
  await waitFor(() => expect(result.current.query.data).toBe('ok'))
  expect(result.current.failure).toBeNull()
})
