import type { Script } from '@andscene/contracts/script'
import { createAccount, signIn, type Account } from '@andscene/platform-client/accounts'
import { PlatformClient } from '@andscene/platform-client/platform-client'
import { setTimeout as after } from 'node:timers/promises'
import type { Clips, Stage } from '../fault.ts'
import { castingFor, scriptOf } from './people.ts'

const LOOK_EVERY_MS = 250
/** Less is no sound of a whole line. */
const LEAST_BYTES = 500
const AT_ONCE = 6

export type Backlog = {
  api: PlatformClient
  script: Script
  /** As many as it has lines: each is another text. */
  expected: number
  /** Lines that are ready; undefined while nobody can say. */
  ready(): Promise<number | undefined>
  /** Waits until so many more clips are made, so that what follows happens in the middle of the work; throws when it was over before. */
  underWay(more: number): Promise<number>
  /** Waits until every line is ready. */
  whole(limitMs: number): Promise<void>
  /** The same on another platform, to which it was brought. */
  movedTo(origin: string): Promise<Backlog>
  /** What is stored of it, by its path below the script's folder. Every clip is fetched, as a listener does. */
  clips(writes?: ReadonlyMap<string, number>): Promise<Clips>
}

/** A script of so many lines that is cast: a clip is to be made for each of them. */
export async function startBacklog(stage: Stage, origin: string, lines: number): Promise<Backlog> {
  const account = await createAccount(origin)
  const api = new PlatformClient(origin, account.token)
  const texts = Array.from(
    { length: lines },
    (_none, n) => `The lamp turns for the ${n}th time, and the sea answers.`,
  )
  const script = await api.upload('backlog.fdx', scriptOf(texts))
  await api.cast(script, await castingFor(api, script))
  return backlogOf(stage, account, api, script)
}

function backlogOf(stage: Stage, account: Account, api: PlatformClient, script: Script): Backlog {
  const lines = script.content.lines.length
  const ready = async () => (await state(api, script))?.ready
  return {
    api,
    script,
    expected: lines,
    ready,
    async underWay(more) {
      let before: number | undefined
      for (;;) {
        const now = await ready()
        before ??= now
        if (now === lines)
          throw new Error(`all ${lines} clips were made before the fault: the backlog is too short`)
        if (now !== undefined && before !== undefined && now >= before + more) return now
        await after(LOOK_EVERY_MS, undefined, { signal: stage.signal })
      }
    },
    async whole(limitMs) {
      const deadline = Date.now() + limitMs
      for (;;) {
        const now = await state(api, script)
        if (now?.failed) throw new Error(`${now.failed} lines could not be narrated`)
        if (now?.ready === lines) return
        if (Date.now() > deadline)
          throw new Error(`${now?.ready} of ${lines} lines are ready after ${limitMs / 1_000} s`)
        await after(LOOK_EVERY_MS, undefined, { signal: stage.signal })
      }
    },
    async movedTo(elsewhere) {
      const token = await signIn(elsewhere, account)
      return backlogOf(stage, account, new PlatformClient(elsewhere, token), script)
    },
    clips: (writes) => count(api, script._id, lines, writes),
  }
}

/** Undefined while something that it needs is away. */
const state = (api: PlatformClient, script: Script) => api.narration(script._id).catch(() => undefined)

async function count(
  api: PlatformClient,
  id: string,
  expected: number,
  writes: ReadonlyMap<string, number> = new Map(),
): Promise<Clips> {
  const { content } = await api.script(id)
  const paths = new Set(content.lines.flatMap(({ audioCache }) => audioCache?.path ?? []))
  const waiting = [...paths]
  let stored = 0
  const fetchAll = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const sound = await api.clip(path).catch(() => undefined)
      if (sound && sound.length >= LEAST_BYTES) stored += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, fetchAll))
  const own = [...writes].filter(([path]) => path.startsWith(`scripts/${id}/`))
  return {
    expected,
    // Written, but no line knows of it, would be one too many.
    stored: writes.size > 0 ? own.length : stored,
    missing: expected - stored,
    twice: own.filter(([, times]) => times > 1).length,
  }
}

/** Why the clips of a backlog are not as they should be. */
export function faultsOf({ expected, stored, missing }: Clips): string[] {
  return [
    ...(missing > 0 ? [`${missing} clips are missing`] : []),
    ...(stored > expected ? [`${stored - expected} clips too many are stored`] : []),
  ]
}
