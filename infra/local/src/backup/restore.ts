import { tryFileLock } from '@andscene/service-kit/process/file-lock'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { prepareDataDir } from '../data-dir.ts'
import { OperatorError } from '@andscene/service-kit/operator-error'
import type { Environment } from '../settings.ts'
import { entriesOf, verifyArchive, type Entry } from './archive-reader.ts'
import { DOCUMENTS, OBJECTS, OWN_FILES, PARTS, type Manifest, type PartName } from './manifest.ts'
import {
  finishParts,
  inPart,
  hasAnyData,
  objectWriter,
  openParts,
  prepareServers,
  statesOf,
  type Parts,
  type Where,
} from './parts.ts'
import { isDiskFull } from './run-once.ts'
import { finishSwap, makeStaging, swapIn } from './swap.ts'

export type RestoreOptions = Where & { file: string; replace: boolean }
export type RestoreSummary = {
  manifest: Manifest
  former: string | undefined
  resumed: boolean
}

/** Verifies the whole archive, then moves the data of DATA_DIR aside and replaces it. Failures are OperatorErrors. */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreSummary> {
  const { env, dataDir, file, replace } = options
  const manifest = await verifyArchive(file)
  await prepareDataDir(dataDir)
  const lock = tryFileLock(path.join(dataDir, 'platform.lock'))
  if (!lock)
    throw new OperatorError(
      `DATA_DIR ${dataDir} is used by a platform that runs: stop it first, or choose another folder with DATA_DIR.`,
    )
  try {
    await finishSwap(dataDir)
    const parts = await openParts({ env, dataDir })
    const states = await statesOf(parts)
    requireKnown(manifest, parts, file)
    const resumed = await prepareServers(states, { parts, env, from: manifest.id, replace })
    const isEmpty =
      !hasAnyData(states, 'files', env) && !OWN_FILES.some(([, own]) => existsSync(path.join(dataDir, own)))
    if (!isEmpty && !replace)
      throw new OperatorError(
        `There is data in ${dataDir} already: choose an empty folder with DATA_DIR, or say --replace to move it aside.`,
      )
    await requireRoom(manifest, dataDir)
    const staging = await makeStaging(dataDir)
    try {
      await takeIn(manifest, { env, staging, file })
      await rm(workOf(staging), { recursive: true, force: true })
      const former = `replaced-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
      const aside = await swapIn(dataDir, staging, former, kept(env))
      await finishParts(parts)
      if (!isEmpty) return { manifest, former: aside, resumed }
      // Only empty folders and the files of a Redis without data were moved aside.
      if (aside) await rm(aside, { recursive: true, force: true })
      return { manifest, former: undefined, resumed }
    } catch (error) {
      // After the swap has started, the next process finishes it.
      if (!existsSync(path.join(dataDir, 'restore.json')))
        for (const folder of [staging, workOf(staging)]) await rm(folder, { recursive: true, force: true })
      throw isDiskFull(error)
        ? new OperatorError(`The disk of ${dataDir} is full: free some space. What was there is there still.`)
        : error
    }
  } finally {
    lock.release()
  }
}

/** A folder next to the staging folder; removed before the swap. */
const workOf = (staging: string) => `${staging}-work`

/** Entries of DATA_DIR that a restore to servers keeps: data from before the move to them. */
const kept = (env: Environment): string[] => [
  ...(env['MONGODB_URI'] ? ['scripts.sqlite', 'tts.sqlite', 'subscriptions.sqlite'] : []),
  ...(env['S3_ENDPOINT'] ? ['audio'] : []),
]

function requireKnown(manifest: Manifest, parts: Parts, file: string): void {
  for (const name of PARTS) {
    const { schema } = manifest.parts[name]!
    const known = parts[name].schema
    if (schema > known)
      throw new OperatorError(
        `${file} was made by a newer release (${name}: schema ${schema}, known ${known}); nothing was changed.`,
      )
  }
}

/** Includes what file systems need for names and partial blocks. */
async function requireRoom({ entries }: Manifest, dataDir: string): Promise<void> {
  const needed = entries.reduce((sum, { bytes }) => sum + bytes + 8_192, 0)
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize < needed)
    throw new OperatorError(
      `The disk of ${dataDir} has no room for the ${Math.ceil(needed / 1e6)} MB of this backup; nothing was changed.`,
    )
}

async function takeIn(
  { id }: Manifest,
  { env, staging, file }: { env: Environment; staging: string; file: string },
): Promise<void> {
  const parts = await openParts({ env, dataDir: staging })
  const work = workOf(staging)
  await mkdir(work, { mode: 0o700 })
  let current: Awaited<ReturnType<typeof openIntake>> | undefined
  for await (const entry of entriesOf(file)) {
    const [name, rest] = splitName(entry.name)
    if (current && current.name !== name) {
      await current.finish()
      current = undefined
    }
    if (name === 'platform') await takeOwn(entry, staging)
    else {
      current ??= await openIntake(name as PartName, parts, id, path.join(work, name))
      await current.take(rest, entry.body)
    }
  }
  await current?.finish()
}

/** The part's name, and the name within the part. */
const splitName = (name: string): [string, string] => {
  const at = name.indexOf('/')
  return [name.slice(0, at), name.slice(at + 1)]
}

/** Stores the entries of a part; its documents are held in `file` until all objects are stored. */
async function openIntake(name: PartName, parts: Parts, from: string, file: string) {
  const sink = await inPart(name, () => parts[name].takeIn(from))
  const writer = objectWriter(sink)
  return {
    name,
    take: (entry: string, body: Readable) =>
      inPart(name, async () => {
        if (entry === DOCUMENTS) await pipeline(body, createWriteStream(file, { mode: 0o600 }))
        else if (!sink.object || !entry.startsWith(OBJECTS)) throw new Error(`unknown entry ${entry}`)
        else await writer.write({ name: entry.slice(OBJECTS.length), bytes: await buffer(body) })
      }),
    finish: () =>
      inPart(name, async () => {
        await writer.flush()
        await sink.documents(file)
        await rm(file, { force: true })
      }),
  }
}

async function takeOwn({ name, body }: Entry, staging: string): Promise<void> {
  const [, own] = OWN_FILES.find(([entry]) => entry === name) ?? []
  if (own === undefined)
    throw new OperatorError(`The entry ${name} is unknown: the backup was made by another release.`)
  const target = path.join(staging, own)
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
  const handle = await open(target, 'wx', 0o600)
  await pipeline(body, handle.createWriteStream({ flush: true }))
}
