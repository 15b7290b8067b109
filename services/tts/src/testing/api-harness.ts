import type { Person } from '@andscene/contracts/internal'
import type { App } from '@andscene/service-kit/create-app'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { beforeEach } from 'vitest'
import { ttsHarness, type HarnessOptions } from './tts-harness.ts'

/** A fresh harness with an API for every test of a file, and requests of clients. `withWorker` starts a worker. */
export function apiHarness(options: HarnessOptions = {}) {
  const base = ttsHarness(options)
  const on = Object.assign(base, {
    app: undefined as unknown as App,
    get: (url: string, headers: Record<string, string> = {}, who?: string | Person) =>
      on.app.inject({ url, headers: { ...on.harness.person(who), ...headers } }),
    post: (url: string, payload: object, who?: string | Person) =>
      on.app.inject({ method: 'POST', url, payload, headers: on.harness.person(who) }),
    generate: (payload: object, who?: string | Person) => on.post('/api/voices/generate', payload, who),
    listen: () => on.app.listen({ host: '127.0.0.1', port: 0 }),
    /** Sends a POST request on its own connection, which the client can close. The API must listen. */
    send(url: string, payload: object, uid?: string) {
      const closing = new AbortController()
      const sent = request(`${on.app.listeningOrigin}${url}`, {
        method: 'POST',
        agent: false,
        headers: { ...on.harness.person(uid), 'content-type': 'application/json' },
        signal: closing.signal,
      }).end(JSON.stringify(payload))
      const response = (async () => {
        const [found] = (await once(sent, 'response')) as [IncomingMessage]
        return { status: found.statusCode, body: await text(found) }
      })()
      response.catch(() => undefined)
      return { response, hangUp: () => closing.abort() }
    },
    withWorker: (env?: Record<string, string>) => on.harness.worker([on.provider], env),
  })
  beforeEach(async () => {
    on.app = await on.harness.api([on.provider])
  })
  return on
}

/** A player's request for a line of `scriptOf`. */
export const lineOf = (n: number, more: object = {}) => ({
  voiceId: 'test:one',
  scriptId: 's1',
  lineId: `line-${n}`,
  text: `Text number ${n}.`,
  ...more,
})

export const guestOf = (scriptId: string, linkId = 'link', uid = `guest-of-${linkId}`): Person => ({
  uid,
  guest: { linkId, scriptId, ownerId: 'owner' },
})
