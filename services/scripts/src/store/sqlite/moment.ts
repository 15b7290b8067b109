/** Of a column of milliseconds that may be empty. */
export const momentOf = (ms: number | null): Date | undefined => (ms === null ? undefined : new Date(ms))
