import { createClient } from '@andscene/contracts/client'
import { CALL_TIMEOUT_MS } from '@andscene/contracts/define-route'
import { UPLOAD_FIELD } from '@andscene/contracts/limits'
import { saveCasting, uploadScript } from '@andscene/contracts/routes/scripts'
import { listVoices } from '@andscene/contracts/routes/voices'
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
const SIGN_IN = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=embedded'

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
  const token = await signIn(origin, demo, signal)
  const call = createClient({ baseUrl: origin, headers: () => ({ authorization: `Bearer ${token}` }) })

  const body = new FormData()
  body.set(
    UPLOAD_FIELD,
    new Blob([await readFile(path.join(ROOT, 'packages/screenplay/samples', FILE))]),
    FILE,
  )
  // The same key with every try: a response that got lost does not make a second script.
  const headers = { 'idempotency-key': `demo-script-${EDITION}` }
  const { script } = (await call(uploadScript, { body }, { headers, signal })).data
  const { lines, characters } = script.content!
  const { voices } = (await call(listVoices, {}, { signal })).data
  const { casting } = suggestCast({
    parts: partsOf(
      lines,
      characters.map((entry) => entry.character),
    ),
    voices,
    casting: { characterAssignments: {} },
  })
  await call(saveCasting, { params: { id: script._id }, body: casting }, { signal })
  return script.title
}

/** The ID token of the demo account, from the embedded identity. */
async function signIn(
  origin: string,
  demo: { email: string; password: string },
  signal: AbortSignal | undefined,
): Promise<string> {
  const limit = AbortSignal.timeout(CALL_TIMEOUT_MS)
  const response = await fetch(new URL(SIGN_IN, origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...demo, returnSecureToken: true }),
    signal: signal ? AbortSignal.any([limit, signal]) : limit,
  })
  if (!response.ok) throw new Error(`The sign-in of the demo account got ${response.status}`)
  return ((await response.json()) as { idToken: string }).idToken
}
