import { readKey, recastKey, writeKey } from '@andscene/web-kit/storage-keys'
import { useCallback, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
const watch = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether the offer to recast this script was put away on this device, and the way to do that; the page and the casting share it. */
export function usePutAway(scriptId: string): [isPutAway: boolean, putAway: () => void] {
  const isPutAway = useSyncExternalStore(watch, () => readKey(recastKey(scriptId)) !== null)
  const putAway = useCallback(() => {
    writeKey(recastKey(scriptId), 'put away')
    for (const listener of listeners) listener()
  }, [scriptId])
  return [isPutAway, putAway]
}
