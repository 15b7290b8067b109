import { vi } from 'vitest'
import type { ScriptEvent } from '../follow/read-events.ts'

const encoder = new TextEncoder()
const streams = new Set<ReadableStreamDefaultController<Uint8Array>>()

/** The stream of events of the fake backend: it opens, and sends what a test passes. */
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

/** MSW turns an aborted stream into an error that cannot be caught: it does not see the stream. */
export function serveEvents(): void {
  const { fetch } = globalThis
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) =>
    String(input).endsWith('/events') ? open(init?.signal) : fetch(input, init),
  )
}

/** How many pages follow a script now. */
export const followers = (): number => streams.size

/** Sends an event to every open page. */
export function tellPages(event: ScriptEvent['type'], data: object = {}): void {
  for (const stream of streams)
    stream.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`))
}
