import { Agent, request as sendOverHttp, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import type { Duplex } from 'node:stream'
import { CONNECTION_LIFE_MS } from './connection-life.ts'

export type RequestOptions = {
  method?: string
  headers?: Record<string, string>
  body?: string | undefined
  signal: AbortSignal
}

/**
 * Sends a request to another process of the platform and resolves with its response, whose body the caller must read
 * or `resume()`. A redirect rejects: the credentials are for the given address. `fetch` would load another 4 MB, and
 * with an agent of its own 9 MB (decision 0054).
 */
export async function sendRequest(
  url: URL,
  { method = 'GET', headers = {}, body, signal }: RequestOptions,
): Promise<IncomingMessage> {
  const { send, agent } =
    url.protocol === 'https:' ? await overHttps() : { send: sendOverHttp, agent: kept() }
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    send(url, { method, headers: { ...headers, ...length }, agent, signal })
      .on('response', resolve)
      .on('error', reject)
      .end(body)
  })
  if (!isRedirect(response)) return response
  response.resume()
  throw new Error(`${url.host} responded with a redirect`)
}

export const isOk = ({ statusCode = 0 }: IncomingMessage): boolean => statusCode >= 200 && statusCode < 300
const isRedirect = ({ statusCode = 0 }: IncomingMessage) =>
  statusCode >= 300 && statusCode < 400 && statusCode !== 304

/** Reads the body of a response; rejects when it is not JSON or is cut off. */
export const jsonOf = (response: IncomingMessage): Promise<unknown> => json(response)

/** Each connection is used for one request. */
const overHttps = async () => ({ send: (await import('node:https')).request, agent: false as const })

let agent: EndingAgent | undefined
let until = 0
/** Returns the current agent: each connection is used for CONNECTION_LIFE_MS at most, and running requests finish. */
function kept(): Agent {
  if (!agent || Date.now() > until) {
    agent?.end()
    agent = new EndingAgent({ keepAlive: true })
    until = Date.now() + CONNECTION_LIFE_MS
  }
  return agent
}

class EndingAgent extends Agent {
  #hasEnded = false

  /** Closes idle connections immediately, and the others after their request. */
  end(): void {
    this.#hasEnded = true
    for (const sockets of Object.values(this.freeSockets))
      for (const socket of sockets ?? []) socket.destroy()
  }

  override keepSocketAlive(socket: Duplex): boolean {
    return !this.#hasEnded && (super.keepSocketAlive(socket) as unknown as boolean)
  }
}
