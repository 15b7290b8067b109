import { createServer, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocketServer, type WebSocket } from 'ws'
import { listening } from './listening.ts'

/** Behavior for one speech request or connection. */
export type AzureBehaviour =
  /** Synthesizes, after `delayMs`. */
  | { does: 'speak'; delayMs?: number }
  /** Rejects the connection with an HTTP status. */
  | { does: 'refuse'; status: number; headers?: Record<string, string>; body?: string }
  /** Closes the connection after this many audio chunks; without a code it is cut like in a network failure. */
  | { does: 'close'; afterChunks: number; code?: number; reason?: string }
  /** Sends this many audio chunks, then nothing more; with 0 no byte at all. */
  | { does: 'stall'; afterChunks: number }
  /** Reports the end of the speech without any audio. */
  | { does: 'nothing' }

export type AzureSpoken = { ssml: string; format: string; connection: number }

export type AzureSpeechServer = Awaited<ReturnType<typeof startAzureSpeechServer>>

const WEBSOCKET_PATH = '/tts/cognitiveservices/websocket/v1'
const VOICES_PATH = '/cognitiveservices/voices/list'
const KEY_HEADER = 'ocp-apim-subscription-key'
const CHUNK_BYTES = 4_096
const MS_PER_CHARACTER = 20
const QUIET_MS = 200
const TONE_HERTZ = 220

/** A local speech service with Azure's protocol: voices over HTTP, synthesis of a tone over a WebSocket. */
export async function startAzureSpeechServer({ key }: { key?: string } = {}) {
  const behaviours: AzureBehaviour[] = []
  const sockets = new WebSocketServer({ noServer: true })
  const waiting = new Set<() => void>()
  const http = createServer((request, response) => {
    if (request.url?.split('?')[0] !== VOICES_PATH) return void response.writeHead(404).end()
    state.listedWith.push(request.headers[KEY_HEADER]?.toString())
    if (key && request.headers[KEY_HEADER] !== key) return void response.writeHead(401).end('Access denied')
    const { status, body, headers } = state.list
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  })

  const state = {
    /** Origin, as of a speech container: `http://127.0.0.1:<port>`. */
    host: '',
    spoken: [] as AzureSpoken[],
    /** Keys of the requests for the list of voices. */
    listedWith: [] as (string | undefined)[],
    /** Number of connections opened so far, including rejected ones. */
    opened: 0,
    get open(): number {
      return sockets.clients.size
    },
    /** Response to requests for the list of voices. */
    list: { status: 200, body: '[]' } as { status: number; body: string; headers?: Record<string, string> },
    /** Sets the behavior of the next requests, in order; further ones are synthesized. */
    next: (...more: AzureBehaviour[]) => void behaviours.push(...more),
    /** Closes all open connections, as the service does with idle ones. */
    hangUp: () => sockets.clients.forEach((socket) => socket.close(1000, 'idle')),
    /** Resolves after this many speech requests in total. */
    async whenSpoken(count: number): Promise<void> {
      while (state.spoken.length < count) {
        const { promise, resolve } = Promise.withResolvers<void>()
        waiting.add(resolve)
        await promise
      }
    },
    async stop(): Promise<void> {
      sockets.clients.forEach((socket) => socket.terminate())
      await close()
    },
  }

  http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    state.opened++
    const [first] = behaviours
    const refusal = first?.does === 'refuse' ? (behaviours.shift(), first) : undefined
    const keyFits = !key || request.headers[KEY_HEADER] === key
    if (refusal || !keyFits || !request.url?.startsWith(WEBSOCKET_PATH)) {
      const { status = keyFits ? 404 : 401, headers = {}, body = '' } = refusal ?? {}
      const lines = Object.entries({ ...headers, 'content-length': body.length, connection: 'close' })
      socket.end(
        `HTTP/1.1 ${status} Refused\r\n${lines.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n${body}`,
      )
      return
    }
    const connection = state.opened
    sockets.handleUpgrade(request, socket, head, (websocket) => {
      let format = ''
      websocket.on('message', async (data) => {
        const { path, requestId, body } = readMessage(data.toString())
        if (path === 'synthesis.context') format = outputFormat(body)
        if (path !== 'ssml') return
        state.spoken.push({ ssml: body, format, connection })
        waiting.forEach((resolve) => resolve())
        waiting.clear()
        await respond(websocket, requestId, body, format, behaviours.shift() ?? { does: 'speak' })
      })
    })
  })

  const { url, close } = await listening(http)
  state.host = url
  return state
}

async function respond(
  socket: WebSocket,
  requestId: string,
  ssml: string,
  format: string,
  behaviour: AzureBehaviour,
): Promise<void> {
  const streamId = requestId.toUpperCase()
  const text = (path: string, body: unknown) =>
    socket.send(
      `X-RequestId:${requestId}\r\nContent-Type:application/json; charset=utf-8\r\nPath:${path}\r\n\r\n${JSON.stringify(body)}`,
    )
  if (behaviour.does === 'speak' && behaviour.delayMs) await wait(behaviour.delayMs)
  text('turn.start', { context: { serviceTag: requestId } })
  text('response', { context: { serviceTag: requestId }, audio: { type: 'inline', streamId } })
  const sound = behaviour.does === 'nothing' ? Buffer.alloc(0) : tone(format, spokenText(ssml).length)
  for (const { 0: word, index } of spokenText(ssml).matchAll(/\w+|[^\w\s]/g))
    text('audio.metadata', boundaryOf(word, index))
  const stopAfter = 'afterChunks' in behaviour ? behaviour.afterChunks : Infinity
  for (let at = 0, sent = 0; at < sound.length && sent < stopAfter; at += CHUNK_BYTES, sent++) {
    const headers = `X-RequestId:${requestId}\r\nContent-Type:audio/x-wav\r\nX-StreamId:${streamId}\r\nPath:audio\r\n`
    const length = Buffer.alloc(2)
    length.writeUInt16BE(headers.length)
    socket.send(Buffer.concat([length, Buffer.from(headers), sound.subarray(at, at + CHUNK_BYTES)]))
  }
  if (behaviour.does === 'stall') return
  if (behaviour.does === 'close') {
    if (behaviour.code) socket.close(behaviour.code, behaviour.reason)
    else socket.terminate()
    return
  }
  text('turn.end', {})
}

/** In units of 100 ns, after the silence at the start. */
const boundaryOf = (word: string, index: number) => ({
  Metadata: [
    {
      Type: 'WordBoundary',
      Data: {
        Offset: (QUIET_MS + index * MS_PER_CHARACTER) * 10_000,
        Duration: word.length * MS_PER_CHARACTER * 10_000,
        text: {
          Text: word,
          Length: word.length,
          BoundaryType: /\w/.test(word) ? 'WordBoundary' : 'PunctuationBoundary',
        },
      },
    },
  ],
})

function readMessage(message: string): { path: string; requestId: string; body: string } {
  const split = message.indexOf('\r\n\r\n')
  const header = (name: string) =>
    new RegExp(`^${name}:\\s*(.*)$`, 'im').exec(message.slice(0, split))?.[1]?.trim() ?? ''
  return {
    path: header('Path').toLowerCase(),
    requestId: header('X-RequestId'),
    body: message.slice(split + 4),
  }
}

function outputFormat(context: string): string {
  const { synthesis } = JSON.parse(context) as { synthesis?: { audio?: { outputFormat?: string } } }
  return synthesis?.audio?.outputFormat ?? ''
}

const spokenText = (ssml: string): string => ssml.replace(/<[^>]*>/g, '').trim()

/** 16-bit mono PCM at the rate of the format, with 0.2 s of silence at both ends. */
function tone(format: string, characters: number): Buffer {
  const kilohertz = Number(/(\d+)khz-16bit-mono-pcm$/.exec(format)?.[1])
  if (!kilohertz) throw new Error(`This server speaks PCM only, not ${format}.`)
  const quiet = QUIET_MS * kilohertz
  const length = characters * MS_PER_CHARACTER * kilohertz
  const samples = Buffer.alloc(2 * (length + 2 * quiet))
  for (let index = 0; index < length; index++) {
    const wave = Math.sin((2 * Math.PI * TONE_HERTZ * index) / (kilohertz * 1000))
    samples.writeInt16LE(Math.round(wave * 8_000), 2 * (quiet + index))
  }
  return samples
}
