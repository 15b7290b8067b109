import { onSessionEnd } from '@andscene/web-kit/session'
import {
  AUDIO_CACHE,
  AUDIO_KEY_PREFIX,
  audioKey,
  EXPIRES_SUFFIX,
  readKey,
  removeKey,
  writeKey,
} from '@andscene/web-kit/storage-keys'
import { Emitter } from '@andscene/web-kit/emitter'
import type { ClipRequest } from '../ports.ts'
import { LOCAL_CLEANUP_INTERVAL_MS, LOCAL_CLIP_LIFE_MS, LOCAL_CLIPS_LIMIT_BYTES } from '../limits.ts'

type ClipName = Pick<
  ClipRequest,
  'scriptId' | 'lineId' | 'draft' | 'voiceId' | 'language' | 'version' | 'readsDirections'
>
/** A name, and where the clip of the line is on the server, if that is known. */
type WantedClip = ClipName & Pick<ClipRequest, 'path'>
/**
 * `path`: of the clip on the server; `version`: of the casting; `draft`: of the line. They are absent in rows of older
 * releases.
 */
type Row = {
  bytes: number
  durationMs: number
  usedAt: number
  path?: string | undefined
  version?: number | undefined
  draft?: number | undefined
}

/** Clips on this device: bytes in Cache Storage, index in local storage (product §9). Never throws. */
export type LocalClips = ReturnType<typeof createLocalClips>

type Deps = {
  /** Milliseconds since the Unix epoch. */
  now: () => number
  openCache: () => Promise<Cache>
  limitBytes?: number
}

/** Eviction frees more than needed, so that not every new clip triggers it. */
const EVICT_TO = 0.9

const addressOf = (key: string) => new URL(`/.clips/${encodeURIComponent(key)}`, location.origin).href

function rowOf(key: string): Row | null {
  try {
    const row: unknown = JSON.parse(readKey(key) ?? 'null')
    return typeof row === 'object' && row !== null && 'usedAt' in row ? (row as Row) : null
  } catch {
    return null
  }
}

/** Returns the keys of all clips in the index, also if one of their two entries is missing. */
function indexedKeys(): string[] {
  try {
    const own = Object.keys(localStorage).filter((key) => key.startsWith(AUDIO_KEY_PREFIX))
    return [
      ...new Set(
        own.map((key) => (key.endsWith(EXPIRES_SUFFIX) ? key.slice(0, -EXPIRES_SUFFIX.length) : key)),
      ),
    ]
  } catch {
    return []
  }
}

/** A line has another clip with the switch of product §5 on than with it off, and with its directions read. */
const keyOf = ({ scriptId, lineId, voiceId, language, readsDirections }: ClipName) => {
  const ways = [
    voiceId,
    ...(language === undefined ? [] : [language]),
    ...(readsDirections ? ['directions'] : []),
  ]
  return audioKey(scriptId, lineId, ways.join('~'))
}

/** In older releases, each script had one draft. */
const FIRST_DRAFT = 1
/** Whether the line is still spoken like this: its text, a direction, a pronunciation or another voice may be new. */
const isCurrent = (row: Row, { path, version, draft = FIRST_DRAFT }: WantedClip): boolean =>
  path !== undefined && row.path !== undefined
    ? row.path === path
    : (version === undefined || row.version === version) && (row.draft ?? FIRST_DRAFT) === draft

const usage = () => indexedKeys().reduce((sum, key) => sum + (rowOf(key)?.bytes ?? 0), 0)

export function createLocalClips({ now, openCache, limitBytes = LOCAL_CLIPS_LIMIT_BYTES }: Deps) {
  const { subscribe, emit: changed } = new Emitter()
  const isLive = (key: string) => Number(readKey(key + EXPIRES_SUFFIX) ?? 0) > now()
  /** Cached sum: iterating over local storage is slow. */
  let used: number | undefined
  const pending = new Set<Promise<unknown>>()

  /** Runs storage work and ignores errors of blocked or full storage. */
  function ignoringErrors<T>(work: () => Promise<T>): Promise<T | null> {
    const running = work().catch(() => null)
    pending.add(running)
    void running.then(() => pending.delete(running))
    return running
  }

  async function drop(keys: readonly string[]) {
    for (const key of keys) {
      used = used === undefined ? undefined : used - (rowOf(key)?.bytes ?? 0)
      removeKey(key)
      removeKey(key + EXPIRES_SUFFIX)
    }
    const cache = await openCache()
    await Promise.all(keys.map((key) => cache.delete(addressOf(key))))
  }

  /** Evicts the least recently used clips until at most `target` bytes are left. */
  async function evict(target: number) {
    const rows = indexedKeys().map((key) => ({ key, row: rowOf(key) }))
    rows.sort((a, b) => (a.row?.usedAt ?? 0) - (b.row?.usedAt ?? 0))
    let left = rows.reduce((sum, { row }) => sum + (row?.bytes ?? 0), 0)
    const gone: string[] = []
    for (const { key, row } of rows) {
      if (left <= target) break
      left -= row?.bytes ?? 0
      gone.push(key)
    }
    await drop(gone)
    used = left
  }

  const index = (key: string, row: Row) =>
    writeKey(key, JSON.stringify(row)) && writeKey(key + EXPIRES_SUFFIX, String(now() + LOCAL_CLIP_LIFE_MS))

  async function store(
    key: string,
    bytes: ArrayBuffer,
    facts: Pick<Row, 'durationMs' | 'path' | 'version' | 'draft'>,
  ): Promise<boolean> {
    try {
      const cache = await openCache()
      await cache.put(addressOf(key), new Response(bytes, { headers: { 'content-type': 'audio/mpeg' } }))
    } catch {
      return false
    }
    const former = rowOf(key)?.bytes ?? 0
    const isIndexed = index(key, { bytes: bytes.byteLength, usedAt: now(), ...facts })
    // An incomplete index entry invalidates the sum.
    used = isIndexed && used !== undefined ? used + bytes.byteLength - former : undefined
    if (!isIndexed) await drop([key])
    return isIndexed
  }

  return {
    /** Returns null for a clip of a line that is, or may be, spoken otherwise now. */
    get: (name: WantedClip) =>
      ignoringErrors(async () => {
        const key = keyOf(name)
        const row = rowOf(key)
        if (!row || !isLive(key) || !isCurrent(row, name)) return null
        const found = await (await openCache()).match(addressOf(key))
        if (!found) {
          await drop([key])
          changed()
          return null
        }
        writeKey(key, JSON.stringify({ ...row, usedAt: now() }))
        return found.arrayBuffer()
      }),

    async put(name: ClipName, bytes: ArrayBuffer, durationMs: number, path?: string) {
      await ignoringErrors(async () => {
        const key = keyOf(name)
        used ??= usage()
        const more = bytes.byteLength - (rowOf(key)?.bytes ?? 0)
        if (used + more > limitBytes) await evict(limitBytes * EVICT_TO - bytes.byteLength)
        // The disk is full: evict once; if that does not help, do not store the clip.
        const facts = { durationMs, path, version: name.version, draft: name.draft }
        if (!(await store(key, bytes, facts))) {
          await evict((used ?? 0) / 2)
          await store(key, bytes, facts)
        }
        changed()
      })
    },

    remove(name: ClipName) {
      void ignoringErrors(() => drop([keyOf(name)])).then(changed)
    },

    /** Removes the clips of a line in all voices. */
    removeLine({ scriptId, lineId }: Pick<ClipName, 'scriptId' | 'lineId'>) {
      const prefix = audioKey(scriptId, lineId, '')
      const outdated = indexedKeys().filter((key) => key.startsWith(prefix))
      if (outdated.length > 0) void ignoringErrors(() => drop(outdated)).then(changed)
    },

    async removeScript(scriptId: string) {
      const prefix = audioKey(scriptId, '', '').slice(0, -1)
      await ignoringErrors(() => drop(indexedKeys().filter((key) => key.startsWith(prefix))))
      changed()
    },

    /** Returns the length of a clip that would be played in milliseconds (0 when unknown), or null when none is stored. */
    duration(name: WantedClip) {
      const key = keyOf(name)
      const row = rowOf(key)
      return row && isLive(key) && isCurrent(row, name) ? row.durationMs : null
    },

    /** Removes expired clips, clips without an index entry, and the least recently used beyond the limit. */
    async cleanUp() {
      await ignoringErrors(async () => {
        await drop(indexedKeys().filter((key) => !isLive(key) || !rowOf(key)))
        used = usage()
        if (used > limitBytes) await evict(limitBytes * EVICT_TO)
        const cache = await openCache()
        const known = new Set(indexedKeys().map(addressOf))
        const orphans = (await cache.keys()).filter((request) => !known.has(request.url))
        await Promise.all(orphans.map((request) => cache.delete(request)))
        changed()
      })
    },

    /** Resolves when no read or write is pending. */
    async settled() {
      while (pending.size > 0) await Promise.all(pending)
    },

    subscribe,
  }
}

/** The clips on this device, cleaned up at the start of a page and every 30 minutes (product §9). */
export const localClips = createLocalClips({
  now: () => Date.now(),
  openCache: () => caches.open(AUDIO_CACHE),
})
// Wait for pending writes before the user's data is removed (product §6).
onSessionEnd(() => localClips.settled())

/** For scripts of other owners: no clip may stay on the device after access is revoked. */
export const NO_CLIPS: Pick<LocalClips, 'get' | 'put' | 'remove'> = {
  get: async () => null,
  put: async () => undefined,
  remove: () => undefined,
}

const CLEANUP_AFTER_START_MS = 2_000
let cleaning = false
export function keepLocalClipsClean() {
  if (cleaning) return
  cleaning = true
  // Iterating over the storage takes a moment: wait for the page's first paint.
  setTimeout(() => void localClips.cleanUp(), CLEANUP_AFTER_START_MS)
  setInterval(() => void localClips.cleanUp(), LOCAL_CLEANUP_INTERVAL_MS)
}
