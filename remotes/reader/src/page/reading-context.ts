import { createContext, use } from 'react'
import type { ReadingContext } from './use-reading-session.ts'

export const Reading = createContext<ReadingContext | null>(null)

/** The script being read and all that is known of it. */
export function useReading(): ReadingContext {
  const context = use(Reading)
  if (!context) throw new Error('useReading needs the script page above it')
  return context
}
