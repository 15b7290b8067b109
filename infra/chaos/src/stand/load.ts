import type { Script } from '@andscene/contracts/script'
import { createAccount } from '@andscene/platform-client/accounts'
import { PlatformClient, type castingInTurn } from '@andscene/platform-client/platform-client'
import { keptConnections } from '@andscene/service-kit/calls/kept-connections'
import { setTimeout as after } from 'node:timers/promises'
import { FormData } from 'undici'
import type { Stage } from '../fault.ts'
import { callsOf, anonymousCalls, type Asked } from './calls.ts'
import { Tally } from './tally.ts'

const USERS = 3
/** Connections per user; each sends one request at a time. */
const CONNECTIONS = 2
/** Pause between two requests of a connection: within LIMIT_PERSON, and enough load for two cores. */
const PAUSE_MS = 80

/** A user with a short narrated script, and its clips at the start. */
export type User = {
  token: string
  api: PlatformClient
  script: Script
  casting: ReturnType<typeof castingInTurn>
  clips: { path: string; sound: Buffer }[]
  /** Notes that the platform has acknowledged. */
  notes: Set<string>
}

export type Load = Awaited<ReturnType<typeof startLoad>>

/** Users who call the whole API until the load is stopped. Requests are not retried. */
export async function startLoad(stage: Stage, origin: string) {
  const users = await Promise.all(Array.from({ length: USERS }, () => newUser(origin)))
  const tally = new Tally()
  const ended = new AbortController()
  stage.defer(() => ended.abort())
  const run = async (calls: (n: number) => Asked[], token?: string) => {
    // Sends one request at a time and renews connections like our own proxies.
    const agent = keptConnections({ pipelining: 1 })
    for (let n = 0; !ended.signal.aborted; n += 1)
      for (const asked of calls(n)) {
        if (ended.signal.aborted) break
        const { kind, method, path, body, wrong } = asked
        const served = await tally.send(agent, {
          kind,
          method,
          url: new URL(path, origin),
          headers: { ...asked.headers, ...(token && { authorization: `Bearer ${token}` }) },
          body: body === undefined || typeof body === 'string' ? body : formOf(body),
          wrong,
        })
        if (served) asked.acknowledged?.()
        await after(PAUSE_MS)
      }
    await agent.close()
  }
  const running = [
    run(anonymousCalls),
    ...users.flatMap((user) =>
      Array.from({ length: CONNECTIONS }, (_none, lane) =>
        run((n) => rotated(callsOf(user, n), lane * 5), user.token),
      ),
    ),
  ]
  return {
    tally,
    /** Waits for this many more requests. */
    async more(requests: number) {
      const enough = tally.requests.made + requests
      while (tally.requests.made < enough) await after(PAUSE_MS, undefined, { signal: stage.signal })
    },
    /** Stops the load; resolves to one sentence per lost note that was acknowledged. */
    async stop() {
      ended.abort()
      await Promise.all(running)
      return (await Promise.all(users.map(lostOf))).flat()
    },
  }
}

async function newUser(origin: string): Promise<User> {
  const { token } = await createAccount(origin)
  const api = new PlatformClient(origin, token)
  const lines = ['A lamp is lit.', 'A boat comes home.', 'A door opens.', 'Rain on the glass.']
  const uploaded = await api.uploadLines('short', lines)
  const casting = await api.fliteCasting(uploaded)
  await api.cast(uploaded, casting)
  await api.narrated(uploaded)
  const script = await api.script(uploaded._id)
  const clips = await Promise.all(
    script.content.lines.map(async ({ audioCache }) => {
      const { path } = audioCache!
      return { path, sound: Buffer.from(await api.clip(path)) }
    }),
  )
  return { token, api, script, casting, clips, notes: new Set() }
}

/** The same requests, rotated, so that two connections do not send the same one simultaneously. */
const rotated = <T>(all: T[], first: number): T[] => [...all.slice(first), ...all.slice(0, first)]

/** undici accepts only its own FormData. */
function formOf(body: globalThis.FormData): FormData {
  const form = new FormData()
  for (const [name, value] of body) form.set(name, value)
  return form
}

async function lostOf({ api, script, notes }: User): Promise<string[]> {
  const stored = new Set((await api.notes(script._id)).map(({ _id }) => _id))
  const lost = [...notes].filter((note) => !stored.has(note))
  return lost.length > 0 ? [`${lost.length} of ${notes.size} acknowledged notes are lost`] : []
}
