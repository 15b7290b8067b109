import type { Role } from '@andscene/contracts/sharing/roles'
import type { NarrationCounts } from '@andscene/contracts/voices/voice'
import { createParser } from 'eventsource-parser'

/** A change of a script that its open pages receive (product §11, §12). */
export type ScriptEvent =
  | { type: 'role'; role: Role }
  | { type: 'title'; title: string }
  | { type: 'casting'; version: number }
  /** How much is ready now; without figures it is other than before. */
  | { type: 'narration'; counts?: NarrationCounts }
  /** The present version of the notes; without one there may be changes, because the stream is not available. */
  | { type: 'notes'; version?: number }
  /** The script is no longer available to the user. No event follows. */
  | { type: 'gone' }

type Told = {
  onHeard(): void
  onEvent(event: ScriptEvent): void
}

/** Reads the stream of a script's events to its end. Rejects when it breaks off, or the signal fires. */
export async function readEvents({ body }: Response, signal: AbortSignal, told: Told): Promise<void> {
  if (!body) return
  const parser = createParser({
    onEvent({ event, data }) {
      const known = eventOf(event, data)
      if (known) told.onEvent(known)
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
      told.onHeard()
      parser.feed(decoder.decode(value, { stream: true }))
    }
  } finally {
    signal.removeEventListener('abort', giveUp)
    giveUp()
  }
}

/** Kinds that only a newer backend knows are nothing to this page. */
function eventOf(kind: string | undefined, data: string): ScriptEvent | undefined {
  const news = JSON.parse(data) as {
    role?: Role
    version?: number
    title?: string
  } & Partial<NarrationCounts>
  const { role, version, title } = news
  if (kind === 'role' && role) return { type: 'role', role }
  if (kind === 'title' && title !== undefined) return { type: 'title', title }
  if (kind === 'casting' && version !== undefined) return { type: 'casting', version }
  if (kind === 'narration')
    return { type: 'narration', ...(news.total !== undefined && { counts: news as NarrationCounts }) }
  if (kind === 'notes' && version !== undefined) return { type: 'notes', version }
  if (kind === 'gone') return { type: 'gone' }
  return undefined
}
