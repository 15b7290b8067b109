const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const tenths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1, minimumFractionDigits: 1 })

export const count = (value: number): string => whole.format(value)
export const tenth = (value: number): string => tenths.format(value)

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB'] as const

/** Decimal units. */
export function bytes(value: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, value)) / 3)))
  const amount = value / 1_000 ** step
  return `${step > 2 && amount < 100 ? tenth(amount) : count(amount)} ${UNITS[step]}`
}

const MINUTE = 60
const HOUR = 3_600
const DAY = 86_400

/** At most two units. */
export function duration(seconds: number): string {
  if (seconds < 0.001) return '0 s'
  if (seconds < 1) return `${count(seconds * 1_000)} ms`
  if (seconds < 10) return `${tenth(seconds)} s`
  if (seconds < MINUTE) return `${count(seconds)} s`
  if (seconds < HOUR) return two([Math.floor(seconds / MINUTE), 'min'], [seconds % MINUTE, 's'])
  if (seconds < DAY) return two([Math.floor(seconds / HOUR), 'h'], [(seconds % HOUR) / MINUTE, 'min'])
  const days = Math.floor(seconds / DAY)
  return two([days, days === 1 ? 'day' : 'days'], [(seconds % DAY) / HOUR, 'h'])
}

type Amount = [number, string]
function two([big, bigUnit]: Amount, [small, smallUnit]: Amount): string {
  const rest = Math.floor(small)
  return rest > 0 ? `${count(big)} ${bigUnit} ${rest} ${smallUnit}` : `${count(big)} ${bigUnit}`
}

/** `1 part`, `2 parts`. */
export const many = (value: number, one: string, more = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : more}`

export const percent = (share: number): string => `${count(share * 100)} %`
