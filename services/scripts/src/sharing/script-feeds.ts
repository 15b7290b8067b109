import type { NarrationCounts } from '@andscene/contracts/voices/voice'
import { SCRIPT_EVENTS } from '@andscene/contracts/notes'
import type { Person } from '@andscene/contracts/internal'
import { may, type Role } from '@andscene/contracts/sharing/roles'
import { HttpError } from '@andscene/service-kit/http-error'
import type { FastifyBaseLogger } from 'fastify'
import type { Access } from '../access.ts'
import type { Clock } from '../clock.ts'
import type { Stores } from '../store/open-stores.ts'
import type { ScriptWith } from '../store/script-store.ts'

/** Interval at which changes of other processes are polled: within REVOKED_WITHIN_MS, including the read. */
export const FEED_BEAT_MS = 600

type Deps = {
  /** Counts the narrated lines of a script. */
  countNarration(scriptId: string): Promise<NarrationCounts | undefined>
  stores: Pick<Stores, 'scripts' | 'notes'>
  access: Access
  clock: Clock
  log: FastifyBaseLogger
}

/** Receives events; `end` is called after the last one. */
export type Listener = {
  person: Person
  send(event: keyof typeof SCRIPT_EVENTS, data: object): void
  end(): void
}
/** What a listener received last, and the number of the read it came from. */
type Told = { role?: Role; title?: string; casting?: number; draft?: number; notes?: number; read: number }
type Feed = {
  listeners: Map<Listener, Told>
  looking: boolean
  again: boolean
  cancelBeat: () => void
  /** Whether a count is running, and whether it is outdated already. */
  counting: boolean
  recount: boolean
  /** Number of reads so far: of two overlapping reads, the one that started later wins. */
  reads: number
}
/** The script and the version of its notes; undefined when it was deleted. */
type State = {
  read: number
  script: ScriptWith<'title' | 'castingVersion' | 'draft'> | undefined
  notes: number | undefined
}

/**
 * Sends open pages of a script their role, changes of its title, draft, casting or notes, and the progress of its narration. A
 * change of this process is sent immediately, one of another process with the next poll, which costs two small reads
 * per script and one for each link and account that has it open. A new listener does not cause a read for the others.
 */
export class ScriptFeeds {
  readonly #deps: Deps
  readonly #feeds = new Map<string, Feed>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Adds a listener, which receives its role first. Returns a function that removes it. */
  listen(scriptId: string, listener: Listener): () => void {
    const feed = this.#feeds.get(scriptId) ?? this.#open(scriptId)
    const told = { read: 0 }
    feed.listeners.set(listener, told)
    void this.#greet(scriptId, feed, [listener, told])
    return () => this.#leave(scriptId, feed, listener)
  }

  /** Notifies listeners that the script has changed. Returns immediately; never throws. */
  wake(scriptId: string): void {
    const feed = this.#feeds.get(scriptId)
    if (!feed) return
    feed.again = true
    if (feed.looking) return
    feed.looking = true
    void this.#look(scriptId, feed)
  }

  /**
   * Sends new counts after clips of the script have changed; counts once for all listeners. Returns immediately; never
   * throws.
   */
  narrated(scriptId: string): void {
    const feed = this.#feeds.get(scriptId)
    if (!feed) return
    feed.recount = true
    if (!feed.counting) void this.#tellCounts(scriptId, feed)
  }

  /** Ends all streams, so that shutdown does not wait for them. */
  close(): void {
    for (const [scriptId, feed] of this.#feeds)
      for (const listener of feed.listeners.keys()) {
        this.#leave(scriptId, feed, listener)
        listener.end()
      }
  }

  #open(scriptId: string): Feed {
    const feed: Feed = {
      listeners: new Map(),
      looking: false,
      again: false,
      cancelBeat: nothing,
      counting: false,
      recount: false,
      reads: 0,
    }
    this.#feeds.set(scriptId, feed)
    this.#beat(scriptId, feed)
    return feed
  }

  #beat(scriptId: string, feed: Feed): void {
    feed.cancelBeat = this.#deps.clock.after(FEED_BEAT_MS, () => this.wake(scriptId))
  }

  #leave(scriptId: string, feed: Feed, listener: Listener): void {
    feed.listeners.delete(listener)
    if (feed.listeners.size > 0) return
    feed.cancelBeat()
    if (this.#feeds.get(scriptId) === feed) this.#feeds.delete(scriptId)
  }

  async #tellCounts(scriptId: string, feed: Feed): Promise<void> {
    feed.counting = true
    while (feed.recount && feed.listeners.size > 0) {
      feed.recount = false
      // Pages that receive no counts request them.
      const counts = (await this.#deps.countNarration(scriptId).catch(() => undefined)) ?? {}
      // A listener without a role must not see the progress.
      for (const [listener, { role }] of feed.listeners) if (role) listener.send('narration', counts)
    }
    feed.counting = false
  }

  async #look(scriptId: string, feed: Feed): Promise<void> {
    feed.cancelBeat()
    while (feed.again && feed.listeners.size > 0) {
      feed.again = false
      try {
        await this.#tellAll(scriptId, feed)
      } catch (error) {
        this.#deps.log.warn({ err: error, scriptId }, 'open pages are not told')
      }
    }
    feed.looking = false
    if (feed.listeners.size > 0) this.#beat(scriptId, feed)
  }

  async #tellAll(scriptId: string, feed: Feed): Promise<void> {
    const state = await this.#read(scriptId, feed)
    const roles = new Map<string, Promise<Role | undefined>>()
    for (const [listener, told] of feed.listeners) {
      const { person } = listener
      const who = person.guest?.linkId ?? person.uid
      const role = roles.get(who) ?? this.#roleOf(person, state)
      roles.set(who, role)
      this.#tell(scriptId, feed, [listener, told], { ...state, role: await role })
    }
  }

  /** Serves a new listener without the others; after a failure the next poll does. */
  async #greet(scriptId: string, feed: Feed, [listener, told]: [Listener, Told]): Promise<void> {
    try {
      const state = await this.#read(scriptId, feed)
      const role = await this.#roleOf(listener.person, state)
      this.#tell(scriptId, feed, [listener, told], { ...state, role })
    } catch (error) {
      this.#deps.log.warn({ err: error, scriptId }, 'an open page is not told')
    }
  }

  async #read(scriptId: string, feed: Feed): Promise<State> {
    const { scripts, notes } = this.#deps.stores
    const read = (feed.reads += 1)
    const [script, version] = await Promise.all([
      scripts.find(scriptId, ['title', 'castingVersion', 'draft']),
      notes.version(scriptId),
    ])
    return { read, script, notes: version }
  }

  async #roleOf(person: Person, { script }: State): Promise<Role | undefined> {
    return script && this.#deps.access.roleOf(person, script).catch(ofClosed)
  }

  #tell(
    scriptId: string,
    feed: Feed,
    [listener, told]: [Listener, Told],
    { role, script, notes, read }: State & { role: Role | undefined },
  ): void {
    if (!feed.listeners.has(listener) || read < told.read) return
    told.read = read
    if (script && role && notes !== undefined) {
      const { title, castingVersion: casting, draft } = script
      return tell(listener, told, { role, title, casting, draft: draft.number, notes })
    }
    this.#leave(scriptId, feed, listener)
    listener.send('gone', {})
    listener.end()
  }
}

type News = Required<Omit<Told, 'read'>>

function tell(listener: Listener, told: Told, { role, title, casting, draft, notes }: News): void {
  if (told.role !== role) listener.send('role', { role })
  if (told.title !== title) listener.send('title', { title })
  if (told.draft !== draft) listener.send('draft', { number: draft })
  if (told.casting !== casting) listener.send('casting', { version: casting })
  Object.assign(told, { role, title, casting, draft })
  if (told.notes === notes || !may(role, 'note')) return
  listener.send('notes', { version: notes })
  told.notes = notes
}

const nothing = () => undefined

/** A closed account has no role in any script; its error must not block the events of others. */
function ofClosed(error: unknown): undefined {
  if (!(error instanceof HttpError && error.code === 'UNAUTHENTICATED')) throw error
}
