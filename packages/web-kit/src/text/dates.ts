/**
 * Dates in the browser's locale. Formatters are created once, because creating one takes longer than rendering a card.
 */

const date = new Intl.DateTimeFormat()
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' })
const dayAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const time = { hour: '2-digit', minute: '2-digit' } as const
const moment = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', ...time })
const formerMoment = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  ...time,
})

type At = string | number | Date

/** 11/20/2026 */
export const dateText = (at: At): string => date.format(new Date(at))
/** Nov 20, 2026 */
export const dayText = (at: At): string => day.format(new Date(at))
/** Nov 20, 2026, 12:00 PM */
export const dayAndTimeText = (at: At): string => dayAndTime.format(new Date(at))
/** Nov 20, 12:00 PM; with the year unless it is the current one. */
export function momentText(at: At): string {
  const when = new Date(at)
  return (when.getFullYear() === new Date().getFullYear() ? moment : formerMoment).format(when)
}
