import { tryFileLock } from '@andscene/service-kit/process/file-lock'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { privately } from '../private-files.ts'

const DATABASES = ['scripts.sqlite', 'tts.sqlite', 'subscriptions.sqlite']
const RESTORED = [...DATABASES, 'audio', 'seeded.json']
/** Outbox and reconciler refill Redis; in a shared Redis a new installation-id gives new keys. */
const OUTDATED = [...DATABASES.flatMap((name) => [`${name}-wal`, `${name}-shm`]), 'redis', 'installation-id']
const KEY = 'token-key.pem'

/** A restore whose data is complete in `staging` but not yet in place. Values are folder names in DATA_DIR. */
type Journal = {
  staging: string
  former: string
  items: string[]
  /** Entries that stay in place although they are not restored; absent in journals of older releases. */
  kept?: string[]
}

const journalOf = (dataDir: string) => path.join(dataDir, 'restore.json')
const STAGING = '.restoring-'
const UNNAMED = 'restore.json.'

/** Creates a folder in DATA_DIR for the restored data; removes those of interrupted restores. */
export async function makeStaging(dataDir: string): Promise<string> {
  for (const name of await readdir(dataDir))
    if (name.startsWith(STAGING) || name.startsWith(UNNAMED))
      await rm(path.join(dataDir, name), { recursive: true, force: true })
  const staging = path.join(dataDir, `${STAGING}${process.pid}`)
  await mkdir(staging, { mode: 0o700 })
  return staging
}

/** Once the journal is written, this process or the next one finishes the swap. Returns the path of the old data. */
export async function swapIn(
  dataDir: string,
  staging: string,
  former: string,
  kept: string[] = [],
): Promise<string | undefined> {
  const items = await readdir(staging)
  if (items.includes('identity')) {
    // Archives do not contain the signing key of tokens: existing sessions stay valid.
    const key = path.join(dataDir, 'identity', KEY)
    if (existsSync(key)) await copyFile(key, path.join(staging, 'identity', KEY))
  }
  for (const folder of await foldersIn(staging)) await sync(folder)
  const journal: Journal = { staging: path.basename(staging), former, items, kept }
  const written = path.join(dataDir, `${UNNAMED}${process.pid}`)
  await writeFile(written, JSON.stringify(journal), { mode: 0o600, flush: true })
  await rename(written, journalOf(dataDir))
  await sync(dataDir)
  await finish(dataDir, journal)
  return existsSync(path.join(dataDir, former)) ? path.join(dataDir, former) : undefined
}

/**
 * Finishes a restore that was interrupted while it changed DATA_DIR; returns whether there was one. The caller holds
 * the lock.
 */
export async function finishSwap(dataDir: string): Promise<boolean> {
  if (!existsSync(journalOf(dataDir))) return false
  await finish(dataDir, JSON.parse(await readFile(journalOf(dataDir), 'utf8')) as Journal)
  return true
}

/** Does the same at the start of a platform; skips a folder that another process has locked. */
export async function finishRestore(dataDir: string): Promise<boolean> {
  if (!existsSync(journalOf(dataDir))) return false
  const lock = privately(() => tryFileLock(path.join(dataDir, 'platform.lock')))
  if (!lock) return false
  try {
    return await finishSwap(dataDir)
  } finally {
    lock.release()
  }
}

/** Consists of renames only, each done once: it can be interrupted anywhere and repeated. */
async function finish(dataDir: string, { staging, former, items, kept = [] }: Journal): Promise<void> {
  const from = path.join(dataDir, staging)
  const retire = async (name: string) => {
    if (!existsSync(path.join(dataDir, name))) return
    await mkdir(path.join(dataDir, former), { recursive: true, mode: 0o700 })
    await rename(path.join(dataDir, name), path.join(dataDir, former, name))
  }
  // First: an old change log must not be applied to the new database.
  for (const name of [...OUTDATED, ...RESTORED])
    if (!items.includes(name) && !kept.some((one) => isPartOf(name, one))) await retire(name)
  for (const name of items) {
    // A missing item is already in place.
    if (!existsSync(path.join(from, name))) continue
    await retire(name)
    await rename(path.join(from, name), path.join(dataDir, name))
  }
  await sync(dataDir)
  await rm(from, { recursive: true, force: true })
  await rm(journalOf(dataDir))
  await sync(dataDir)
}

/** A database has its change log in separate files. */
const isPartOf = (name: string, kept: string): boolean => name === kept || name.startsWith(`${kept}-`)

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return [
    folder,
    ...entries.filter((entry) => entry.isDirectory()).map((entry) => path.join(entry.parentPath, entry.name)),
  ]
}

/** Syncs a folder, so that created and removed names are durable. */
async function sync(folder: string): Promise<void> {
  const opened = await open(folder)
  await opened.sync().finally(() => opened.close())
}
