/** One Prometheus sample. */
export type Sample = { name: string; labels: Record<string, string>; value: number }

/** Parses the text format of /metrics. */
export function samplesOf(scraped: string): Sample[] {
  return scraped.split('\n').flatMap((line) => {
    const [, name, inside = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (name === undefined) return []
    const labels = [...inside.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, text]) => [label, text])
    return [{ name, labels: Object.fromEntries(labels) as Record<string, string>, value: Number(value) }]
  })
}

/** The value of the first sample with this name and at least these labels; undefined without one. */
export const valueOf = (
  scraped: string,
  name: string,
  labels: Record<string, string> = {},
): number | undefined =>
  samplesOf(scraped).find(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([label, text]) => sample.labels[label] === text),
  )?.value
