import { createClient } from '@andscene/contracts/client'
import { UPLOAD_FIELD } from '@andscene/contracts/limits'
import { saveCasting, uploadScript } from '@andscene/contracts/routes/scripts'
import { listVoices } from '@andscene/contracts/routes/voices'
import { partsOf } from '@andscene/screenplay/casting/parts'
import { recast } from '@andscene/screenplay/recast'
import { suggestCast } from '@andscene/screenplay/suggest-cast'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { messageOf } from '../failure.ts'
import { ROOT } from '../paths.ts'
import type { Platform } from '../platform.ts'
import { signInDemo } from './demo-account.ts'
import { hasNaturalVoices, SAMPLE_LANGUAGE, slotsOf } from './natural-cast.ts'
import { readMark, writeMark, type SeedMark } from './seed-mark.ts'

const FILE = 'the-lighthouse-keeper.fdx'
/** Incrementing it adds the script to every DATA_DIR once more. */
const EDITION = 1
const TRIES = 5
const BETWEEN_MS = 2_000

/** Adds the sample script with a casting, once per DATA_DIR and edition. Returns its title if it was added. */
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
  if ((await readMark(dataDir))?.edition === EDITION) return undefined
  for (let tried = 1; ; tried++) {
    try {
      const token = await signInDemo({ origin, demo }, signal)
      if (token === undefined) return undefined
      const { title, ...rest } = await seed(origin, token, signal)
      await writeMark(dataDir, { script: FILE, edition: EDITION, ...rest })
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

type Seeded = Pick<SeedMark, 'waiting'> & { title: string }

async function seed(origin: string, token: string, signal: AbortSignal | undefined): Promise<Seeded> {
  const call = createClient({ baseUrl: origin, headers: () => ({ authorization: `Bearer ${token}` }) })

  const body = new FormData()
  body.set(
    UPLOAD_FIELD,
    new Blob([await readFile(path.join(ROOT, 'packages/screenplay/samples', FILE))]),
    FILE,
  )
  // Each attempt has the same idempotency key: after a lost response, no second script is created.
  const headers = { 'idempotency-key': `demo-script-${EDITION}` }
  const { script } = (await call(uploadScript, { body }, { headers, signal })).data
  const { lines, characters } = script.content!
  const { voices, naturalVoices } = (await call(listVoices, {}, { signal })).data
  const parts = partsOf(
    lines,
    characters.map((entry) => entry.character),
  )
  const uncast = { characterAssignments: {} }
  const areHere = naturalVoices?.state === 'ready' && hasNaturalVoices(voices)
  const { casting } = areHere
    ? recast({ parts, voices, casting: uncast, language: SAMPLE_LANGUAGE })
    : suggestCast({ parts, voices, casting: uncast })
  const suggestion = { ...casting, suggested: slotsOf(casting) }
  await call(saveCasting, { params: { id: script._id }, body: suggestion }, { signal })
  const waiting = areHere ? undefined : { scriptId: script._id }
  return { title: script.title, waiting }
}
