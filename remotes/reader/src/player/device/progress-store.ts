import type { ProgressResponse } from '@andscene/contracts/script'
import { NO_LINE } from '@andscene/contracts/limits'
import { isGuest } from '@andscene/web-kit/api-client'
import { lastLineKey, readKey, removeKey, writeKey } from '@andscene/web-kit/storage-keys'

/** The last played line of a script (product §3). `untold` until the server has it, because clocks may differ. */
export type LastLine = { lastPlayedLineIndex: number; lastUpdated: string; untold?: true }

/** A guest's position is separate from that of other users in this browser. */
const keyOf = (scriptId: string) => lastLineKey(isGuest() ? `guest-${scriptId}` : scriptId)

export function readLocalLine(scriptId: string): LastLine | null {
  try {
    const value: unknown = JSON.parse(readKey(keyOf(scriptId)) ?? 'null')
    if (typeof value !== 'object' || value === null) return null
    const { lastPlayedLineIndex, lastUpdated, untold } = value as Partial<LastLine>
    if (!Number.isInteger(lastPlayedLineIndex) || typeof lastUpdated !== 'string') return null
    return { lastPlayedLineIndex: lastPlayedLineIndex!, lastUpdated, ...(untold === true && { untold }) }
  } catch {
    return null
  }
}

/** Returns the newer of the local and the server's line (product §4); -1 when there is none. */
export function lastLine(local: LastLine | null, server: ProgressResponse | undefined): number {
  const localAt = local ? Date.parse(local.lastUpdated) : Number.NaN
  const serverAt = server?.lastUpdated ? Date.parse(server.lastUpdated) : Number.NaN
  const isLocalNewer = local !== null && !(serverAt > localAt)
  return (isLocalNewer ? local.lastPlayedLineIndex : server?.lastPlayedLineIndex) ?? NO_LINE
}

/** Returns the local line if the server lacks it, because it was unavailable or the page was closed. */
export function untoldLine(local: LastLine | null, server: ProgressResponse): number | undefined {
  if (!local?.untold) return undefined
  const line = lastLine(local, server)
  return line !== server.lastPlayedLineIndex ? line : undefined
}

type Deps = {
  scriptId: string
  /** Milliseconds since the Unix epoch. */
  now: () => number
  send: (lineIndex: number) => Promise<unknown>
}

/** Stores the last line locally at each call, and on the server one write at a time. */
export function createProgressStore({ scriptId, now, send }: Deps) {
  let sending = false
  let next: number | undefined
  let failed: number | undefined

  const key = keyOf(scriptId)

  function keepAsTold(line: number) {
    const kept = readLocalLine(scriptId)
    if (!kept?.untold || kept.lastPlayedLineIndex !== line) return
    const { untold: _, ...told } = kept
    writeKey(key, JSON.stringify(told))
  }

  async function flush() {
    sending = true
    while (next !== undefined) {
      const line = next
      next = undefined
      failed = undefined
      await send(line).then(
        () => keepAsTold(line),
        () => void (failed = line),
      )
    }
    sending = false
  }

  function tell(lineIndex: number) {
    next = Math.max(lineIndex, NO_LINE)
    if (!sending) void flush()
  }

  return {
    /** Sends the line to the server without storing it locally. */
    tell,
    /** Stores the line locally and on the server; a negative index clears it. Never throws. */
    save(lineIndex: number) {
      if (lineIndex < 0) removeKey(key)
      else {
        const kept: LastLine = {
          lastPlayedLineIndex: lineIndex,
          lastUpdated: new Date(now()).toISOString(),
          untold: true,
        }
        writeKey(key, JSON.stringify(kept))
      }
      tell(lineIndex)
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
