/** One series of a response of /metrics. */
export type Sample = { name: string; labels: Readonly<Record<string, string>>; value: number }

/** No part of the platform exports more. */
const MAX_SAMPLES = 5_000
// Sticky, so that no character is read twice: a scraped process may send anything (decision 0056).
const NAME = /[A-Za-z_:][\w:]*/y
const LABEL = /[ \t]*([A-Za-z_]\w*)="((?:[^"\\]|\\.)*)"[ \t]*,?/y
const END = /[ \t]*\}/y
const VALUE = /[ \t]+(\S+)(?:[ \t]+-?\d+)?[ \t\r]*$/y

/** The series of these names in Prometheus's text format. Skips malformed lines and values that are not finite. */
export function parseMetrics(text: string, names: ReadonlySet<string>): Sample[] {
  const samples: Sample[] = []
  for (const line of text.split('\n')) {
    const name = take(NAME, line, 0)
    if (!name || !names.has(name[0])) continue
    const sample = sampleOf(line, name[0])
    if (sample) samples.push(sample)
    if (samples.length === MAX_SAMPLES) break
  }
  return samples
}

function sampleOf(line: string, name: string): Sample | undefined {
  const labels = Object.create(null) as Record<string, string>
  let at = name.length
  if (line[at] === '{') {
    at += 1
    for (let label = take(LABEL, line, at); label; label = take(LABEL, line, at)) {
      labels[label[1]!] = unescaped(label[2]!)
      at = LABEL.lastIndex
    }
    if (!take(END, line, at)) return undefined
    at = END.lastIndex
  }
  const value = Number(take(VALUE, line, at)?.[1] ?? Number.NaN)
  return Number.isFinite(value) ? { name, labels, value } : undefined
}

function take(pattern: RegExp, line: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(line)
}

const unescaped = (text: string) =>
  text.replaceAll(/\\(.)/g, (_all, character: string) => (character === 'n' ? '\n' : character))
