import { execFile } from 'node:child_process'
import { rm, open } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { promisify } from 'node:util'
import { NotTried, type Fault, type Stage } from '../fault.ts'
import { LINES, startUnderLoad } from '../stand/under-load.ts'

/** Enough space for a new platform with its published web part. */
const SIZE = '192m'
const FULL_MS = 12_000
const CHUNK = Buffer.alloc(64 * 1024)

/**
 * Fills the disk with documents, clips, accounts and the queue's file for a while, under load and in the middle of a
 * backlog.
 */
export const diskFull: Fault = {
  name: 'disk-full',
  tries: 'the disk of DATA_DIR full (a small tmpfs) under load, then freed',
  async run(stage) {
    const disk = await mountDisk(stage)
    const dataDir = path.join(disk, 'data')
    const { load, backlog, settled } = await startUnderLoad(stage, { workers: 1, dataDir })
    const at = await backlog.underWay(20)
    const filler = path.join(disk, 'filler')
    await fill(stage, filler)
    const before = { ...load.tally.requests }
    stage.say(`full at ${at} of ${LINES} clips`)
    await fill(stage, filler, FULL_MS)
    const { made, refused } = load.tally.requests
    await rm(filler)
    stage.say(`while full: ${made - before.made} requests, ${refused - before.refused} refused clearly`)
    const outcome = await settled()
    if (refused === before.refused) outcome.bad.push('nothing was refused: it was not full')
    return {
      ...outcome,
      said: `full for ${FULL_MS / 1_000} s at ${at} clips, ${made - before.made} requests meanwhile`,
    }
  },
}

async function mountDisk(stage: Stage): Promise<string> {
  const folder = await stage.folder('disk')
  const run = promisify(execFile)
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=700`, 'andscene-chaos', folder])
  } catch (error) {
    throw new NotTried(
      `a tmpfs cannot be mounted here (${String(error).split('\n').at(-2) ?? 'mount failed'})`,
    )
  }
  stage.defer(() => run('umount', [folder]))
  return folder
}

/** Writes until the disk is full, then for another `ms`, so that space freed meanwhile is taken as well. */
async function fill(stage: Stage, file: string, ms = 0): Promise<void> {
  const filler = await open(file, 'a')
  const deadline = Date.now() + ms
  try {
    for (;;)
      try {
        await filler.write(CHUNK)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        if (Date.now() >= deadline) return
        await after(20, undefined, { signal: stage.signal })
      }
  } finally {
    await filler.close()
  }
}
