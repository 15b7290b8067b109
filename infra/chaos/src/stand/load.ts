import { listNotes } from '@andscene/contracts/routes/notes'
import type { Script } from '@andscene/contracts/script'
import type { PlatformClient } from '@andscene/platform-client/platform-client'
import { keptConnections } from '@andscene/service-kit/calls/kept-connections'
import { setTimeout as after } from 'node:timers/promises'
import { FormData, request, type Dispatcher } from 'undici'
import type { Stage } from '../fault.ts'
import { callsOf, visitorsCalls, type Asked, type Kept } from './calls.ts'
import { newPerson, type Person } from './people.ts'
import { judge, Tally, type Outcome } from './tally.ts'

const PEOPLE = 3
/** Requests of one person at a time, each on a connection of its own. */
const AT_ONCE = 2
/** Between two requests on one connection: within what LIMIT_PERSON allows, and enough for a machine with two cores. */
const PAUSE_MS = 80
const RESPONSE_LIMIT_MS = 60_000

export type Load = {
  tally: Tally
  /** Who they are, and what of theirs the platform has acknowledged so far. */
  people: ReadonlyMap<Person, Kept>
  /** Waits for so many more requests. */
  more(requests: number): Promise<void>
  /** Ends it, and says what was acknowledged and is not there any more. */
  stop(): Promise<string[]>
}

/** People who use all of the platform at `origin` for as long as it runs, each request once and none tried again. */
export async function startLoad(stage: Stage, origin: string, { people = PEOPLE } = {}): Promise<Load> {
  const persons = await Promise.all(Array.from({ length: people }, () => newPerson(origin)))
  const tally = new Tally()
  const kept = new Map(persons.map((person): [Person, Kept] => [person, { notes: new Set() }]))
  const ended = new AbortController()
  stage.defer(() => ended.abort())
  const run = async (calls: (n: number) => Asked[], token?: string) => {
    // One at a time; renewed as those of a proxy of ours are.
    const agent = keptConnections({ pipelining: 1 })
    for (let n = 0; !ended.signal.aborted; n += 1)
      for (const asked of calls(n)) {
        if (ended.signal.aborted) break
        tally.add(asked.kind, await send(agent, origin, asked, token))
        await after(PAUSE_MS)
      }
    await agent.close()
  }
  const running = [
    run(visitorsCalls),
    ...persons.flatMap((person) =>
      Array.from({ length: AT_ONCE }, (_none, lane) =>
        run((n) => inTurn(callsOf(person, n, kept.get(person)!), lane * 5), person.account.token),
      ),
    ),
  ]
  return {
    tally,
    people: kept,
    async more(requests) {
      const enough = tally.requests.made + requests
      while (tally.requests.made < enough) await after(PAUSE_MS, undefined, { signal: stage.signal })
    },
    async stop() {
      ended.abort()
      await Promise.all(running)
      return (
        await Promise.all([...kept].map(([{ api, script }, { notes }]) => lostOf(api, script, notes)))
      ).flat()
    },
  }
}

/** The same calls, begun elsewhere, so that two connections do not ask the same at the same time. */
const inTurn = <T>(all: T[], first: number): T[] => [...all.slice(first), ...all.slice(0, first)]

async function send(agent: Dispatcher, origin: string, asked: Asked, token?: string): Promise<Outcome> {
  const { method, path, headers, body, wrong } = asked
  try {
    const response = await request(new URL(path, origin), {
      dispatcher: agent,
      method: method as 'GET',
      headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { body: typeof body === 'string' ? body : formOf(body) }),
      headersTimeout: RESPONSE_LIMIT_MS,
      bodyTimeout: RESPONSE_LIMIT_MS,
    })
    const bytes = Buffer.from(await response.body.arrayBuffer())
    const outcome = judge(
      { status: response.statusCode, headers: response.headers },
      wrong?.(response.statusCode, bytes),
    )
    if (outcome === 'served') asked.acknowledged?.()
    return typeof outcome === 'string' ? outcome : { failed: `${outcome.failed} ${bytes.subarray(0, 120)}` }
  } catch (error) {
    return { failed: codeOf(error) }
  }
}

/** undici takes its own forms alone. */
function formOf(body: globalThis.FormData): FormData {
  const form = new FormData()
  for (const [name, value] of body) form.set(name, value)
  return form
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? `${String(error.code)} (${error.message})` : String(error)

/** What of these notes is not there. */
export async function lostOf(
  api: PlatformClient,
  script: Script,
  notes: ReadonlySet<string>,
): Promise<string[]> {
  const there = new Set<string>()
  for (let version = 0, more = true; more;) {
    const page = (await api.call(listNotes, { params: { id: script._id }, query: { after: version } })).data
    for (const { _id } of page.notes) there.add(_id)
    ;({ version, more } = page)
  }
  const lost = [...notes].filter((note) => !there.has(note))
  return lost.length > 0 ? [`${lost.length} of ${notes.size} acknowledged notes are gone`] : []
}
