import { BYTE_ORDER_MARK, csvRow } from '@andscene/contracts/text/csv'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Subscriber, SubscriberStore } from '../subscriber-store.ts'

type Source = Pick<SubscriberStore, 'all'>

const HEADER = ['email', 'source', 'subscribed_at']

/** Yields the sign-ups as CSV (UTF-8, times in UTC), row by row, so that any number of them fits into memory. */
export async function* toCsv(subscribers: AsyncIterable<Subscriber>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvRow(HEADER)
  for await (const { email, source, subscribedAt } of subscribers)
    yield csvRow([email, source, subscribedAt.toISOString()])
}

/** Writes all sign-ups as CSV, with backpressure; `out` stays open. Returns their number. */
export async function exportSubscribers(store: Source, out: Writable): Promise<number> {
  let rows = 0
  const counted = async function* () {
    for await (const row of toCsv(store.all())) {
      rows += 1
      yield row
    }
  }
  await pipeline(counted, out, { end: out !== process.stdout })
  return rows - 1
}

/**
 * Exports to a file that only its owner can read, and that is complete or absent. Rejects when the file cannot be
 * written.
 */
export async function exportToFile(store: Source, file: string): Promise<number> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const part = `${file}.${process.pid}.part`
  // Opened first: a stream that opens it later would create it again after it was removed.
  const handle = await open(part, 'wx', 0o600)
  try {
    const count = await exportSubscribers(store, handle.createWriteStream({ flush: true }))
    await rename(part, file)
    return count
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
