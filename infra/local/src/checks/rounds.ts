import { add, NOTHING, summary, type Tally } from './tally.ts'

/** What several rounds of the same tests came to: which failed, and in how many of them, most often first. */
export function reportOf(rounds: readonly Tally[]): string {
  const times = new Map<string, number>()
  for (const { failures } of rounds)
    for (const name of new Set(failures)) times.set(name, (times.get(name) ?? 0) + 1)
  const lines = [...times]
    .toSorted(([a, often], [b, oftener]) => oftener - often || a.localeCompare(b))
    .map(([name, count]) => `failed in ${count} of ${rounds.length} rounds: ${name}`)
  return [...lines, summary(rounds.reduce(add, NOTHING))].join('\n')
}
