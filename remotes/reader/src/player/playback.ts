import { CLIP_CONTENT_TYPE } from '@andscene/contracts/voices/clip'
import { saveProgress } from '@andscene/contracts/routes/progress'
import { checkCache } from '@andscene/contracts/routes/scripts'
import { CACHE_WINDOW_DEFAULT, CACHE_WINDOW_LIMIT } from '@andscene/contracts/limits'
import { ApiError, call, callerNow } from '@andscene/web-kit/api-client'
import { holdWhile } from '@andscene/web-kit/safe-moment'
import { createCachePoll } from './clips/cache-poll.ts'
import { createClipBook } from './clips/clip-book.ts'
import { clipServer } from './clips/clip-server.ts'
import { createClipSource } from './clips/clip-source.ts'
import { createConnection, type Connection } from './clips/connection.ts'
import { abortError, ClipError } from './errors.ts'
import { keepLocalClipsClean, localClips, NO_CLIPS } from './clips/local-clips.ts'
import { createPlayer } from './engine/player.ts'
import { createProgressStore } from './device/progress-store.ts'
import { createReading, readsDirections, type ReadingSource } from './engine/reading.ts'
import { leaveDraft } from './engine/leave-draft.ts'
import { isActive } from './engine/state.ts'
import { soundSystem, wakeOnGesture } from './output/sound-system.ts'
import { createSounds } from './clips/sounds.ts'
import { connectWakeLock } from './device/wake-lock.ts'

export type Playback = ReturnType<typeof openPlayback>

/** What to read aloud of the script. */
export type PlaybackSource = Omit<ReadingSource, 'scriptId' | 'stored'>

type Asking = { signal?: AbortSignal; isUrgent?: boolean }

type Opening = {
  scriptId: string
  /** The signed-in account; undefined for guests. */
  uid: string | undefined
  source: PlaybackSource
  /** Whether clips are stored on the device: only for the user's own scripts. */
  keepsClips: boolean
  rate: number
  /** Called when the backend responds with 404: the script may have been deleted elsewhere. */
  onMissing(): void
}

const isMissing = (error: unknown) =>
  (error instanceof ApiError || error instanceof ClipError) && error.status === 404

/** Drops pending requests when another user signs in, so that they are not sent as that user. */
function ofThisSession(connection: Connection): Connection {
  const { current } = callerNow()
  return {
    ...connection,
    send: async (ask, options) => {
      if (callerNow().current !== current) throw abortError()
      return connection.send(ask, options)
    },
  }
}

/** Connects a player to the backend, this device's clips and the network status. */
export function openPlayback({ scriptId, uid, source, keepsClips, rate, onMissing }: Opening) {
  const { clock, output, focus, queue } = soundSystem
  const clips = createClipBook()
  let { lines, draftNumber } = source
  let isRead = readsDirections(source)
  clips.readDirections(isRead)
  clips.update(lines)
  const readingOf = (what: PlaybackSource) => createReading({ ...what, scriptId, stored: clips.get })
  const watched = async <T>(asked: Promise<T>): Promise<T> => {
    try {
      return await asked
    } catch (error) {
      if (isMissing(error)) onMissing()
      throw error
    }
  }
  const ofDraft = () => (draftNumber === undefined ? {} : { draft: draftNumber })
  keepLocalClipsClean()
  const connection = ofThisSession(createConnection(clock))
  const clipSource = createClipSource({
    server: {
      ...clipServer,
      generate: (request, signal, head) => watched(clipServer.generate(request, signal, head)),
    },
    local: keepsClips ? localClips : NO_CLIPS,
    clock,
    connection,
    onServed({ lineId, draft, voiceId, language, readsDirections: asRead }, { path, durationMs }) {
      // A line of another draft may have another text.
      if (!path || draft !== draftNumber) return
      const lastUpdated = new Date().toISOString()
      clips.set(lineId, {
        path,
        voiceId,
        ...(language !== undefined && { language }),
        ...(asRead !== undefined && { readsDirections: asRead }),
        contentType: CLIP_CONTENT_TYPE,
        lastUpdated,
        durationMs: durationMs ?? 0,
      })
    },
  })
  const progress = createProgressStore({
    scriptId,
    owner: uid,
    now: () => Date.now(),
    draft: () => draftNumber,
    send: (body) =>
      connection.send(() => watched(call(saveProgress, { params: { id: scriptId }, body: body() }))),
  })
  const sounds = createSounds({ clips: clipSource, output, clock, queue })
  const player = createPlayer({
    clock,
    output,
    sounds,
    progress,
    focus,
    reading: readingOf(source),
    rate,
  })

  /** Requests which of up to 200 lines have clips on the server, and sends the listener's position. Rejects as `send` does. */
  async function checkClips(
    startLineIndex: number,
    count: number,
    { signal, isUrgent = false }: Asking = {},
  ) {
    const linesToCheck = Math.min(Math.max(count, 1), CACHE_WINDOW_LIMIT)
    const body = { startLineIndex, linesToCheck, readsDirections: isRead, ...ofDraft() }
    const { data } = await connection.send(
      () => watched(call(checkCache, { params: { id: scriptId }, body, signal })),
      { isUrgent },
    )
    clips.update(data.updatedLines)
  }
  const checkNext = () => checkClips(Math.max(player.getSnapshot().line, 0), CACHE_WINDOW_DEFAULT)
  const checkAhead = () => void checkNext().catch(() => undefined)
  const poll = createCachePoll(clock, checkNext)
  const back = () => {
    progress.sendAgain()
    player.online()
  }
  const online = () => {
    connection.retry()
    back()
  }
  addEventListener('online', online)
  const ends = [
    connection.onBack(back),
    player.subscribe(() => {
      const { state } = player.getSnapshot()
      if (state === 'playing') poll.start()
      else if (state !== 'loading') poll.stop()
    }),
    connectWakeLock(player),
    holdWhile(player.subscribe, () => isActive(player.getSnapshot())),
    wakeOnGesture(),
  ]

  return {
    scriptId,
    player,
    clips,
    /** Loads clips, also for another player. */
    clipSource,
    /** Sends a request through the circuit breaker of `Connection`. */
    send: connection.send,
    checkClips,
    /** A line is spoken otherwise from now on: its clip is requested again. */
    respeak(index: number) {
      const line = lines[index]
      if (!line) return
      if (keepsClips) localClips.removeLine({ scriptId, lineId: line._id })
      sounds.forget(line._id)
      clips.set(line._id, undefined)
      checkClips(index, 1).catch(() => undefined)
    },
    /** Lines may be spoken otherwise: decoded clips ahead are requested again. */
    refresh() {
      sounds.forget()
      checkAhead()
    },
    /** The draft of the lines, as a part of a request. */
    ofDraft,
    /** The stored last line. */
    progress,
    /** The lines that the player plays. */
    lines: () => lines,
    /** Adopts a new reading plan, and the clips of reloaded lines. */
    read(next: PlaybackSource) {
      const isOther = next.draftNumber !== draftNumber && next.lines !== lines
      const goOn = isOther ? leaveDraft(player, { from: lines, to: next.lines }) : undefined
      if (isOther) sounds.retain([])
      isRead = readsDirections(next)
      const isHeardOtherwise = clips.readDirections(isRead)
      // Only for new lines: known clips may be newer than those of unchanged lines.
      if (next.lines !== lines) clips.update(next.lines)
      lines = next.lines
      draftNumber = next.draftNumber
      player.setReading(readingOf(next))
      goOn?.()
      if (!isHeardOtherwise) return
      const { start, end } = next.map.pages[player.getSnapshot().page] ?? { start: 0, end: 0 }
      checkClips(start, end - start).catch(() => undefined)
      checkAhead()
    },
    close() {
      removeEventListener('online', online)
      for (const end of ends) end()
      poll.stop()
      player.dispose()
    },
  }
}
