/** What the reader does first: play from where the listener stopped, or cast. */
export type Begin = 'play' | 'cast'

/** History state of a link to a script; the address stays the same. */
export const beginWith = (begin: Begin) => ({ begin })

/** What the state of a location requests, if anything. */
export const beginOf = (state: unknown): Begin | undefined => {
  const begin = (state as { begin?: unknown } | null)?.begin
  return begin === 'play' || begin === 'cast' ? begin : undefined
}
