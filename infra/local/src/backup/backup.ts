import { readEntries } from '@andscene/service-kit/data/entries'
import { DOCUMENTS, type DataReport } from '@andscene/service-kit/data/data-part'
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { codeOf, messageOf } from '../failure.ts'
import type { Environment } from '../settings.ts'
import { ArchiveWriter } from './archive-writer.ts'
import { ACCOUNTS, FORMAT, OWN_FILES, type Manifest } from './manifest.ts'
import { askPart, ownFailure, PartProcess, PARTS } from './part-process.ts'

export type BackupOptions = { env: Environment; dataDir: string; file: string; signal?: AbortSignal }
export type BackupSummary = {
  bytes: number
  parts: Manifest['parts']
  /** Clips that went, or were found damaged, while the backup was made. */
  leftOut: number
  accounts: boolean
}

/**
 * Writes all that a platform keeps into one new file, beside the platform that runs, or without one. All documents and accounts are of
 * one moment, wherever stores can be held still; clips are read after their rows. Failures are OperatorError, and leave nothing.
 */
export async function makeBackup({ env, dataDir, file, signal }: BackupOptions): Promise<BackupSummary> {
  if (await isThere(file)) throw new OperatorError(`${file} is there already: name another file.`)
  const madeAt = new Date().toISOString()
  const folder = path.dirname(file)
  await mkdir(folder, { recursive: true })
  await removeRests(file)
  let work: string | undefined
  let archive: ArchiveWriter | undefined
  const parts: PartProcess[] = []
  const scriptIds = scriptIdsAfter({ env, dataDir })
  const stop = () => {
    for (const part of parts) part.end()
  }
  signal?.addEventListener('abort', stop, { once: true })
  try {
    work = await mkdtemp(`${file}.${process.pid}.work-`)
    archive = await ArchiveWriter.open(file, `${file}.${process.pid}.part`, { format: FORMAT, madeAt })
    for (const name of PARTS) {
      const own = path.join(work, name)
      await mkdir(own, { mode: 0o700 })
      parts.push(
        new PartProcess(name, 'out', { env, dataDir, args: [own], scriptIds: () => scriptIds(parts) }),
      )
    }
    await Promise.all(parts.map((part) => part.held))
    const own = await ownFiles(dataDir)
    for (const part of parts) part.go()

    const reports: Record<string, DataReport> = {}
    for (const part of parts) {
      let documents = false
      let objects = 0
      for await (const { name, size, body } of readEntries(part.output)) {
        await archive.add(`${part.name}/${name}`, size, body as AsyncIterable<Uint8Array>)
        if (name === DOCUMENTS) documents = true
        else objects += 1
      }
      const report = await part.done
      if (!documents || objects !== report.objects)
        throw new Error(`Of ${part.name} not all came: ${objects} objects, documents: ${documents}`)
      reports[part.name] = report
    }
    for (const [name, bytes] of own) await archive.add(name, bytes.byteLength, Readable.from([bytes]))
    signal?.throwIfAborted()
    const manifest = { format: FORMAT, id: randomUUID(), madeAt, parts: describe(reports) }
    const bytes = await archive.finish(manifest)
    const leftOut = Object.values(reports).reduce((sum, report) => sum + (report.leftOut ?? 0), 0)
    return { bytes, parts: manifest.parts, leftOut, accounts: own.has(ACCOUNTS) }
  } catch (error) {
    stop()
    await archive?.discard()
    // A part that failed says more than the stream from it that was cut.
    throw sentenceOf(codeOf(error) ? error : ((await ownFailure(parts)) ?? error), folder)
  } finally {
    signal?.removeEventListener('abort', stop)
    if (work) await rm(work, { recursive: true, force: true })
  }
}

/** Which scripts are there when their owner among the parts has read all of its own (CopyMoment). */
export const scriptIdsAfter =
  (where: { env: Environment; dataDir: string }) =>
  async (parts: readonly PartProcess[]): Promise<string[]> => {
    await parts.find(({ name }) => name === 'scripts')?.done
    return (await askPart('scripts', 'scripts', where)).scriptIds ?? []
  }

const describe = (reports: Record<string, DataReport>): Manifest['parts'] =>
  Object.fromEntries(
    Object.entries(reports).map(([name, { schema, rows = {}, objects = 0 }]) => [
      name,
      { schema, rows, objects },
    ]),
  )

/** What the launcher itself keeps, read while nothing changes. */
async function ownFiles(dataDir: string): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>()
  for (const [name, file] of OWN_FILES) {
    const bytes = await readFile(path.join(dataDir, file)).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error
    })
    if (bytes) found.set(name, bytes)
  }
  return found
}

/** A full disk is known by the launcher's own writes, or by what a part says of its. */
function sentenceOf(error: unknown, folder: string): unknown {
  const isFull =
    ['ENOSPC', 'EDQUOT'].includes(codeOf(error) ?? '') || /disk is full|ENOSPC/.test(messageOf(error))
  return isFull
    ? new OperatorError(`The disk of ${folder} is full: free some space, or name a file on another disk.`)
    : error
}

const isThere = async (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  )

/** Removes what backups to the same file left that were killed: their process is in the names. */
async function removeRests(file: string): Promise<void> {
  const folder = path.dirname(file)
  for (const name of await readdir(folder)) {
    const pid = name.startsWith(`${path.basename(file)}.`)
      ? /\.(\d+)\.(part|work-\w+)$/.exec(name)?.[1]
      : undefined
    if (pid !== undefined && !isAlive(Number(pid)))
      await rm(path.join(folder, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
