import type { ProgressBody, ProgressResponse } from '@andscene/contracts/progress'
import { NO_LINE, PROGRESS_AGE_LIMIT_MS } from '@andscene/contracts/limits'
import { isGuest } from '@andscene/web-kit/api-client'
import { lastLineKey, readKey, removeKey, writeKey } from '@andscene/web-kit/storage-keys'

/**
 * The last played line of a script (product §3). `lastUpdated` is by this device's clock, so that it only measures an
 * age (decision 0087). `untold` until the server has it.
 */
type LastLine = {
  lastPlayedLineIndex: number
  lastUpdated: string
  untold?: true
  /** By the server's clock: `lastUpdated` of its record that this line equals or, while `untold`, follows. */
  known?: string
  /** Of which draft the line is; absent with an older backend. */
  draft?: number
  /** The account of an `untold` line: it is kept for this account when the session expires. */
  owner?: string
}

/** The server's record, received at `receivedAt` by this device's clock. */
type ServerLine = ProgressResponse & { receivedAt: number }

/** A guest's position is separate from that of other users in this browser. */
const keyOf = (scriptId: string) => lastLineKey(isGuest() ? `guest-${scriptId}` : scriptId)

export function readLocalLine(scriptId: string): LastLine | null {
  try {
    const value: unknown = JSON.parse(readKey(keyOf(scriptId)) ?? 'null')
    if (typeof value !== 'object' || value === null) return null
    const { lastPlayedLineIndex, lastUpdated, untold, known, draft } = value as Partial<LastLine>
    if (!Number.isInteger(lastPlayedLineIndex) || typeof lastUpdated !== 'string') return null
    return {
      lastPlayedLineIndex: lastPlayedLineIndex!,
      lastUpdated,
      ...(untold === true && { untold }),
      ...(typeof known === 'string' && { known }),
      ...(typeof draft === 'number' && { draft }),
    }
  } catch {
    return null
  }
}

/** Returns the line that was played last, here or on another device (product §4); -1 when there is none. */
export function lastLine(local: LastLine | null, server: ServerLine | undefined, now: number): number {
  const isLocal = local !== null && (!server?.lastUpdated || !(Date.parse(server.lastUpdated) > playedAt()))
  return (isLocal ? local.lastPlayedLineIndex : server?.lastPlayedLineIndex) ?? NO_LINE

  /** When the local line was played, by the server's clock. Milliseconds since the Unix epoch. */
  function playedAt(): number {
    const { untold, known, lastUpdated } = local!
    const knownAt = known === undefined ? Number.NEGATIVE_INFINITY : Date.parse(known)
    if (!untold) return knownAt
    const ageMs = ageAt(now, Date.parse(lastUpdated))
    // An older server reports no age, and a clock that was set back measures none: only the order is known.
    if (ageMs === undefined || server!.ageMs === undefined)
      return known === undefined ? Infinity : knownAt + 1
    const serverNow = Date.parse(server!.lastUpdated!) + server!.ageMs + (now - server!.receivedAt)
    return Math.max(serverNow - ageMs, knownAt + 1)
  }
}

/** Returns the local line if the server lacks it, because it was unavailable or the page was closed. */
export function untoldLine(local: LastLine | null, server: ServerLine, now: number): LastLine | undefined {
  if (!local?.untold) return undefined
  const line = lastLine(local, server, now)
  return line === local.lastPlayedLineIndex && line !== server.lastPlayedLineIndex ? local : undefined
}

/** Undefined when the clock was set back since. */
const ageAt = (now: number, at: number): number | undefined => (now >= at ? now - at : undefined)

/** A line that is sent later than this after it was played is sent with its age. */
const AT_ONCE_MS = 1_000

/** Returns the request that stores a line; the age is that at the time of the call. */
function bodyOf({ lastPlayedLineIndex, lastUpdated, known, draft }: LastLine, now: number): ProgressBody {
  const line = { lastPlayedLineIndex, ...(draft !== undefined && { draft }) }
  const ageMs = ageAt(now, Date.parse(lastUpdated))
  if (ageMs !== undefined && ageMs < AT_ONCE_MS) return line
  // Of unknown age, it is only newer than the record that it follows.
  const unknownMs = known === undefined ? 0 : PROGRESS_AGE_LIMIT_MS
  return {
    ...line,
    ageMs: Math.min(ageMs ?? unknownMs, PROGRESS_AGE_LIMIT_MS),
    ...(known !== undefined && { follows: known }),
  }
}

type Deps = {
  scriptId: string
  /** The account that plays; undefined for guests. */
  owner?: string | undefined
  /** Milliseconds since the Unix epoch. */
  now: () => number
  /** The draft of the lines that are played now. */
  draft?: () => number | undefined
  /** `body` returns the request at the time when it is sent. Resolves with the record that the server has then. */
  send: (body: () => ProgressBody) => Promise<ProgressResponse>
}

/** Stores the last line locally at each call, and on the server one write at a time. */
export function createProgressStore({ scriptId, owner, now, draft, send }: Deps) {
  let sending = false
  let next: LastLine | undefined
  let failed: LastLine | undefined
  /** `lastUpdated` of the server's newest known record. */
  let known: string | undefined

  const key = keyOf(scriptId)

  function see(lastUpdated: string | undefined) {
    if (lastUpdated && !(Date.parse(known ?? '') > Date.parse(lastUpdated))) known = lastUpdated
  }

  /** Stores the server's record instead of the sent one: it equals the sent line, or a newer one of another device. */
  function keepAsTold(line: LastLine, { lastPlayedLineIndex, lastUpdated, ageMs = 0 }: ProgressResponse) {
    see(lastUpdated)
    const kept = readLocalLine(scriptId)
    if (!kept?.untold || kept.lastPlayedLineIndex !== line.lastPlayedLineIndex) return
    if (lastPlayedLineIndex === NO_LINE) return removeKey(key)
    const playedAt = new Date(now() - ageMs).toISOString()
    keep({
      lastPlayedLineIndex,
      lastUpdated: playedAt,
      ...(lastUpdated && { known: lastUpdated }),
      ...(line.draft !== undefined && { draft: line.draft }),
    })
  }

  const keep = (line: LastLine) => void writeKey(key, JSON.stringify(line))

  async function flush() {
    sending = true
    while (next !== undefined) {
      const line = next
      next = undefined
      failed = undefined
      await send(() => bodyOf(line, now())).then(
        (record) => keepAsTold(line, record),
        () => void (failed = line),
      )
    }
    sending = false
  }

  function tell(line: LastLine) {
    next = line
    if (!sending) void flush()
  }

  return {
    /** Sends a stored line to the server. */
    tell,
    /** Remembers the server's record: lines that are played from now on follow it. */
    see,
    /** Stores the line locally and on the server; a negative index clears it. Never throws. */
    save(lineIndex: number) {
      see(readLocalLine(scriptId)?.known)
      const played = draft?.()
      const line: LastLine = {
        // Clearing is stored locally until the server has it, or an offline device would restore the line.
        lastPlayedLineIndex: Math.max(lineIndex, NO_LINE),
        lastUpdated: new Date(now()).toISOString(),
        untold: true,
        ...(known !== undefined && { known }),
        ...(played !== undefined && { draft: played }),
        ...(owner !== undefined && { owner }),
      }
      keep(line)
      tell(line)
    },
    /** Repeats the last failed write. */
    sendAgain() {
      if (failed === undefined || sending) return
      next ??= failed
      void flush()
    },
  }
}

/** Removes the local line of a script that is no longer available. */
export const forgetLocalLine = (scriptId: string) => removeKey(keyOf(scriptId))
