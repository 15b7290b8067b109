import type { Person } from '@andscene/contracts/internal'
import type { App } from '@andscene/service-kit/create-app'
import { beforeEach } from 'vitest'
import { ttsHarness } from './tts-harness.ts'

/** A fresh harness with an API for every test of a file, and the calls that people make. `withWorker` adds who speaks. */
export function apiHarness() {
  const base = ttsHarness()
  const on = Object.assign(base, {
    app: undefined as unknown as App,
    get: (url: string, headers: Record<string, string> = {}, who?: string | Person) =>
      on.app.inject({ url, headers: { ...on.harness.person(who), ...headers } }),
    post: (url: string, payload: object, who?: string | Person) =>
      on.app.inject({ method: 'POST', url, payload, headers: on.harness.person(who) }),
    generate: (payload: object, who?: string | Person) => on.post('/api/voices/generate', payload, who),
    withWorker: (env?: Record<string, string>) => on.harness.worker([on.provider], env),
  })
  beforeEach(async () => {
    on.app = await on.harness.api([on.provider])
  })
  return on
}

/** What the player sends for a line of `scriptOf`. */
export const lineOf = (n: number, more: object = {}) => ({
  voiceId: 'test:one',
  scriptId: 's1',
  lineId: `line-${n}`,
  text: `Text number ${n}.`,
  ...more,
})

/** Somebody who came by the link `link` of a script. */
export const guestOf = (scriptId: string, linkId = 'link', uid = `guest-of-${linkId}`): Person => ({
  uid,
  guest: { linkId, scriptId, ownerId: 'owner' },
})
