import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'

/**
 * Why a query failed, also while it is asked again: it counts as pending then, and the button that was pressed would go,
 * and the focus with it.
 */
export function useFailure({ error, isPending }: UseQueryResult): Error | null {
  const [last, setLast] = useState(error)
  if (!isPending && last !== error) setLast(error)
  return isPending ? last : error
}
