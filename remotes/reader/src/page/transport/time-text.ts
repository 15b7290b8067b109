const two = (part: number) => String(part).padStart(2, '0')

/** A time as clocks of players show it: `0:07`, `12:03`, `1:48:20`. Parts of a second that has not passed do not count. */
export function clockText(milliseconds: number): string {
  const seconds = Math.max(Math.floor(milliseconds / 1_000), 0)
  const hours = Math.floor(seconds / 3_600)
  const minutes = Math.floor(seconds / 60) % 60
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
