/** In the format of the browser's settings. Created once, because it takes longer than a card to render. */
const number = new Intl.NumberFormat()

export const formatNumber = (value: number): string => number.format(value)
