import { openRaw } from '@andscene/testing/raw-http'
import { setTimeout as delay } from 'node:timers/promises'

/** Declared, and never sent whole. */
const BODY_BYTES = 900
const BYTE_MS = 1_000

export type Drip = { method: string; path: string; authorization?: string }

/**
 * Holds `count` requests whose bodies come one byte a second. Whoever is refused or hung up on comes again after a second,
 * as somebody who means harm would. `refused` counts the responses, `end` hangs up all of them.
 */
export function drip(origin: string, count: number, request: Drip) {
  const leaving = new AbortController()
  const told = { refused: 0, held: 0 }
  const lines = Promise.all(
    Array.from({ length: count }, async () => {
      while (!leaving.signal.aborted) {
        await hold(origin, request, told, leaving.signal).catch(() => {})
        await delay(BYTE_MS, undefined, { signal: leaving.signal }).catch(() => {})
      }
    }),
  )
  return {
    told,
    end: async () => {
      leaving.abort()
      await lines
    },
  }
}

async function hold(
  origin: string,
  request: Drip,
  told: { refused: number; held: number },
  signal: AbortSignal,
): Promise<void> {
  const connection = await openRaw(origin)
  told.held += 1
  const hangUp = () => connection.destroy()
  signal.addEventListener('abort', hangUp, { once: true })
  const bytes = setInterval(() => connection.write('a'), BYTE_MS)
  try {
    connection.write(head(origin, request))
    const { status } = await connection.response()
    if (status > 0) told.refused += 1
  } finally {
    clearInterval(bytes)
    signal.removeEventListener('abort', hangUp)
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
