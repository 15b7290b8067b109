// Slow clients, in a process of their own when this file is the program.
import { openRaw, requestBytes, type RawResponse } from '@andscene/testing/raw-http'
import { setTimeout as delay } from 'node:timers/promises'
import { serveParent } from '../child.ts'

/** Declared but never sent in full. */
const BODY_BYTES = 900
const BYTE_MS = 1_000

export type Drip = { method: string; path: string; authorization?: string; localAddress?: string }
export type Crowd = { count: number; request: Drip; againMs: number }
/** Requests that are open now, and refusals so far. */
export type Told = { held: number; refused: number }

/** Sends a request whose body arrives one byte a second; `held` is called when it is open and when it is over. */
export async function drip(
  origin: string,
  { method, path, authorization, localAddress }: Drip,
  held: (change: 1 | -1) => void,
): Promise<RawResponse> {
  const connection = await openRaw(origin, { localAddress })
  held(1)
  const bytes = setInterval(() => connection.write('a'), BYTE_MS)
  try {
    const headers = {
      Host: new URL(origin).host,
      'Content-Type': 'application/json',
      'Content-Length': BODY_BYTES,
      ...(authorization !== undefined && { Authorization: authorization }),
    }
    connection.write(requestBytes(method, path, headers, '{'))
    return await connection.response()
  } finally {
    clearInterval(bytes)
    connection.destroy()
    held(-1)
  }
}

/** Keeps `count` requests open. A refused or closed one is repeated after `againMs`. */
function keepDripping(origin: string, { count, request, againMs }: Crowd): Told {
  const told = { held: 0, refused: 0 }
  const one = async (n: number) => {
    // Spread over one second.
    await delay((n * BYTE_MS) / count)
    for (;;) {
      const response = await drip(origin, request, (change) => (told.held += change)).catch(() => undefined)
      if (response && response.status > 0) told.refused += 1
      await delay(againMs)
    }
  }
  for (let n = 0; n < count; n += 1) void one(n)
  return told
}

if (process.argv[1] === import.meta.filename) {
  const told: Told[] = []
  await serveParent(
    async ({ origin, crowds }: { origin: string; crowds: Crowd[] }) =>
      void told.push(...crowds.map((crowd) => keepDripping(origin, crowd))),
    () => told,
  )
}
