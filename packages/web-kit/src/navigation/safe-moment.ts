import { useEffect } from 'react'

/**
 * Holds block a reload of the page, for example during playback or with unsaved input. The shell offers a new version
 * only while there are none. Imports nothing of web-kit, because a remote bundles a copy for older shells.
 */

let holds = 0
const listeners = new Set<() => void>()

const change = (by: 1 | -1) => {
  holds += by
  for (const listener of listeners) listener()
}

/** Begins a hold. The returned function releases it; calling it again has no effect. */
export function hold(): () => void {
  let isOver = false
  change(1)
  return () => {
    if (isOver) return
    isOver = true
    change(-1)
  }
}

export const isHeld = (): boolean => holds > 0

/** Calls `listener` when a hold begins or ends. Returns the unsubscribe function. */
export function watchHolds(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useHold(isBusy: boolean): void {
  useEffect(() => (isBusy ? hold() : undefined), [isBusy])
}

/** Holds while `isBusy` returns true; checks it on each notification. Returns a function that stops it. */
export function holdWhile(
  subscribe: (listener: () => void) => () => void,
  isBusy: () => boolean,
): () => void {
  let release: (() => void) | undefined
  const follow = () => {
    if (isBusy()) release ??= hold()
    else {
      release?.()
      release = undefined
    }
  }
  const unsubscribe = subscribe(follow)
  follow()
  return () => {
    unsubscribe()
    release?.()
    release = undefined
  }
}
