import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { messageOf } from '../http-error.ts'
import {
  DOCUMENTS,
  OBJECTS,
  type DataPart,
  type DataReport,
  type FromPart,
  type PartStreams,
  type ToPart,
} from './data-part.ts'
import { EntryWriter, readEntries } from './entries.ts'
import { countRows } from './rows.ts'
import { schemaOfFile } from './sqlite-copy.ts'

/** Longer than any clip or upload takes, also when a store was unavailable for a while. */
const GRACE_MS = 3_600_000
/** Objects that are written at the same time. */
const AT_ONCE = 8

/**
 * Runs `out FOLDER`, `in FOLDER FROM`, `state`, `empty`, `examine look|repair`, `finish` or `scripts` in a process of
 * its own with an IPC channel. FOLDER is for temporary files.
 */
export async function runDataPart(open: () => DataPart | Promise<DataPart>): Promise<void> {
  // The parent process has exited.
  process.on('disconnect', () => process.exit(1))
  try {
    const [command = '', folder = '', from = ''] = process.argv.slice(2)
    const streams = { input: process.stdin, output: process.stdout }
    const part = await open()
    const report = await COMMANDS[command]!(part, { folder, from, streams })
    await send({ type: 'done', report: { schema: part.schema, ...report } })
    process.exitCode = 0
  } catch (error) {
    await send({ type: 'failed', message: withCause(error) })
    process.exitCode = 1
  }
  process.removeAllListeners('disconnect')
  process.disconnect?.()
}

const send = (message: FromPart) =>
  new Promise<void>((resolve) => {
    if (process.send) process.send(message, undefined, undefined, () => resolve())
    else resolve()
  })

/** What a store threw is in the cause (StoreUnavailable). */
const withCause = (error: unknown): string => {
  const cause = error instanceof Error ? error.cause : undefined
  return cause === undefined || messageOf(error).includes(messageOf(cause))
    ? messageOf(error)
    : `${messageOf(error)} (${messageOf(cause)})`
}

async function askForScripts(): Promise<ReadonlySet<string>> {
  const told = once(process, 'message')
  await send({ type: 'ask' })
  const [reply] = (await told) as [ToPart]
  return new Set(reply.type === 'scripts' ? reply.ids : [])
}

type Order = { folder: string; from: string; streams: PartStreams }
type Report = Partial<DataReport>

const COMMANDS: Record<string, (part: DataPart, order: Order) => Promise<Report>> = {
  state: async (part) => ({ state: await part.state() }),
  examine: async (part, { folder: how }) => ({
    findings: await part.examine({
      repair: how === 'repair',
      before: new Date(Date.now() - GRACE_MS),
      scriptIds: askForScripts,
    }),
  }),
  scripts: async (part) => ({ scriptIds: (await part.scriptIds?.()) ?? [] }),
  finish: async (part) => {
    await part.finish?.()
    return {}
  },
  empty: async (part) => {
    await part.empty()
    return {}
  },
  out: async (part, { folder, streams }) => {
    const file = path.join(folder, DOCUMENTS)
    await part.copyOut(file, {
      held: async () => {
        const told = once(process, 'message')
        await send({ type: 'held' })
        await told
      },
      scriptIds: askForScripts,
    })
    const before = countRows(file)
    const entries = new EntryWriter(streams.output)
    let objects = 0
    for await (const { name, bytes } of part.objects?.(file) ?? []) {
      await entries.add(`${OBJECTS}${name}`, bytes)
      objects += 1
    }
    const rows = countRows(file)
    const schema = schemaOfFile(file)
    await entries.addFile(DOCUMENTS, file)
    await entries.end()
    await rm(file)
    return { schema, rows, objects, leftOut: (before['clips'] ?? 0) - (rows['clips'] ?? 0) }
  },
  in: async (part, { folder, from, streams }) => {
    const file = path.join(folder, DOCUMENTS)
    const sink = await part.takeIn()
    try {
      await sink.begin?.(from)
      const writing = new Set<Promise<void>>()
      let failure: { error: unknown } | undefined
      let objects = 0
      for await (const { name, body } of readEntries(streams.input)) {
        if (name === DOCUMENTS) {
          await pipeline(body, createWriteStream(file, { mode: 0o600 }))
          continue
        }
        const bytes = await buffer(body)
        if (!sink.object || !name.startsWith(OBJECTS)) throw new Error(`What is ${name}?`)
        const written: Promise<void> = sink
          .object({ name: name.slice(OBJECTS.length), bytes })
          .catch((error: unknown) => {
            failure ??= { error }
          })
          .finally(() => writing.delete(written))
        writing.add(written)
        if (writing.size >= AT_ONCE) await Promise.race(writing)
        if (failure) throw failure.error
        objects += 1
      }
      await Promise.all(writing)
      if (failure) throw failure.error
      const rows = countRows(file)
      await sink.documents(file)
      await rm(file, { force: true })
      return { rows, objects }
    } finally {
      await sink.close()
    }
  },
}
