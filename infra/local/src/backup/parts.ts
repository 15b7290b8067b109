import { openDataPart as openScripts } from '@andscene/scripts/data/data-part'
import type { DataObject, DataPart, DataSink, DataState } from '@andscene/service-kit/data/data-part'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { openDataPart as openSubscriptions } from '@andscene/subscriptions/data/data-part'
import { openDataPart as openTts } from '@andscene/tts/data/data-part'
import path from 'node:path'
import { messageOf } from '../failure.ts'
import type { Environment } from '../settings.ts'
import { PARTS, type PartName } from './manifest.ts'

/** Opens the stores with each service's own code (decision 0053). */
const OPENERS = { scripts: openScripts, tts: openTts, subscriptions: openSubscriptions }

export type Where = { env: Environment; dataDir: string }

/** Runs `work` for all parts in parallel; returns the results by part. */
export async function eachPart<T>(work: (name: PartName) => Promise<T>): Promise<Record<PartName, T>> {
  const results = await Promise.all(PARTS.map((name) => inPart(name, () => work(name))))
  return Object.fromEntries(PARTS.map((name, n) => [name, results[n]])) as Record<PartName, T>
}

export const openParts = ({ env, dataDir }: Where): Promise<Record<PartName, DataPart>> =>
  eachPart((name) => OPENERS[name]({ ...env, DATA_DIR: dataDir }))
export type Parts = Awaited<ReturnType<typeof openParts>>

/** Runs `work`; prefixes the sentence of a failure with the name of the part. */
export async function inPart<T>(name: PartName, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof OperatorError) throw error
    // The cause contains the store's own error (StoreUnavailable).
    const cause = error instanceof Error ? error.cause : undefined
    const reason =
      cause === undefined || messageOf(error).includes(messageOf(cause)) ? '' : ` (${messageOf(cause)})`
    throw new OperatorError(`${name}: ${messageOf(error)}${reason}`, { cause: error })
  }
}

export type States = Record<PartName, DataState>

export const statesOf = (parts: Parts): Promise<States> => eachPart((name) => parts[name].state())

export function hasAnyData(states: States, on: 'files' | 'servers', env: Environment): boolean {
  const isMeant = (name: 'MONGODB_URI' | 'S3_ENDPOINT') => Boolean(env[name]) === (on === 'servers')
  return Object.values(states).some(
    ({ documents, objects }) => (documents && isMeant('MONGODB_URI')) || (objects && isMeant('S3_ENDPOINT')),
  )
}

type Filling = { parts: Parts; env: Environment; from: string; replace: boolean }

/**
 * Throws OperatorError unless the servers are empty or partly filled from the same `from`; returns whether they are
 * partly filled.
 */
export async function prepareServers(
  states: States,
  { parts, env, from, replace }: Filling,
): Promise<boolean> {
  const filling = Object.values(states).flatMap((state) => state.filling ?? [])
  if (filling.length > 0) {
    if (filling.every((other) => other === from)) return true
    if (!replace)
      throw new OperatorError(
        'MongoDB or the bucket hold what an interrupted restore or move of something else left: run that again, or say --replace to remove it and begin with this one.',
      )
    for (const name of PARTS)
      await inPart(name, async () => {
        await parts[name].empty()
        await parts[name].finish()
      })
  } else if (hasAnyData(states, 'servers', env))
    throw new OperatorError(
      'There is data in MongoDB or in the bucket already, and servers are never emptied here: name an empty database in MONGODB_URI and an empty bucket in S3_BUCKET.',
    )
  return false
}

/** Removes the marks of an unfinished restore or move. The clips' own mark is removed first. */
export async function finishParts(parts: Parts): Promise<void> {
  for (const name of ['tts', 'scripts', 'subscriptions'] as const)
    await inPart(name, () => parts[name].finish())
}

type Copies<T> = { files: Record<PartName, string>; meanwhile: T }

/**
 * Copies the documents of all parts into files in `folder`. Where stores can pause, the copies are one consistent
 * snapshot, and `work` runs while they are paused. A part reads the ids of scripts after these have been copied.
 */
export async function copyParts<T>(parts: Parts, folder: string, work: () => Promise<T>): Promise<Copies<T>> {
  const moment = Promise.withResolvers<T>()
  moment.promise.catch(() => undefined)
  let expected = PARTS.length
  const held = async () => {
    expected -= 1
    if (expected === 0) moment.resolve(work())
    await moment.promise
  }
  const copying: Partial<Record<PartName, Promise<string>>> = {}
  const scriptIds = async () => {
    await copying.scripts
    return new Set(await parts.scripts.scriptIds!())
  }
  for (const name of PARTS) {
    const file = path.join(folder, name)
    copying[name] = inPart(name, () => parts[name].copyOut(file, { held, scriptIds })).then(() => file)
    // The other parts wait for this one.
    copying[name].catch(moment.reject)
  }
  await Promise.allSettled(Object.values(copying))
  const files = await eachPart((name) => copying[name]!)
  return { files, meanwhile: await moment.promise }
}

/** What was exported from a part. */
export type Counts = {
  schema: number
  /** Documents by kind. */
  rows: Record<string, number>
  objects: number
  /** Objects that had been deleted when they were read. */
  leftOut: number
}

/** Passes the objects of a part to `take`; `file` has the part's copied documents. */
export async function readObjects(
  part: DataPart,
  file: string,
  take: (object: DataObject) => Promise<void>,
): Promise<Counts> {
  const before = await part.count(file)
  let objects = 0
  for await (const object of part.objects?.(file) ?? []) {
    await take(object)
    objects += 1
  }
  const rows = await part.count(file)
  return { schema: part.schema, rows, objects, leftOut: sumOf(before) - sumOf(rows) }
}

const sumOf = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

/** Maximum number of concurrent object writes. */
const CONCURRENT_WRITES = 8

/** Stores objects, several concurrently; `flush` waits for the last ones. */
export function objectWriter(sink: DataSink) {
  let waiting: DataObject[] = []
  const flush = async () => {
    const written = await Promise.allSettled(waiting.map((object) => sink.object!(object)))
    waiting = []
    for (const result of written) if (result.status === 'rejected') throw result.reason
  }
  return {
    flush,
    async write(object: DataObject): Promise<void> {
      waiting.push(object)
      if (waiting.length === CONCURRENT_WRITES) await flush()
    },
  }
}
