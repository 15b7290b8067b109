const SECOND_MS = 1_000

/** The whole seconds of a time, as clocks show them; at least one of what is heard at all. */
export const wholeSeconds = (ms: number): number => Math.max(Math.floor(ms / SECOND_MS), ms > 0 ? 1 : 0)
