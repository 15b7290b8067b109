import { openRaw } from '@andscene/testing/raw-http'
import { setTimeout as delay } from 'node:timers/promises'

/** Declared but never sent in full. */
const BODY_BYTES = 900
const BYTE_MS = 1_000

export type Drip = { method: string; path: string; authorization?: string }
export type Crowd = { count: number; request: Drip; againMs: number }
/** Requests that are open now, and refusals so far. */
export type Told = { held: number; refused: number }

/** Keeps `count` requests open whose bodies arrive one byte a second. A refused or closed one is repeated after `againMs`. */
export function drip(origin: string, { count, request, againMs }: Crowd): { told: Told } {
  const told = { held: 0, refused: 0 }
  const one = async (n: number) => {
    // Spread over one second.
    await delay((n * BYTE_MS) / count)
    for (;;) {
      await hold(origin, request, told).catch(() => {})
      await delay(againMs)
    }
  }
  for (let n = 0; n < count; n += 1) void one(n)
  return { told }
}

async function hold(origin: string, request: Drip, told: Told): Promise<void> {
  const connection = await openRaw(origin)
  told.held += 1
  const bytes = setInterval(() => connection.write('a'), BYTE_MS)
  try {
    connection.write(head(origin, request))
    const { status } = await connection.response()
    if (status > 0) told.refused += 1
  } finally {
    clearInterval(bytes)
    connection.destroy()
    told.held -= 1
  }
}

const head = (origin: string, { method, path, authorization }: Drip) =>
  [
    `${method} ${path} HTTP/1.1`,
    `Host: ${new URL(origin).host}`,
    'Content-Type: application/json',
    `Content-Length: ${BODY_BYTES}`,
    ...(authorization ? [`Authorization: ${authorization}`] : []),
    '',
    '{',
  ].join('\r\n')
