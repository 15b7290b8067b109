import { DOCUMENTS, type DataReport } from '@andscene/service-kit/data/data-part'
import { EntryWriter, readEntries } from '@andscene/service-kit/data/entries'
import { tryFileLock } from '@andscene/service-kit/process/file-lock'
import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { codeOf, messageOf } from '../failure.ts'
import { privately } from '../private-files.ts'
import type { Environment } from '../settings.ts'
import { ownFailure, PartProcess, PARTS, type PartName } from './part-process.ts'
import { finishParts, prepareServers, statesOf } from './servers.ts'
import { finishSwap } from './swap.ts'

export type MoveOptions = {
  env: Environment
  dataDir: string
  /** Reads everything, looks at the servers and writes nothing; beside a platform that runs. */
  dryRun: boolean
  /** Removes what an interrupted restore of something else left on the servers. */
  replace: boolean
  log: (line: string) => void
}

/** What a part had and what the servers have of it; without `there` nothing was written. */
export type Moved = { part: PartName; here: DataReport; there?: DataReport; bytes: number }

/**
 * Copies all that the embedded stores of `dataDir` keep to the servers that `env` names: documents to MONGODB_URI, clips to
 * S3_ENDPOINT where that is set. DATA_DIR stays as it is. What was written is read back and compared by each part. Failures are
 * OperatorError; repeating it restarts what was interrupted.
 */
export async function moveToServers(options: MoveOptions): Promise<Moved[]> {
  const { env, dataDir, dryRun } = options
  if (!env['MONGODB_URI']) throw new OperatorError('MONGODB_URI names no database to move to.')
  if (!(await isThere(dataDir))) throw new OperatorError(`There is no data in ${dataDir}.`)
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

type Order = { env: Environment; dataDir: string; work: string; from: string; dryRun: boolean }

/** One part hands out what another takes in; nothing is stored in between but the documents. */
async function movePart(name: PartName, { env, dataDir, work, from, dryRun }: Order): Promise<Moved> {
  const [outWork, inWork] = [path.join(work, `${name}-out`), path.join(work, `${name}-in`)]
  for (const folder of [outWork, inWork]) await mkdir(folder, { mode: 0o700 })
  const out = new PartProcess(name, 'out', { env: embedded(env), dataDir, args: [outWork] })
  const into = dryRun ? undefined : new PartProcess(name, 'in', { env, dataDir, args: [inWork, from] })
  try {
    await out.held
    out.go()
    const entries = into && new EntryWriter(into.input)
    let bytes = 0
    for await (const entry of readEntries(out.output)) {
      // Clips that stay files stay where they are.
      if (entry.name !== DOCUMENTS && !env['S3_ENDPOINT']) continue
      bytes += entry.size
      if (entries) await entries.addStream(entry.name, entry.size, entry.body as AsyncIterable<Uint8Array>)
    }
    const here = await out.done
    await entries?.end()
    const there = await into?.done
    if (there) requireSame(name, here, there, { clips: Boolean(env['S3_ENDPOINT']) })
    return { part: name, here, ...(there && { there }), bytes }
  } catch (error) {
    const parts = [out, ...(into ? [into] : [])]
    for (const part of parts) part.end()
    throw (await ownFailure(parts)) ?? (codeOf(error) ? error : fail(error))
  }
}

const fail = (error: unknown) => new OperatorError(messageOf(error))

/** What the parts themselves counted. That each row and clip is the same, they have looked at. */
function requireSame(name: string, here: DataReport, there: DataReport, { clips }: { clips: boolean }): void {
  for (const [table, count] of Object.entries(here.rows ?? {}))
    if (there.rows?.[table] !== count)
      throw new OperatorError(`${name}: of ${count} rows of ${table} ${there.rows?.[table] ?? 0} arrived.`)
  if (clips && here.objects !== there.objects)
    throw new OperatorError(`${name}: of ${here.objects} clips ${there.objects} arrived.`)
}

/** The same settings without servers. */
const embedded = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^(MONGODB|S3)_/.test(name)))

const isThere = async (folder: string): Promise<boolean> =>
  readdir(folder).then(
    (names) => names.length > 0,
    () => false,
  )

/** Rows and clips, here and there, as a table for people. */
export function tableOfMoved(moved: readonly Moved[]): string {
  const counted = moved.flatMap(({ part, here, there }) => [
    ...Object.entries(here.rows ?? {}).map(
      ([table, count]) => [part, table, count, there?.rows?.[table]] as const,
    ),
    ...(here.objects ? [[part, 'clips (objects)', here.objects, there?.objects] as const] : []),
  ])
  const rows = [
    ['part', 'what', 'here', 'there'],
    ...counted
      .filter(([, , here]) => here > 0)
      .map(([part, what, here, there]) => [
        part,
        what,
        String(here),
        there === undefined ? '–' : String(there),
      ]),
  ]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]!.length)))
  const cell = (text: string, column: number) =>
    column < 2 ? text.padEnd(widths[column]!) : text.padStart(widths[column]!)
  return rows.map((row) => row.map(cell).join('  ')).join('\n')
}
