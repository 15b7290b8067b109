import { type AcknowledgeBody, type NarrationSource } from '@andscene/contracts/internal'
import type { Role } from '@andscene/contracts/roles'
import {
  acknowledgeCommand,
  listScriptHeads,
  readAccess,
  readLineSource,
  readNarrationSource,
} from '@andscene/contracts/routes/internal'
import { createApp } from '@andscene/service-kit/create-app'
import { notFound, unavailable } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import { internalTokens } from '@andscene/service-kit/tokens/internal-tokens'
import type { AddressInfo } from 'node:net'

export type FakeScript = Omit<NarrationSource, 'scriptId'>

/** The scripts service as tts sees it: its internal routes over real HTTP, checking real tokens. */
export async function startScriptsStub(publicKeys: string, port = 0) {
  const app = await createApp({ name: 'scripts', logLevel: 'silent' })
  await app.register(internalTokens, { self: 'scripts', publicKeys })
  const scripts = new Map<string, FakeScript>()
  const acknowledged: ({ scriptId: string } & AcknowledgeBody)[] = []
  const roles = new Map<string, Role>()
  let asked = 0
  let accessAsked = 0
  let unchanged = 0
  let acknowledges = always
  let onRead: (scriptId: string) => Promise<void> = atOnce
  const found = (id: string) => {
    asked += 1
    const script = scripts.get(id)
    if (!script) throw notFound('Script')
    return script
  }

  implement(app, readNarrationSource, async ({ params, query: { from, count }, headers }, reply) => {
    if (count !== 0) await onRead(params.id)
    const { lines, ...head } = found(params.id)
    const etag = `"${head.castingVersion}"`
    reply.header('etag', etag)
    if (headers['if-none-match'] === etag) {
      unchanged += 1
      return reply.code(304).send()
    }
    const to = Math.min(lines.length, count === undefined ? lines.length : from + count)
    return {
      data: {
        scriptId: params.id,
        ...head,
        lineCount: lines.length,
        lines: lines.slice(from, to),
        ...(count !== 0 && to < lines.length && { next: to }),
      },
    }
  })
  implement(app, listScriptHeads, ({ body }) => {
    asked += 1
    const known = body.ids.flatMap((scriptId) => {
      const script = scripts.get(scriptId)
      return script ? [{ scriptId, ownerId: script.ownerId, castingVersion: script.castingVersion }] : []
    })
    return { data: { scripts: known } }
  })
  implement(app, acknowledgeCommand, ({ params, body }) => {
    if (!acknowledges()) throw unavailable('The test says no')
    acknowledged.push({ scriptId: params.id, ...body })
    return {}
  })
  implement(app, readLineSource, ({ params }) => {
    const { ownerId, casting, lines } = found(params.id)
    const lineIndex = lines.findIndex((line) => line._id === params.lineId)
    const line = lines[lineIndex]
    if (!line) throw notFound('Line')
    return { data: { ownerId, lineIndex, line, casting } }
  })
  implement(app, readAccess, ({ params: { id }, body: { uid, guest } }) => {
    accessAsked += 1
    const script = scripts.get(id)
    const role = script?.ownerId === uid ? 'owner' : roles.get(`${id} ${guest?.linkId ?? uid}`)
    if (!script || !role) throw notFound('Script')
    return { data: { ownerId: script.ownerId, role } }
  })
  await app.listen({ port, host: '127.0.0.1' })
  return {
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    /** By script id; tests change it as people change their scripts. */
    scripts,
    /** Requests so far, and those that were answered with 304. */
    asked: () => asked,
    unchanged: () => unchanged,
    /** Requests for roles so far. */
    accessAsked: () => accessAsked,
    /** Sets or removes the role of a user, or of the guests of a link. */
    share: (scriptId: string, who: string, role?: Role) => {
      if (role) roles.set(`${scriptId} ${who}`, role)
      else roles.delete(`${scriptId} ${who}`)
    },
    /** Commands that were acknowledged. */
    acknowledged,
    /** Whether the next acknowledgement succeeds. */
    onAcknowledge: (decide: () => boolean) => {
      acknowledges = decide
    },
    /** The next reads of lines wait for this, and fail with it. */
    onRead: (wait: (scriptId: string) => Promise<void>) => {
      onRead = wait
    },
    close: () => app.close(),
  }
}
const always = () => true
const atOnce = () => Promise.resolve()

/** A script of `count` action lines, each of another text, in one voice. */
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

/** The same script in another voice, as after a saved casting. */
export const recast = (script: FakeScript, voiceId: string): FakeScript => ({
  ...script,
  casting: { characterAssignments: {}, narrationVoiceId: voiceId },
  castingVersion: script.castingVersion + 1,
})
