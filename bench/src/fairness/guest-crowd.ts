import { addressOf, requestOf } from '@andscene/contracts/call'
import type { Route } from '@andscene/contracts/define-route'
import { createNote, followScript } from '@andscene/contracts/routes/notes'
import { openLink } from '@andscene/contracts/routes/sharing'
import { generateClip } from '@andscene/contracts/routes/speech'
import { setPriority } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { serveParent } from '../child.ts'
import { drip } from './dripping.ts'

export type Line = { _id: string; text: string; voiceId: string }
export type CrowdOfGuests = {
  origin: string
  guests: number
  /** Local addresses that they connect from. */
  addresses: number
  scriptId: string
  /** Tokens of the script's links. */
  links: string[]
  lines: Line[]
}
/** Open streams and bodies, and totals so far. */
export type ToldGuests = Record<'opened' | 'streams' | 'bodies' | 'clips' | 'refused', number>

/** About the length of a line. */
const LINE_MS = 3_000
/** Guests that open their link concurrently. */
const OPENING = 10
/** After a failure without Retry-After. */
const AGAIN_MS = 1_000

/**
 * Guests that each keep an event stream and a note open, whose body arrives one byte a second, and request the clip of
 * another line every few seconds. A refused guest retries after Retry-After.
 */
async function openGuests(crowd: CrowdOfGuests, told: ToldGuests): Promise<void> {
  const agents = Array.from({ length: crowd.addresses }, (_, n) => {
    const localAddress = `127.1.0.${n + 1}`
    return {
      localAddress,
      dispatcher: new Agent({ localAddress, connect: { timeout: 0 }, headersTimeout: 0, bodyTimeout: 0 }),
    }
  })
  let next = 0
  const open = async () => {
    for (let n = next++; n < crowd.guests; n = next++)
      await new Guest(crowd, told, agents[n % agents.length]!).begin(n)
  }
  await Promise.all(Array.from({ length: OPENING }, open))
}

class Guest {
  readonly #crowd: CrowdOfGuests
  readonly #told: ToldGuests
  readonly #from: { localAddress: string; dispatcher: Agent }
  #authorization = ''

  constructor(crowd: CrowdOfGuests, told: ToldGuests, from: { localAddress: string; dispatcher: Agent }) {
    this.#crowd = crowd
    this.#told = told
    this.#from = from
  }

  /** Resolves once the link is open. */
  async begin(n: number): Promise<void> {
    const { links, lines } = this.#crowd
    const token = links[n % links.length]!
    await this.#untilGot(openLink, { body: { token } }, async (body) => {
      const { data } = (await body.json()) as { data: { guestToken: string } }
      this.#authorization = `Bearer ${data.guestToken}`
    })
    this.#told.opened += 1
    void this.#forEver(() => this.#follow())
    void this.#forEver(() => this.#drip())
    let at = n * 7
    void this.#forEver(() => this.#hear(lines[(at += 1) % lines.length]!))
  }

  async #forEver(work: () => Promise<void>): Promise<void> {
    for (;;) await work().catch(() => delay(AGAIN_MS))
  }

  async #follow(): Promise<void> {
    await this.#untilGot(followScript, { params: { id: this.#crowd.scriptId } }, async (body) => {
      this.#told.streams += 1
      try {
        await body.dump({ limit: Number.MAX_SAFE_INTEGER })
      } finally {
        this.#told.streams -= 1
      }
    })
  }

  async #hear({ _id: lineId, text, voiceId }: Line): Promise<void> {
    const { scriptId } = this.#crowd
    await this.#untilGot(generateClip, { body: { voiceId, scriptId, lineId, text } }, async (body) => {
      await body.arrayBuffer()
      this.#told.clips += 1
    })
    await delay(LINE_MS)
  }

  async #drip(): Promise<void> {
    const { origin, scriptId } = this.#crowd
    const response = await drip(
      origin,
      {
        method: createNote.method,
        path: addressOf(createNote, { params: { id: scriptId } } as never),
        authorization: this.#authorization,
        localAddress: this.#from.localAddress,
      },
      (change) => (this.#told.bodies += change),
    )
    if (response.status > 0) this.#told.refused += 1
    await delay(againMs(response.headers['retry-after']))
  }

  /** Repeats a request until it succeeds, as Retry-After says; `got` reads the response. */
  async #untilGot(
    route: Route,
    input: object,
    got: (body: Awaited<ReturnType<typeof request>>['body']) => Promise<void>,
  ): Promise<void> {
    const { path, method, headers, body } = requestOf(route, input as never)
    for (;;) {
      const response = await request(this.#crowd.origin + path, {
        method: method as 'GET',
        headers: { ...headers, ...(this.#authorization && { authorization: this.#authorization }) },
        body: (body as string | undefined) ?? null,
        dispatcher: this.#from.dispatcher,
      }).catch(() => undefined)
      if (response?.statusCode === 200) return got(response.body)
      await response?.body.dump()
      if (response) this.#told.refused += 1
      await delay(againMs(response?.headers['retry-after']))
    }
  }
}

const againMs = (retryAfter: unknown): number =>
  Number(retryAfter) > 0 ? Number(retryAfter) * 1_000 : AGAIN_MS

if (process.argv[1] === import.meta.filename) {
  // Real guests have their own machines.
  setPriority(10)
  const told: ToldGuests = { opened: 0, streams: 0, bodies: 0, clips: 0, refused: 0 }
  await serveParent(
    (crowd: CrowdOfGuests) => openGuests(crowd, told),
    () => told,
  )
}
