import { useEffect } from 'react'

/**
 * Whether this is a moment at which the page may be loaded anew: nobody listens, and nothing would be lost. Whoever is busy
 * holds; the shell offers a new version only while nobody does.
 *
 * Imports nothing of web-kit: a remote brings a copy along for a shell that does not have this module yet.
 */

let holds = 0
const listeners = new Set<() => void>()

const change = (by: 1 | -1) => {
  holds += by
  for (const listener of listeners) listener()
}

/** Holds until the returned function is called; calling that again changes nothing. */
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

/** Calls `listener` when somebody begins or ends to hold. Returns the end of it. */
export function watchHolds(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Holds while `isBusy`, and no longer than the component is shown. */
export function useHold(isBusy: boolean): void {
  useEffect(() => (isBusy ? hold() : undefined), [isBusy])
}

/** Holds while `isBusy` says so, asked whenever what is subscribed to calls. Returns the end of it. */
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
