import { tryFileLock } from '@andscene/service-kit/process/file-lock'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { OperatorError } from '@andscene/service-kit/operator-error'
import type { Environment } from '../settings.ts'
import { PARTS, type PartName } from './manifest.ts'
import {
  copyParts,
  finishParts,
  readObjects,
  inPart,
  objectWriter,
  openParts,
  prepareServers,
  statesOf,
  type Counts,
  type Parts,
  type Where,
} from './parts.ts'
import { tableOf } from './run-once.ts'
import { finishSwap } from './swap.ts'

export type MoveOptions = Where & {
  dryRun: boolean
  /** Removes what an interrupted restore of another backup left on the servers. */
  replace: boolean
  log: (line: string) => void
}

/** The local data of a part, and whether the servers have it too, read back and compared. */
export type Moved = { part: PartName; counts: Counts; isThere: boolean; bytes: number }

/** Copies the embedded stores to the servers of `env` and leaves DATA_DIR unchanged. Failures are OperatorError. */
export async function moveToServers(options: MoveOptions): Promise<Moved[]> {
  const { env, dataDir, dryRun } = options
  if (!env['MONGODB_URI']) throw new OperatorError('MONGODB_URI names no database to move to.')
  if (!existsSync(dataDir) || readdirSync(dataDir).length === 0)
    throw new OperatorError(`There is no data in ${dataDir}.`)
  const lock = dryRun ? undefined : tryFileLock(path.join(dataDir, 'platform.lock'))
  if (!dryRun && !lock)
    throw new OperatorError(
      `The platform on ${dataDir} runs: stop it first, or what is written meanwhile would stay behind. A --dry-run may run beside it.`,
    )
  try {
    if (!dryRun) await finishSwap(dataDir)
    return await move(options)
  } finally {
    lock?.release()
  }
}

async function move({ env, dataDir, dryRun, replace, log }: MoveOptions): Promise<Moved[]> {
  const from = `move of ${dataDir}`
  const here = await openParts({ env: embedded(env), dataDir })
  if (!(await statesOf(here)).scripts.documents)
    throw new OperatorError(`There is no data in ${dataDir}: DATA_DIR names the folder.`)
  const there = await openParts({ env, dataDir })
  const servers = { parts: there, env, from, replace: replace && !dryRun }
  if (await prepareServers(await statesOf(there), servers))
    log('An interrupted move of this data is started again.')
  const work = path.join(dataDir, '.moving')
  // Left by a move that was killed.
  await rm(work, { recursive: true, force: true })
  await mkdir(work, { mode: 0o700 })
  try {
    const { files } = await copyParts(here, work, async () => {})
    const order = { here, there, from, dryRun, isClipMoved: Boolean(env['S3_ENDPOINT']) }
    const moved: Moved[] = []
    for (const name of PARTS) {
      moved.push(await inPart(name, () => movePart(name, { ...order, file: files[name] })))
      if (!dryRun) log(`${name}: moved, read back and compared.`)
    }
    if (!dryRun) await finishParts(there)
    return moved
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

type Order = { here: Parts; there: Parts; file: string; from: string; dryRun: boolean; isClipMoved: boolean }

async function movePart(
  name: PartName,
  { here, there, file, from, dryRun, isClipMoved }: Order,
): Promise<Moved> {
  const sink = dryRun ? undefined : await there[name].takeIn(from)
  const writer = sink && objectWriter(sink)
  let bytes = (await stat(file)).size
  const counts = await readObjects(here[name], file, async (object) => {
    // If clips remain files, they are not moved.
    if (!isClipMoved) return
    bytes += object.bytes.byteLength
    await writer?.write(object)
  })
  await writer?.flush()
  await sink?.documents(file)
  return { part: name, counts, isThere: sink !== undefined, bytes }
}

const embedded = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^(MONGODB|S3)_/.test(name)))

export function formatMoved(moved: readonly Moved[]): string {
  const rows = moved.flatMap(({ part, counts, isThere }) =>
    Object.entries({ ...counts.rows, 'clips (objects)': counts.objects })
      .filter(([, count]) => count > 0)
      .map(([what, count]) => [part, what, String(count), isThere ? String(count) : '–']),
  )
  return tableOf([['part', 'what', 'here', 'there'], ...rows])
}
