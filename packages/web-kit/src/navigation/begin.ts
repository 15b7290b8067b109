/** What the reader starts with: playback from the last position, or casting. */
export type Begin = 'play' | 'cast'

/** History state of a link to a script; the URL is the same for all. */
export const beginWith = (begin: Begin) => ({ begin })

/** Returns what the state of a location requests, if anything. */
export const beginOf = (state: unknown): Begin | undefined => {
  const begin = (state as { begin?: unknown } | null)?.begin
  return begin === 'play' || begin === 'cast' ? begin : undefined
}
