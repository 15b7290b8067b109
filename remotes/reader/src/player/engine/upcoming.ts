import type { ReadingPlan } from './reading-plan.ts'

/** Lines that a run may have in hand ahead of the audible one. */
const IN_HAND = 12

/** What is read from a line on, and by whom: a run that is under way is begun anew when this changes. */
export function upcoming(plan: ReadingPlan, line: number): string {
  const read: unknown[] = [plan.spokenFrom(line) === line]
  let next = plan.spokenFrom(line + 1)
  while (next !== null && read.length <= IN_HAND) {
    const request = plan.request(next)
    read.push([next, 'voiceId' in request ? request.voiceId : null])
    next = plan.spokenFrom(next + 1)
  }
  return JSON.stringify(read)
}
