/** As the browser's settings have it. Made once: each takes longer than a card to draw. */
const number = new Intl.NumberFormat()
const date = new Intl.DateTimeFormat()

export const formatNumber = (value: number): string => number.format(value)
export const formatDate = (value: Date): string => date.format(value)
