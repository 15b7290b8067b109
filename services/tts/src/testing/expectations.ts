import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { eventually } from './eventually.ts'
import type { Stage } from './stage.ts'

/** Every line of the script has one stored clip, right in voice and text, and storage holds nothing else of it. */
export async function expectNarrated(
  stage: Stage,
  scriptId: string,
  { timeout }: { timeout: number },
): Promise<void> {
  const { lines, casting } = stage.scripts.scripts.get(scriptId)!
  const wanted = [...new Set(lines.map((line) => `${casting.narrationVoiceId} says ${line.text}`))].toSorted()
  await eventually(
    async () => (await stage.index.ofScript(scriptId)).filter(isOf(casting.narrationVoiceId)).length,
    timeout,
  ).toBe(wanted.length)
  const clips = (await stage.index.ofScript(scriptId)).filter(isOf(casting.narrationVoiceId))
  const heard = await Promise.all(
    clips.map(async (clip) => Buffer.from((await stage.objects.read(clip.path)) ?? []).toString()),
  )
  expect(heard.toSorted()).toEqual(wanted)
}

const isOf = (voiceId: string | undefined) => (clip: { voiceId: string }) => clip.voiceId === voiceId

/** Files that storage holds below a folder; empty when there is none. */
export async function filesBelow(stage: Stage, folder: string): Promise<string[]> {
  const entries = await readdir(join(stage.folder, 'audio', folder), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

/** Jobs that are planned, wait or are made. */
export async function jobsLeft(stage: Stage): Promise<number> {
  // In this order: planning ends only when its clips are queued.
  const planning = await stage.narration.queue.getJobCountByTypes(...BUSY)
  return planning + (await stage.lineAudio.queue.getJobCountByTypes(...BUSY))
}

/** Resolves when none is left. */
export const untilIdle = (stage: Stage) => eventually(() => jobsLeft(stage)).toBe(0)

const BUSY = ['waiting', 'prioritized', 'active', 'delayed'] as const
