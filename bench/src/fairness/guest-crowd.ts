import { addressOf, requestOf } from '@andscene/contracts/call'
import type { Route } from '@andscene/contracts/define-route'
import { createNote, followScript } from '@andscene/contracts/routes/notes'
import { openLink } from '@andscene/contracts/routes/sharing'
import { generateClip } from '@andscene/contracts/routes/speech'
import { openRaw, requestBytes } from '@andscene/testing/raw-http'
import { setTimeout as delay } from 'node:timers/promises'
import { Agent, request } from 'undici'

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
const BODY_BYTES = 900
const BYTE_MS = 1_000

/**
 * Guests that each keep an event stream and a note open, whose body arrives one byte a second, and request the clip of
 * another line every few seconds. A refused guest retries after Retry-After.
 */
export function crowdOfGuests(crowd: CrowdOfGuests): { told: ToldGuests; opened: Promise<void> } {
  const told: ToldGuests = { opened: 0, streams: 0, bodies: 0, clips: 0, refused: 0 }
  const agents = Array.from({ length: crowd.addresses }, (_, n) => {
    const localAddress = `127.1.0.${n + 1}`
    return {
      localAddress,
      dispatcher: new Agent({
        localAddress,
        connect: { timeout: 0 },
        pipelining: 1,
        headersTimeout: 0,
        bodyTimeout: 0,
      }),
    }
  })
  let next = 0
  const open = async () => {
    for (let n = next++; n < crowd.guests; n = next++)
      await new Guest(crowd, told, agents[n % agents.length]!).begin(n)
  }
  return { told, opened: Promise.all(Array.from({ length: OPENING }, open)).then(() => undefined) }
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
    const connection = await openRaw(origin, { localAddress: this.#from.localAddress })
    const path = addressOf(createNote, { params: { id: scriptId } } as never)
    const headers = {
      Host: new URL(origin).host,
      Authorization: this.#authorization,
      'Content-Type': 'application/json',
      'Content-Length': BODY_BYTES,
    }
    connection.write(requestBytes(createNote.method, path, headers, '{'))
    this.#told.bodies += 1
    const bytes = setInterval(() => connection.write('a'), BYTE_MS)
    let again = AGAIN_MS
    try {
      const response = await connection.response()
      if (response.status > 0) this.#told.refused += 1
      again = againMs(response.headers['retry-after'])
    } finally {
      clearInterval(bytes)
      connection.destroy()
      this.#told.bodies -= 1
    }
    await delay(again)
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
