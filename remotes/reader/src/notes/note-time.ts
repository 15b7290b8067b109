import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Limit of relative times; older notes show the date. */
const LONGEST_AGO_MS = 7 * DAY_MS

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const full = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short' })
const stamp = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'} ago`

/** "Just now", "5 minutes ago", "20 Nov 2026". */
export function agoText(iso: string, now: number): string {
  const at = Date.parse(iso)
  // Another device's clock may be ahead.
  const passed = Math.max(now - at, 0)
  if (passed < MINUTE_MS) return 'Just now'
  if (passed < HOUR_MS) return count(Math.floor(passed / MINUTE_MS), 'minute')
  if (passed < DAY_MS) return count(Math.floor(passed / HOUR_MS), 'hour')
  if (passed < LONGEST_AGO_MS) return count(Math.floor(passed / DAY_MS), 'day')
  return day.format(at)
}

/** "Just now", "5 min ago", "3 h ago", "2 d ago", "20 Nov 2026": next to a name in a narrow list. */
export const shortAgoText = (iso: string, now: number): string =>
  agoText(iso, now)
    .replace(/ minutes?/, ' min')
    .replace(/ hours?/, ' h')
    .replace(/ days?/, ' d')

/** "Wednesday 25 November 2026 at 10:04". */
export const fullTime = (iso: string) => full.format(Date.parse(iso))
/** "25 Nov 2026, 10:04". */
export const shortTime = (iso: string) => stamp.format(Date.parse(iso))

/** Milliseconds since 1970, by the minute. */
export function useMinute(): number {
  const [minute, setMinute] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setMinute(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return minute
}
