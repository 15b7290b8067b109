import type { Delivery, DeliveryName } from '@andscene/contracts/voices/delivery'
import { paceOf } from '../delivery.ts'

/** Styles of the service, the most fitting first. */
const STYLES: Readonly<Partial<Record<DeliveryName, readonly string[]>>> = {
  whispering: ['whispering'],
  shouting: ['shouting'],
  calling: ['shouting'],
  sad: ['sad'],
  angry: ['angry'],
  excited: ['excited', 'cheerful'],
}
/** Change of pitch and its range in percent, for voices without the style. */
const PROSODY: Readonly<Partial<Record<DeliveryName, { pitch: number; range: number }>>> = {
  whispering: { pitch: -10, range: -40 },
  quiet: { pitch: -5, range: -30 },
  shouting: { pitch: 20, range: 30 },
  calling: { pitch: 15, range: 10 },
  sad: { pitch: -8, range: -40 },
  angry: { pitch: 8, range: 40 },
  excited: { pitch: 12, range: 30 },
}
const STRESSED = '<prosody rate="-15%" pitch="+12%" volume="+15%">'

/** `marked` returns the markup of a range of the text. `styles`: those of the voice. */
export function delivered(
  text: string,
  delivery: Delivery,
  styles: readonly string[],
  marked: (from: number, to: number) => string,
): string {
  const { name, pace = 1, pitch: semitones = 0, emphasis = [] } = delivery
  const style = name && STYLES[name]?.find((one) => styles.includes(one))
  const { pitch = 0, range = 0 } = (!style && name && PROSODY[name]) || {}
  const values = {
    rate: percent((style ? pace : paceOf(delivery)) - 1),
    pitch: percent((1 + pitch / 100) * 2 ** (semitones / 12) - 1),
    range: percent(range / 100),
  }
  const attributes = Object.entries(values).flatMap(([key, value]) => (value ? [` ${key}="${value}"`] : []))
  const words = stressed(text.length, emphasis, marked)
  const spoken = attributes.length > 0 ? `<prosody${attributes.join('')}>${words}</prosody>` : words
  return style ? `<mstts:express-as style="${style}">${spoken}</mstts:express-as>` : spoken
}

/** Overlapping ranges are marked once. */
function stressed(
  length: number,
  emphasis: NonNullable<Delivery['emphasis']>,
  marked: (from: number, to: number) => string,
): string {
  let all = ''
  let done = 0
  for (const [at, count] of emphasis.toSorted(([one], [other]) => one - other)) {
    const from = Math.max(at, done)
    const to = Math.min(length, at + count)
    if (from >= to) continue
    all += `${marked(done, from)}${STRESSED}${marked(from, to)}</prosody>`
    done = to
  }
  return all + marked(done, length)
}

/** Empty for no change. */
function percent(share: number): string {
  const value = Math.round(share * 100)
  if (value === 0) return ''
  return `${value > 0 ? '+' : ''}${value}%`
}
