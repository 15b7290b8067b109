import type { ScriptResponse } from '@andscene/contracts/script'
import type { VoicesResponse } from '@andscene/contracts/voice'
import { partsOf } from '@andscene/screenplay/casting/parts'
import { suggestCast } from '@andscene/screenplay/suggest-cast'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import writeFileAtomic from 'write-file-atomic'
import { messageOf } from '../failure.ts'
import { ROOT } from '../paths.ts'
import type { Platform } from '../platform.ts'

const FILE = 'the-lighthouse-keeper.fdx'
/** A new number adds the script to every DATA_DIR once more. */
const EDITION = 1
const TRIES = 5
const BETWEEN_MS = 2_000
const RESPONSE_LIMIT_MS = 30_000

/**
 * Gives the demo account the bundled script with a cast, through the public API, once per DATA_DIR. Does nothing when that
 * was done before (even if the script was deleted since). Returns the script's title when it is new.
 */
export async function seedDemoScript(
  {
    origin,
    dataDir,
    demo,
    embeddedIdentity,
  }: Pick<Platform, 'origin' | 'dataDir' | 'demo' | 'embeddedIdentity'>,
  say: (line: string) => void,
  signal?: AbortSignal,
): Promise<string | undefined> {
  if (!embeddedIdentity) return undefined
  const mark = path.join(dataDir, 'seeded.json')
  if (await readFile(mark, 'utf8').catch(() => undefined)) return undefined
  for (let tried = 1; ; tried++) {
    try {
      const title = await seed(origin, demo, signal)
      await writeFileAtomic(mark, JSON.stringify({ script: FILE, edition: EDITION }), { mode: 0o600 })
      return title
    } catch (error) {
      if (signal?.aborted) return undefined
      if (tried === TRIES) {
        say(`The sample script could not be added, the next start tries again: ${messageOf(error)}`)
        return undefined
      }
      await delay(BETWEEN_MS, undefined, signal ? { signal } : {}).catch(() => undefined)
    }
  }
}

async function seed(
  origin: string,
  demo: { email: string; password: string },
  signal: AbortSignal | undefined,
): Promise<string> {
  const call = async <T>(address: string, init: RequestInit): Promise<T> => {
    const limit = AbortSignal.timeout(RESPONSE_LIMIT_MS)
    const response = await fetch(`${origin}${address}`, {
      ...init,
      signal: signal ? AbortSignal.any([limit, signal]) : limit,
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${address} responded with ${response.status}: ${text.slice(0, 200)}`)
    return JSON.parse(text) as T
  }
  const json = { 'content-type': 'application/json' }
  const { idToken } = await call<{ idToken: string }>(
    '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=embedded',
    { method: 'POST', headers: json, body: JSON.stringify({ ...demo, returnSecureToken: true }) },
  )
  const authorization = `Bearer ${idToken}`

  const form = new FormData()
  form.set('script', new Blob([await readFile(path.join(ROOT, 'packages/screenplay/samples', FILE))]), FILE)
  const uploaded = await call<ScriptResponse>('/api/scripts/upload', {
    method: 'POST',
    // The same key with every try: a response that got lost does not make a second script.
    headers: { authorization, 'idempotency-key': `demo-script-${EDITION}` },
    body: form,
  })
  const { script } = uploaded.data
  const { voices } = (await call<VoicesResponse>('/api/voices', { headers: { authorization } })).data
  await call(`/api/scripts/${script._id}/assign-voices`, {
    method: 'POST',
    headers: { authorization, ...json },
    body: JSON.stringify(
      suggestCast({
        parts: partsOf(
          script.content.lines,
          script.content.characters.map((entry) => entry.character),
        ),
        voices,
        casting: { characterAssignments: {} },
      }),
    ),
  })
  return script.title
}
