import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Harness } from './harness.ts'

/** Expects one stored clip with its voice and text for every line of the script, and no other clips. */
export async function expectNarrated(harness: Harness, scriptId: string, timeout = 20_000): Promise<void> {
  const { lines, casting } = harness.scripts.scripts.get(scriptId)!
  const wanted = [...new Set(lines.map((line) => `${casting.narrationVoiceId} says ${line.text}`))].toSorted()
  const stored = async () =>
    (await harness.index.ofScript(scriptId)).filter(({ voiceId }) => voiceId === casting.narrationVoiceId)
  await expect.poll(async () => (await stored()).length, { timeout }).toBe(wanted.length)
  const heard = await Promise.all(
    (await stored()).map(async ({ path }) =>
      Buffer.from((await harness.objects.read(path)) ?? []).toString(),
    ),
  )
  expect(heard.toSorted()).toEqual(wanted)
}

/** Returns the files of storage below a folder. */
export async function filesBelow(harness: Harness, folder: string): Promise<string[]> {
  const entries = await readdir(join(harness.folder, 'audio', folder), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

/** Returns the number of queued and running jobs. */
export async function countPendingJobs(harness: Harness): Promise<number> {
  // In this order, because a plan ends after its clips are queued.
  const planning = await harness.narration.queue.getJobCountByTypes(...BUSY)
  return planning + (await harness.lineAudio.queue.getJobCountByTypes(...BUSY))
}

/** Resolves when no job is left. */
export const untilIdle = (harness: Harness) => expect.poll(() => countPendingJobs(harness)).toBe(0)

const BUSY = ['waiting', 'prioritized', 'active', 'delayed'] as const
