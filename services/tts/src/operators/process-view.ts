import type { Sample } from './metrics-text.ts'
import type { Absence } from './scrape.ts'

/** One process of a part, as it was when it was looked at. */
export type Seen = {
  part: string
  /** Host and port; what it is called where it has none. */
  at: string
  samples?: readonly Sample[]
  away?: Absence | 'nowhere'
}

type Labels = Readonly<Record<string, string>>

/** The series of a name. */
export const seriesOf = ({ samples = [] }: Seen, name: string): readonly Sample[] =>
  samples.filter((sample) => sample.name === name)

/** The value of the first series of a name, with these labels. */
export const valueOf = (seen: Seen, name: string, labels: Labels = {}): number | undefined =>
  seriesOf(seen, name).find((sample) =>
    Object.entries(labels).every(([label, text]) => sample.labels[label] === text),
  )?.value

const NAMED = /^[\w .:/-]{1,40}$/

/** A label as it may be shown: whoever is asked may call things what they like. */
export const nameIn = ({ labels }: Sample, label: string): string => {
  const text = labels[label] ?? ''
  return NAMED.test(text) ? text : 'other'
}
