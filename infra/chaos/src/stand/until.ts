import { setTimeout as after } from 'node:timers/promises'
import type { Stage } from '../fault.ts'

const LOOK_EVERY_MS = 50

/** Asks until it is true; throws what it waited for after `limitMs`, or when the run ends. */
export async function until(
  stage: Pick<Stage, 'signal'>,
  what: string,
  isTrue: () => boolean | Promise<boolean>,
  limitMs = 60_000,
): Promise<void> {
  const deadline = Date.now() + limitMs
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`${what}: not within ${limitMs / 1_000} s`)
    await after(LOOK_EVERY_MS, undefined, { signal: stage.signal })
  }
}
