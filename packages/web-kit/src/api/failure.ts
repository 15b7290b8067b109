import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'

/**
 * Why a query failed, also while it is fetched again: it is pending then, and without this the Retry button would unmount
 * and lose the focus.
 */
export function useFailure({ error, isPending }: UseQueryResult): Error | null {
  const [last, setLast] = useState(error)
  if (!isPending && last !== error) setLast(error)
  return isPending ? last : error
}
