import { useHold } from '@andscene/web-kit/safe-moment'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Saving } from './use-directing.ts'

/**
 * Leaves a dialog whose draft may be unsaved: asks first, or waits for a running save. `isFound`: the draft can be heard
 * again after the dialog is closed.
 */
export function useLeaving({ kind }: Saving, isFound: boolean) {
  const [way, setWay] = useState<{ out: () => void }>()
  const isSaving = kind === 'saving'
  const isUnsaved = !isFound || kind === 'failed' || kind === 'conflict'
  const out = useEffectEvent(() => way?.out())
  const isOpen = way === undefined || isSaving || isUnsaved
  useEffect(() => {
    if (!isOpen) out()
  }, [isOpen])
  useHold(isSaving || isUnsaved)
  return {
    leave: (to: () => void) => setWay({ out: to }),
    stay: () => setWay(undefined),
    discard: () => way?.out(),
    /** Whether the user has to be asked now. */
    isAsking: way !== undefined && !isSaving && isUnsaved,
  }
}
