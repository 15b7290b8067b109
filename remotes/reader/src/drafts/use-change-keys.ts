import { useMemo } from 'react'
import type { OpenScript } from '../page/open-script.ts'
import { useDrafts } from './drafts-context.ts'

/** Keyboard commands that move between changes, or show them first; undefined for a script with one draft. */
export function useChangeKeys(open: OpenScript) {
  const { hasSeveral, comparison, changeParts, change } = useDrafts()
  return useMemo(() => {
    if (!hasSeveral) return undefined
    const move = (direction: 'next' | 'previous') => () => {
      if (comparison && changeParts) changeParts.moveToChange(open, comparison, direction)
      else change({ areChangesShown: true })
    }
    return { 'next-change': move('next'), 'previous-change': move('previous') }
  }, [hasSeveral, comparison, changeParts, change, open])
}
