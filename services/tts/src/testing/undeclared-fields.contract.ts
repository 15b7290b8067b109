import type { Route } from '@andscene/contracts/define-route'
import { changedRows, type StoredRows } from '@andscene/testing/stored-rows'
import {
  attempts,
  MARKS,
  routesWithFields,
  withUndeclared,
  type Attempt,
} from '@andscene/testing/undeclared-fields'
import { describe, expect, test } from 'vitest'
import { lineOf } from './api-harness.ts'
import type { Harness } from './harness.ts'
import { scriptOf } from './scripts-stub.ts'
import { storedClip } from './stored-clip.ts'
import { ttsHarness } from './tts-harness.ts'

/** A valid body by route; without one the query is `scripts=s1`. */
const SAMPLES: Record<string, object> = {
  saveDefaultVoice: { voiceId: 'test:one' },
  findUnknownWords: { words: ['Mara'] },
  previewVoice: {
    voiceId: 'test:one',
    text: 'Who is there?',
    pronunciation: { word: 'who', says: 'HOO', as: 'respelling' },
  },
  generateClip: lineOf(1),
  clearLineCache: { scriptId: 's1', lineId: 'line-2' },
  clearCache: { scriptId: 's1' },
  readAudio: { textHashes: ['f'.repeat(64)] },
}
const ROLES = ['owner', 'listener', 'stranger'] as const
/** Stored directly, because a request would plan the rest of its script. */
const VICTIM_CLIP = storedClip({
  path: `scripts/victim-script/v/${'0'.repeat(64)}.mp3`,
  scriptId: 'victim-script',
})
/** The request without undeclared fields. */
const NOTHING: Attempt = { names: [], value: undefined }

/**
 * Sends every field name of the platform's responses and rows as an undeclared field to every route with fields. The
 * values are marks, and ids of rows of another user.
 */
export function undeclaredFieldsContract(
  name: string,
  rowsOf: (harness: Harness) => Promise<StoredRows>,
  env: () => Record<string, string> = () => ({}),
): void {
  describe(`product §10 on ${name}: undeclared fields of a request`, () => {
    const on = ttsHarness({ env })
    const ROUTES = routesWithFields('tts').map((route) => [route.id, route] as const)

    test.each(ROUTES)(
      '%s: stores none of them and changes no row of another user',
      { timeout: 60_000 },
      async (_id, route) => {
        const { harness, provider } = on
        for (const [id, owner] of [
          ['s1', 'owner'],
          ['victim-script', 'vera'],
        ] as const)
          harness.scripts.scripts.set(id, scriptOf(3, 'test:one', owner))
        harness.scripts.share('s1', 'listener', 'listener')
        const app = await harness.api([provider])
        await harness.worker([provider])
        const send = (asked: { method: Route['method']; path: string; body?: string }, headers: object) =>
          app.inject({
            method: asked.method,
            url: asked.path,
            headers: { ...headers, ...(asked.body !== undefined && { 'content-type': 'application/json' }) },
            ...(asked.body !== undefined && { payload: asked.body }),
          })
        const vera = harness.person('vera')
        const choice = JSON.stringify({ voiceId: 'test:two' })
        await send({ method: 'POST', path: '/api/voices/default', body: choice }, vera)
        await harness.index.put(VICTIM_CLIP)

        const path = route.path.replace(':id', 's1')
        const query = route.id === 'listNarrations' ? '?scripts=s1' : ''
        const sample = { path: `${path}${query}`, ...(route.body && { body: needed(route) }) }
        const victims = ['victim-script', 'vera']
        const tried = [NOTHING, ...attempts(victims, (await rowsOf(harness)).names)]
        for (const role of route.access === 'service' ? ['service'] : ROLES) {
          const headers = role === 'service' ? harness.service() : harness.person(role)
          const statuses: number[] = []
          for (const attempt of tried) {
            const before = (await rowsOf(harness)).rows
            const asked = { method: route.method, ...withUndeclared(route, sample, attempt) }
            statuses.push((await send(asked, headers)).statusCode)
            const changed = changedRows(before, (await rowsOf(harness)).rows)
            const foreign = changed.filter((row) => [...victims, ...MARKS].some((mark) => row.includes(mark)))
            expect.soft(foreign, `${role} with ${JSON.stringify(attempt.value)}`).toEqual([])
          }
          expect.soft(statuses[0], role).toBeLessThan(500)
          expect.soft(new Set(statuses), role).toEqual(new Set([statuses[0]]))
        }
      },
    )
  })
}

function needed({ id }: Route): object {
  const sample = SAMPLES[id]
  if (!sample) throw new Error(`${id} has no sample here: add a body that fits it`)
  return sample
}
