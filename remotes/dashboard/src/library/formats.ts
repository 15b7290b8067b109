/** As the browser's settings have it. Made once: each takes longer than a card to draw. */
const number = new Intl.NumberFormat()
const date = new Intl.DateTimeFormat()
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

export const formatNumber = (value: number): string => number.format(value)
export const formatDate = (value: Date): string => date.format(value)
export const formatMoment = (value: Date): string => moment.format(value)
