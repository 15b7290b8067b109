/** What `yardstick` takes on the machine for which limits are set. Milliseconds. */
const REFERENCE_MS = 5
const TEXT = 'A word, and another; then 12 more. '.repeat(8_000)

/**
 * Processor time of this thread that a calculation takes, in milliseconds of the reference machine. Unlike time on the
 * clock it does not grow with other load, and a slow processor is measured by what it needs for a known calculation.
 */
export function processorMs(work: () => unknown): number {
  const before = yardstickMs()
  const took = threadMs(work)
  return (took * REFERENCE_MS) / Math.max(before, yardstickMs())
}

/** Repeats a yardstick that is shorter than the steps in which the system counts: it would take no time at all. */
function yardstickMs(): number {
  let total = 0
  let runs = 0
  while (total < REFERENCE_MS / 2 && runs < 50) {
    total += threadMs(yardstick)
    runs += 1
  }
  return total / runs
}

function threadMs(work: () => unknown): number {
  const start = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1_000
}

function yardstick(): number {
  const counts = new Map<string, number>()
  for (const [word] of TEXT.matchAll(/[a-z]+|\d+/gi)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts.size
}
