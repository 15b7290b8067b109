import type { LineSource, NarrationSource } from '@andscene/contracts/internal'
import { createApp } from '@andscene/service-kit/create-app'
import { notFound } from '@andscene/service-kit/http-error'
import { internalTokens } from '@andscene/service-kit/internal-tokens'
import type { AddressInfo } from 'node:net'

export type FakeScript = Omit<NarrationSource, 'scriptId'>

/** The scripts service as tts sees it: its internal routes over real HTTP, checking real tokens. */
export async function startFakeScripts(publicKeys: string, port = 0) {
  const app = await createApp({ name: 'scripts', logLevel: 'silent' })
  await app.register(internalTokens, { self: 'scripts', publicKeys })
  const scripts = new Map<string, FakeScript>()
  let asked = 0
  const found = (id: string) => {
    asked += 1
    const script = scripts.get(id)
    if (!script) throw notFound('Script')
    return script
  }

  app.get<{ Params: { id: string } }>(
    '/internal/scripts/:id/narration',
    { preHandler: app.requireService },
    async (request) => {
      const data: NarrationSource = { scriptId: request.params.id, ...found(request.params.id) }
      return { success: true, data }
    },
  )
  app.get<{ Params: { id: string; lineId: string } }>(
    '/internal/scripts/:id/lines/:lineId',
    { preHandler: app.requireService },
    async (request) => {
      const { ownerId, casting, lines } = found(request.params.id)
      const lineIndex = lines.findIndex((line) => line._id === request.params.lineId)
      const line = lines[lineIndex]
      if (!line) throw notFound('Line')
      const data: LineSource = { ownerId, lineIndex, line, casting }
      return { success: true, data }
    },
  )
  await app.listen({ port, host: '127.0.0.1' })
  return {
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    /** By script id; tests change it as people change their scripts. */
    scripts,
    /** Questions so far. */
    asked: () => asked,
    close: () => app.close(),
  }
}
export type FakeScripts = Awaited<ReturnType<typeof startFakeScripts>>

/** A script of `count` action lines, each of another text, told by one voice. */
export function scriptOf(count: number, voiceId: string, ownerId = 'owner'): FakeScript {
  return {
    ownerId,
    lines: Array.from({ length: count }, (_, n) => ({
      _id: `line-${n}`,
      type: 'Action',
      text: `Text number ${n}.`,
    })),
    casting: { characterAssignments: {}, narrationVoiceId: voiceId },
    castingVersion: 1,
  }
}

/** The same script told by another voice, as after a saved casting. */
export const recast = (script: FakeScript, voiceId: string): FakeScript => ({
  ...script,
  casting: { characterAssignments: {}, narrationVoiceId: voiceId },
  castingVersion: script.castingVersion + 1,
})
