import {
  NarrationQuery,
  AcknowledgeBody,
  type LineSource,
  type NarrationSource,
} from '@andscene/contracts/internal'
import { createApp } from '@andscene/service-kit/create-app'
import { notFound, unavailable } from '@andscene/service-kit/http-error'
import { internalTokens } from '@andscene/service-kit/internal-tokens'
import type { AddressInfo } from 'node:net'
import type { Static } from 'typebox'

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

  const acknowledged: ({ scriptId: string } & AcknowledgeBody)[] = []
  let acknowledges = always

  app.get<{ Params: { id: string } }>(
    '/internal/scripts/:id/narration',
    { onRequest: app.requireService, schema: { querystring: NarrationQuery } },
    async (request) => {
      const { from, count } = request.query as Static<typeof NarrationQuery>
      const { lines, ...head } = found(request.params.id)
      const to = Math.min(lines.length, count === undefined ? lines.length : from + count)
      const data: NarrationSource = {
        scriptId: request.params.id,
        ...head,
        lineCount: lines.length,
        lines: lines.slice(from, to),
        ...(count !== 0 && to < lines.length ? { next: to } : {}),
      }
      return { success: true, data }
    },
  )
  app.post<{ Params: { id: string }; Body: AcknowledgeBody }>(
    '/internal/scripts/:id/acknowledge',
    { onRequest: app.requireService, schema: { body: AcknowledgeBody } },
    async (request) => {
      if (!acknowledges()) throw unavailable('The test says no')
      acknowledged.push({ scriptId: request.params.id, ...request.body })
      return { success: true }
    },
  )
  app.get<{ Params: { id: string; lineId: string } }>(
    '/internal/scripts/:id/lines/:lineId',
    { onRequest: app.requireService },
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
    /** Commands that were acknowledged. */
    acknowledged,
    /** Whether the next acknowledgement succeeds. */
    onAcknowledge: (decide: () => boolean) => {
      acknowledges = decide
    },
    close: () => app.close(),
  }
}
const always = () => true

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
