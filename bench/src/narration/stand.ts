import type { CastingBody, Script } from '@andscene/contracts/script'
import type { Voice } from '@andscene/contracts/voice'
import { createAccount } from '@andscene/e2e/fixtures/accounts'
import { Api, castingInTurn } from '@andscene/e2e/fixtures/api'
import { startPlatform } from '@andscene/local/platform'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** The whole platform on free ports with an empty data folder, and a person who is signed in; with `web` its screens too. */
export async function openStand(env: Record<string, string> = {}, { web = false } = {}) {
  const data = await temporaryFolder('andscene-bench')
  const platform = await startPlatform({
    port: 0,
    dataDir: data.path,
    workers: 1,
    build: web,
    log: () => {},
    env: {
      ...process.env,
      LOG_LEVEL: 'warn',
      LIMIT_PERSON: '1000000',
      LIMIT_AUDIO_HOURS: '1000000',
      LIMIT_ACCOUNTS: '1000000',
      ...env,
    },
  })
  const person = await createAccount(platform.origin)
  /** Straight to the gateway: what stands before it is not measured. */
  const api = new Api(platform.urls.gateway, () => person.token)
  const uploadBytes = async (name: string, bytes: Buffer): Promise<Script> =>
    api.script((await api.upload(name, new Uint8Array(bytes)))._id)
  return {
    api,
    /** Where a browser goes, and who signs in there. */
    origin: platform.origin,
    person,
    upload: async (file: string) => uploadBytes(path.basename(file), await readFile(file)),
    uploadBytes,
    async close() {
      await platform.stop()
      await data.remove()
    },
  }
}
export type Stand = Awaited<ReturnType<typeof openStand>>

/** A casting as a person would make it: English voices in turn, so that none speaks much more than the others. */
export const castingOf = (script: Script, voices: readonly Voice[]) =>
  castingInTurn(
    script,
    voices.filter(({ voiceId }) => voiceId.startsWith('local:flite-')),
  ) satisfies CastingBody
