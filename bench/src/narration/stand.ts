import type { ScriptResponse } from '@andscene/contracts/script'
import type { Voice, VoicesResponse } from '@andscene/contracts/voice'
import { startPlatform, type Platform } from '@andscene/local/platform'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

export type Script = ScriptResponse['data']['script']

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
  const authorization = `Bearer ${await signIn(platform)}`
  const gateway = platform.urls.gateway
  const call = async (method: string, address: string, body?: object): Promise<Response> => {
    const answer = await fetch(`${gateway}${address}`, {
      method,
      headers: { authorization, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!answer.ok) throw new Error(`${method} ${address} answered ${answer.status}: ${await answer.text()}`)
    return answer
  }
  const script = async (id: string) =>
    ((await (await call('GET', `/api/scripts/${id}`)).json()) as ScriptResponse).data.script
  const uploadBytes = async (name: string, bytes: Buffer): Promise<Script> => {
    const form = new FormData()
    form.set('script', new Blob([new Uint8Array(bytes)]), name)
    const answer = await fetch(`${gateway}/api/scripts/upload`, {
      method: 'POST',
      headers: { authorization },
      body: form,
    })
    if (!answer.ok) throw new Error(`upload answered ${answer.status}: ${await answer.text()}`)
    const { data: uploaded } = (await answer.json()) as ScriptResponse
    return script(uploaded.script._id)
  }
  return {
    gateway,
    authorization,
    /** Where a browser goes, and who signs in there. */
    origin: platform.origin,
    person: platform.demo,
    call,
    script,
    upload: async (file: string) => uploadBytes(path.basename(file), await readFile(file)),
    uploadBytes,
    async voices(): Promise<Voice[]> {
      return ((await (await call('GET', '/api/voices')).json()) as VoicesResponse).data.voices
    },
    /** Lines ready, waiting and failed. */
    async narration(id: string) {
      const answer = await (await call('GET', `/api/scripts/${id}/narration`)).json()
      return (answer as { data: { total: number; ready: number; waiting: number; failed: number } }).data
    },
    async close() {
      await platform.stop()
      await data.remove()
    },
  }
}
export type Stand = Awaited<ReturnType<typeof openStand>>

/** A casting as a person would make it: English voices in turn, so that none speaks much more than the others. */
export function castingOf(script: Script, voices: readonly Voice[]) {
  const english = voices.filter(({ voiceId }) => voiceId.startsWith('local:flite-'))
  const inTurn = (n: number) => english[n % english.length]!.voiceId
  return {
    narrationVoiceId: inTurn(0),
    sceneHeadingVoiceId: inTurn(1),
    characterAssignments: Object.fromEntries(
      script.content.characters.map(({ character }, n) => [character, inTurn(n + 2)]),
    ),
  }
}

async function signIn({ origin, demo }: Platform): Promise<string> {
  const answer = await fetch(
    `${origin}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=embedded`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...demo, returnSecureToken: true }),
    },
  )
  const { idToken } = (await answer.json()) as { idToken?: string }
  if (!idToken) throw new Error(`Signing in answered ${answer.status}`)
  return idToken
}
