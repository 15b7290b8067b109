import type { DataPart } from '@andscene/service-kit/data/data-part'
import { randomUUID } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { codeOf, isAlive } from '../failure.ts'
import { ArchiveWriter } from './archive-writer.ts'
import {
  ACCOUNTS,
  DOCUMENTS,
  FORMAT,
  OBJECTS,
  OWN_FILES,
  PARTS,
  type Manifest,
  type PartName,
} from './manifest.ts'
import { copyParts, readObjects, inPart, openParts, type Counts, type Where } from './parts.ts'
import { isDiskFull } from './run-once.ts'

export type BackupOptions = Where & { file: string; signal: AbortSignal }
export type BackupSummary = {
  bytes: number
  parts: Manifest['parts']
  /** Clips that were deleted, or found damaged, while the backup was made. */
  leftOut: number
  accounts: boolean
}

/**
 * Creates a consistent snapshot of documents and accounts where the stores can pause. Failures are OperatorErrors and
 * leave no file.
 */
export async function makeBackup({ env, dataDir, file, signal }: BackupOptions): Promise<BackupSummary> {
  if (existsSync(file)) throw new OperatorError(`${file} is there already: name another file.`)
  const madeAt = new Date().toISOString()
  const folder = path.dirname(file)
  await mkdir(folder, { recursive: true })
  await removeLeftovers(file)
  let work: string | undefined
  let archive: ArchiveWriter | undefined
  try {
    work = await mkdtemp(`${file}.${process.pid}.work-`)
    archive = await ArchiveWriter.open(file, `${file}.${process.pid}.part`, { format: FORMAT, madeAt })
    const parts = await openParts({ env, dataDir })
    const { files, meanwhile: own } = await copyParts(parts, work, () => ownFiles(dataDir))
    const counted: Manifest['parts'] = {}
    let allLeftOut = 0
    for (const name of PARTS) {
      const { leftOut, ...counts } = await inPart(name, () =>
        writePart(archive!, name, parts[name], files[name], signal),
      )
      counted[name] = counts
      allLeftOut += leftOut
    }
    for (const [name, bytes] of own) await archive.add(name, bytes.byteLength, Readable.from([bytes]))
    signal.throwIfAborted()
    const bytes = await archive.finish({ format: FORMAT, id: randomUUID(), madeAt, parts: counted })
    return { bytes, parts: counted, leftOut: allLeftOut, accounts: own.has(ACCOUNTS) }
  } catch (error) {
    await archive?.discard()
    throw isDiskFull(error)
      ? new OperatorError(`The disk of ${folder} is full: free some space, or name a file on another disk.`)
      : error
  } finally {
    if (work) await rm(work, { recursive: true, force: true })
  }
}

async function writePart(
  archive: ArchiveWriter,
  name: PartName,
  part: DataPart,
  file: string,
  signal: AbortSignal,
): Promise<Counts> {
  const counts = await readObjects(part, file, async (object) => {
    signal.throwIfAborted()
    await archive.add(
      `${name}/${OBJECTS}${object.name}`,
      object.bytes.byteLength,
      Readable.from([object.bytes]),
    )
  })
  await archive.add(
    `${name}/${DOCUMENTS}`,
    (await stat(file)).size,
    createReadStream(file, { highWaterMark: 1 << 20 }),
  )
  return counts
}

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

/** Removes the files of killed backups to the same path; their names contain the process id. */
async function removeLeftovers(file: string): Promise<void> {
  const folder = path.dirname(file)
  for (const name of await readdir(folder)) {
    const pid = name.startsWith(`${path.basename(file)}.`)
      ? /\.(\d+)\.(part|work-\w+)$/.exec(name)?.[1]
      : undefined
    if (pid !== undefined && !isAlive(Number(pid)))
      await rm(path.join(folder, name), { recursive: true, force: true })
  }
}
