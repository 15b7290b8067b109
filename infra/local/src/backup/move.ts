import { DOCUMENTS, type DataReport } from '@andscene/service-kit/data/data-part'
import { readEntries } from '@andscene/service-kit/data/entries'
import { tryFileLock } from '@andscene/service-kit/process/file-lock'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { codeOf, messageOf } from '../failure.ts'
import { privately } from '../private-files.ts'
import type { Environment } from '../settings.ts'
import { failureOf, PartProcess, PARTS, type PartName, type Where } from './part-process.ts'
import { tableOf } from './run-once.ts'
import { finishParts, prepareServers, statesOf } from './servers.ts'
import { finishSwap } from './swap.ts'

export type MoveOptions = Where & {
  dryRun: boolean
  /** Removes what an interrupted restore of something else left on the servers. */
  replace: boolean
  log: (line: string) => void
}

/** What a part had and what the servers have of it; without `there` nothing was written. */
export type Moved = { part: PartName; here: DataReport; there?: DataReport; bytes: number }

/** Copies the embedded stores to the servers of `env` and leaves DATA_DIR unchanged. Failures are OperatorError. */
export async function moveToServers(options: MoveOptions): Promise<Moved[]> {
  const { env, dataDir, dryRun } = options
  if (!env['MONGODB_URI']) throw new OperatorError('MONGODB_URI names no database to move to.')
  if (!existsSync(dataDir) || readdirSync(dataDir).length === 0)
    throw new OperatorError(`There is no data in ${dataDir}.`)
  const lock = dryRun ? undefined : privately(() => tryFileLock(path.join(dataDir, 'platform.lock')))
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
  const target = { env, dataDir }
  if (!(await statesOf({ env: embedded(env), dataDir }))['scripts']!.state?.documents)
    throw new OperatorError(`There is no data in ${dataDir}: DATA_DIR names the folder.`)
  const states = await statesOf(target)
  if (await prepareServers(states, { ...target, from, replace: replace && !dryRun }))
    log('An interrupted move of this data is started again.')
  const work = path.join(dataDir, '.moving')
  // Of one that was killed.
  await rm(work, { recursive: true, force: true })
  await mkdir(work, { mode: 0o700 })
  try {
    const moved: Moved[] = []
    for (const part of PARTS) {
      moved.push(await movePart(part, { env, dataDir, work, from, dryRun }))
      if (!dryRun) log(`${part}: moved, read back and compared.`)
    }
    if (!dryRun) await finishParts(target)
    return moved
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

type Order = Where & { work: string; from: string; dryRun: boolean }

async function movePart(name: PartName, { env, dataDir, work, from, dryRun }: Order): Promise<Moved> {
  const [outWork, inWork] = [path.join(work, `${name}-out`), path.join(work, `${name}-in`)]
  for (const folder of [outWork, inWork]) await mkdir(folder, { mode: 0o700 })
  const out = new PartProcess(name, 'out', { env: embedded(env), dataDir, args: [outWork] })
  const into = dryRun ? undefined : new PartProcess(name, 'in', { env, dataDir, args: [inWork, from] })
  try {
    await out.held
    out.go()
    let bytes = 0
    for await (const entry of readEntries(out.output)) {
      // Clips that stay files stay where they are.
      if (entry.name !== DOCUMENTS && !env['S3_ENDPOINT']) continue
      bytes += entry.size
      await into?.take(entry)
    }
    const here = await out.done
    const there = await into?.finish()
    if (there) requireSame(name, here, there, { clips: Boolean(env['S3_ENDPOINT']) })
    return { part: name, here, ...(there && { there }), bytes }
  } catch (error) {
    const cause = codeOf(error) ? error : new OperatorError(messageOf(error))
    throw await failureOf(into ? [out, into] : [out], cause)
  }
}

/** What the parts themselves counted. That each row and clip is the same, they have looked at. */
function requireSame(name: string, here: DataReport, there: DataReport, { clips }: { clips: boolean }): void {
  for (const [table, count] of Object.entries(here.rows ?? {}))
    if (there.rows?.[table] !== count)
      throw new OperatorError(`${name}: of ${count} rows of ${table} ${there.rows?.[table] ?? 0} arrived.`)
  if (clips && here.objects !== there.objects)
    throw new OperatorError(`${name}: of ${here.objects} clips ${there.objects} arrived.`)
}

const embedded = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^(MONGODB|S3)_/.test(name)))

export function tableOfMoved(moved: readonly Moved[]): string {
  const rows = moved.flatMap(({ part, here, there }) => {
    const counts = [...Object.entries(here.rows ?? {}), ['clips (objects)', here.objects ?? 0] as const]
    return counts
      .filter(([, count]) => count > 0)
      .map(([what, count]) => {
        const arrived = what in (here.rows ?? {}) ? there?.rows?.[what] : there?.objects
        return [part, what, String(count), String(arrived ?? '–')]
      })
  })
  return tableOf([['part', 'what', 'here', 'there'], ...rows])
}
