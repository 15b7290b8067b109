import type { Role } from '@andscene/contracts/sharing/roles'
import type { NarrationCounts } from '@andscene/contracts/voices/voice'
import type { createParser } from 'eventsource-parser'

/** A change of a script, sent to its open pages (product §11, §12). */
export type ScriptEvent =
  | { type: 'role'; role: Role }
  | { type: 'title'; title: string }
  | { type: 'casting'; version: number }
  /** The number of the present draft. */
  | { type: 'draft'; number: number }
  /** The readiness figures; without `counts` they have changed and must be requested. */
  | { type: 'narration'; counts?: NarrationCounts }
  /** The current version of the notes; without `version` they may have changed (polling). */
  | { type: 'notes'; version?: number }
  /** The user can no longer open the script. Always the last event. */
  | { type: 'gone' }

/** A response with events, and the parser of its lines, which the first page does not load. */
export type EventStream = { response: Response; createParser: typeof createParser }

type Handlers = {
  onHeard(): void
  onEvent(event: ScriptEvent): void
}

/** Reads a script's event stream to its end. Rejects when the connection breaks or the signal fires. */
export async function readEvents(
  { response: { body }, createParser }: EventStream,
  signal: AbortSignal,
  handlers: Handlers,
): Promise<void> {
  if (!body) return
  const parser = createParser({
    onEvent({ event, data }) {
      const known = eventOf(event, data)
      if (known) handlers.onEvent(known)
    },
  })
  const reader = body.getReader()
  const giveUp = () => void reader.cancel().catch(() => undefined)
  signal.addEventListener('abort', giveUp)
  const decoder = new TextDecoder()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      signal.throwIfAborted()
      if (done) return
      handlers.onHeard()
      parser.feed(decoder.decode(value, { stream: true }))
    }
  } finally {
    signal.removeEventListener('abort', giveUp)
    giveUp()
  }
}

/** Ignores event types of newer backends. */
function eventOf(kind: string | undefined, data: string): ScriptEvent | undefined {
  const news = JSON.parse(data) as {
    role?: Role
    version?: number
    title?: string
    number?: number
  } & Partial<NarrationCounts>
  const { role, version, title, number } = news
  if (kind === 'role' && role) return { type: 'role', role }
  if (kind === 'title' && title !== undefined) return { type: 'title', title }
  if (kind === 'casting' && version !== undefined) return { type: 'casting', version }
  if (kind === 'draft' && number !== undefined) return { type: 'draft', number }
  if (kind === 'narration')
    return { type: 'narration', ...(news.total !== undefined && { counts: news as NarrationCounts }) }
  if (kind === 'notes' && version !== undefined) return { type: 'notes', version }
  if (kind === 'gone') return { type: 'gone' }
  return undefined
}
