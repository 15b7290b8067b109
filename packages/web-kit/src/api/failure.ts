import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'

/**
 * Returns why a query failed, also during a refetch: the query is pending then, and the Retry button would unmount and
 * lose the focus.
 */
export function useFailure({ error, isPending }: UseQueryResult): Error | null {
  const [last, setLast] = useState(error)
  if (!isPending && last !== error) setLast(error)
  return isPending ? last : error
}
