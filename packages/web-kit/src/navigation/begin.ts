/** What the reader is to do first when it is opened from elsewhere: play where the listener stopped, or cast. */
export type Begin = 'play' | 'cast'

/** State of a link to a script; it is history state, so that the address stays the script's own. */
export const beginWith = (begin: Begin) => ({ begin })

/** What the state of a location asks for; anything else asks for nothing. */
export const beginOf = (state: unknown): Begin | undefined => {
  const begin = (state as { begin?: unknown } | null)?.begin
  return begin === 'play' || begin === 'cast' ? begin : undefined
}
