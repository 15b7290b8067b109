import { vi } from 'vitest'
import type { ScriptEvent } from '../follow/read-events.ts'

const encoder = new TextEncoder()
const streams = new Set<ReadableStreamDefaultController<Uint8Array>>()

/** Opens the fake backend's event stream, which sends what a test passes. */
function open(signal: AbortSignal | null | undefined): Response {
  let own: ReadableStreamDefaultController<Uint8Array>
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      own = controller
      streams.add(own)
      controller.enqueue(encoder.encode(':\n\n'))
    },
    cancel: () => void streams.delete(own),
  })
  signal?.addEventListener('abort', () => streams.delete(own))
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

/** Bypasses MSW, which turns an aborted stream into an error that cannot be caught. */
export function serveEvents(): void {
  const { fetch } = globalThis
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) =>
    String(input).endsWith('/events') ? open(init?.signal) : fetch(input, init),
  )
}

/** The number of open event streams. */
export const followers = (): number => streams.size

/** Sends an event to every open page. */
export function tellPages(event: ScriptEvent['type'], data: object = {}): void {
  for (const stream of streams)
    stream.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`))
}
