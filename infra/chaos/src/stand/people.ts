import type { Script } from '@andscene/contracts/script'
import { createAccount, type Account } from '@andscene/platform-client/accounts'
import { PlatformClient, castingInTurn } from '@andscene/platform-client/platform-client'
import { fdxFile } from '@andscene/testing/fdx-file'

/** Somebody with a short script that is cast and narrated, and its clips as they were heard then. */
export type Person = {
  account: Account
  api: PlatformClient
  script: Script
  casting: ReturnType<typeof castingInTurn>
  clips: { path: string; sound: Buffer }[]
}

const LINES = ['A lamp is lit.', 'A boat comes home.', 'A door opens.', 'Rain on the glass.']

/** A person who is new to the platform, with a table read of four lines. */
export async function newPerson(origin: string): Promise<Person> {
  const account = await createAccount(origin)
  const api = new PlatformClient(origin, account.token)
  const uploaded = await api.upload('short.fdx', scriptOf(LINES))
  const casting = await castingFor(api, uploaded)
  await api.cast(uploaded, casting)
  await api.narrated(uploaded)
  const script = await api.script(uploaded._id)
  const clips = await Promise.all(
    script.content.lines.map(async ({ audioCache }) => {
      const path = audioCache?.path
      if (path === undefined) throw new Error('a line that is narrated has no clip')
      return { path, sound: Buffer.from(await api.clip(path)) }
    }),
  )
  return { account, api, script, casting, clips }
}

/** Each line an action of its own. */
export const scriptOf = (lines: readonly string[]): string =>
  fdxFile(lines.map((text) => ({ type: 'Action', text })))

/** Quick voices of the platform itself: no network, no model. */
export async function castingFor(api: PlatformClient, script: Script) {
  const voices = await api.voices()
  return castingInTurn(
    script,
    voices.filter(({ voiceId }) => voiceId.startsWith('local:flite-')),
  )
}
