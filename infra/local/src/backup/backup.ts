import { DOCUMENTS } from '@andscene/service-kit/data/data-part'
import { readEntries } from '@andscene/service-kit/data/entries'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { codeOf, isAlive } from '../failure.ts'
import { ArchiveWriter } from './archive-writer.ts'
import { ACCOUNTS, FORMAT, OWN_FILES, type Manifest } from './manifest.ts'
import { failureOf, PartProcess, PARTS, type Where } from './part-process.ts'
import { isDiskFull } from './run-once.ts'

export type BackupOptions = Where & { file: string; signal: AbortSignal }
export type BackupSummary = {
  bytes: number
  parts: Manifest['parts']
  /** Clips that went, or were found damaged, while the backup was made. */
  leftOut: number
  accounts: boolean
}

/** Documents and accounts are of one moment where stores can pause. Failures are OperatorError, and leave nothing. */
export async function makeBackup({ env, dataDir, file, signal }: BackupOptions): Promise<BackupSummary> {
  if (existsSync(file)) throw new OperatorError(`${file} is there already: name another file.`)
  const madeAt = new Date().toISOString()
  const folder = path.dirname(file)
  await mkdir(folder, { recursive: true })
  await removeRests(file)
  let work: string | undefined
  let archive: ArchiveWriter | undefined
  const running: PartProcess[] = []
  const stop = () => running.forEach((part) => part.kill())
  signal.addEventListener('abort', stop)
  try {
    work = await mkdtemp(`${file}.${process.pid}.work-`)
    archive = await ArchiveWriter.open(file, `${file}.${process.pid}.part`, { format: FORMAT, madeAt })
    const beforeScripts = async () => running.find(({ name }) => name === 'scripts')?.done
    for (const name of PARTS) {
      const own = path.join(work, name)
      await mkdir(own, { mode: 0o700 })
      running.push(new PartProcess(name, 'out', { env, dataDir, args: [own], beforeScripts }))
    }
    await Promise.all(running.map((part) => part.held))
    const own = await ownFiles(dataDir)
    for (const part of running) part.go()

    const parts: Manifest['parts'] = {}
    let leftOut = 0
    for (const part of running) {
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
      parts[part.name] = { schema: report.schema, rows: report.rows ?? {}, objects }
      leftOut += report.leftOut ?? 0
    }
    for (const [name, bytes] of own) await archive.add(name, bytes.byteLength, Readable.from([bytes]))
    signal.throwIfAborted()
    const bytes = await archive.finish({ format: FORMAT, id: randomUUID(), madeAt, parts })
    return { bytes, parts, leftOut, accounts: own.has(ACCOUNTS) }
  } catch (error) {
    const failure = await failureOf(running, error)
    await archive?.discard()
    const reason = codeOf(error) ? error : failure
    throw isDiskFull(reason)
      ? new OperatorError(`The disk of ${folder} is full: free some space, or name a file on another disk.`)
      : reason
  } finally {
    signal.removeEventListener('abort', stop)
    if (work) await rm(work, { recursive: true, force: true })
  }
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
