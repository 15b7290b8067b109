// Runs slow clients in a separate process.
import { openRaw, requestBytes } from '@andscene/testing/raw-http'
import { setTimeout as delay } from 'node:timers/promises'
import { serveParent } from '../child.ts'

/** The declared body length; the body is never sent in full. */
const BODY_BYTES = 900
const BYTE_MS = 1_000

export type Crowd = { count: number; method: string; path: string; authorization?: string; againMs: number }
/** Open requests, and the number of refused ones. */
export type Told = { held: number; refused: number }

/**
 * Keeps `count` requests open whose bodies arrive at one byte a second. Repeats a refused or closed one after
 * `againMs`.
 */
function keepDripping(origin: string, { count, againMs, ...request }: Crowd): Told {
  const told = { held: 0, refused: 0 }
  const one = async (n: number) => {
    // Spreads the starts over one second.
    await delay((n * BYTE_MS) / count)
    for (;;) {
      told.held += 1
      const status = await drip(origin, request).catch(() => 0)
      told.held -= 1
      if (status > 0) told.refused += 1
      await delay(againMs)
    }
  }
  for (let n = 0; n < count; n += 1) void one(n)
  return told
}

async function drip(
  origin: string,
  { method, path, authorization }: Pick<Crowd, 'method' | 'path' | 'authorization'>,
): Promise<number> {
  const connection = await openRaw(origin)
  const bytes = setInterval(() => connection.write('a'), BYTE_MS)
  try {
    const headers = {
      Host: new URL(origin).host,
      'Content-Type': 'application/json',
      'Content-Length': BODY_BYTES,
      ...(authorization !== undefined && { Authorization: authorization }),
    }
    connection.write(requestBytes(method, path, headers, '{'))
    return (await connection.response()).status
  } finally {
    clearInterval(bytes)
    connection.destroy()
  }
}

let told: Told[] = []
await serveParent(
  async ({ origin, crowds }: { origin: string; crowds: Crowd[] }) => {
    told = crowds.map((crowd) => keepDripping(origin, crowd))
  },
  () => told,
)
