/**
 * A length of sound (product §9): under 60 s as seconds with one decimal, otherwise m:ss.s. Rounded before it is split,
 * so that 59.96 s is "1:00.0" (product §9).
 */
export function formatDuration(milliseconds: number): string {
  const tenths = Math.round(milliseconds / 100)
  if (tenths < 600) return `${(tenths / 10).toFixed(1)}s`
  const minutes = Math.floor(tenths / 600)
  return `${minutes}:${((tenths % 600) / 10).toFixed(1).padStart(4, '0')}`
}
