import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { expect } from 'vitest'
import { environmentOf } from '../../part-environment.ts'
import { temporaryDir } from '../../testing/launched.ts'
import { PARTS } from '../manifest.ts'
import { makeSmallData } from './small-data.ts'

/** Runs a command of the project like npm. */
export function startCommand(name: string, args: string[], env: Record<string, string>) {
  const child = spawn(
    process.execPath,
    [path.join(import.meta.dirname, '../../commands', `${name}.ts`), ...args],
    { env: { ...environmentOf(process.env), ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)))
  const ended = new Promise<{ code: number | null; said: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, said })),
  )
  return { child, ended }
}

export const run = (name: string, args: string[], env: Record<string, string>) =>
  startCommand(name, args, env).ended

/** Expected results of a command that succeeded, and of one that failed. */
export const succeeded = (said: RegExp) => ({ code: 0, said: expect.stringMatching(said) as string })
export const refused = (said: RegExp) => ({ code: 1, said: expect.stringMatching(said) as string })

/** A DATA_DIR in a temporary folder, and paths for a backup and another DATA_DIR. */
export async function madeData(clips = 12) {
  const folder = await temporaryDir()
  const dataDir = path.join(folder, 'data')
  await makeSmallData(dataDir, clips)
  return { folder, dataDir, file: path.join(folder, 'one.andscene'), target: path.join(folder, 'target') }
}

/** The same, with the backup made. */
export async function backedUp(clips = 12) {
  const made = await madeData(clips)
  const { code, said } = await run('backup', [made.file], { DATA_DIR: made.dataDir })
  if (code !== 0) throw new Error(said)
  return { ...made, said }
}

/** Every row of every table, with document fields sorted: their order does not matter. */
export function rowsOf(dataDir: string): Record<string, unknown[]> {
  const rows: Record<string, unknown[]> = {}
  for (const name of PARTS) {
    const db = new DatabaseSync(path.join(dataDir, `${name}.sqlite`))
    const tables = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`).all()
    for (const { name: table } of tables)
      rows[`${name}.${String(table)}`] = db
        .prepare(`SELECT * FROM "${String(table)}" ORDER BY 1`)
        .all()
        .map(parsed)
    db.close()
  }
  return rows
}

const parsed = (row: Record<string, SQLOutputValue>): object =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      typeof value === 'string' && value.startsWith('{') ? (JSON.parse(value) as unknown) : value,
    ]),
  )

/** Every row and the hash of every clip, to compare two folders. */
export async function contentsOf(dataDir: string): Promise<Record<string, unknown>> {
  const contents: Record<string, unknown> = rowsOf(dataDir)
  const audio = path.join(dataDir, 'audio')
  for (const entry of await readdir(audio, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    contents[path.relative(audio, file)] = createHash('sha256')
      .update(await readFile(file))
      .digest('hex')
  }
  for (const file of ['identity/accounts.json', 'identity/token-key.pem', 'redis/appendonly.aof'])
    contents[file] = await readFile(path.join(dataDir, file), 'utf8').catch(() => undefined)
  return contents
}

/** Hashes of all clips, and of their timing files, by their paths. */
export const clipsOf = async (dataDir: string): Promise<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(await contentsOf(dataDir)).filter(([name]) => /\.(?:mp3|words)$/.test(name)),
  )
