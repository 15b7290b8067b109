import type { ScriptSource, SourceLine } from '@andscene/contracts/internal'
import type { Role } from '@andscene/contracts/sharing/roles'
import { readScripts } from '@andscene/contracts/routes/internal'
import type { Casting } from '@andscene/contracts/script'
import { createApp } from '@andscene/service-kit/create-app'
import { implement } from '@andscene/service-kit/implement'
import { internalTokens } from '@andscene/service-kit/tokens/internal-tokens'
import type { AddressInfo } from 'node:net'

export type FakeScript = {
  ownerId: string
  casting: Casting
  castingVersion: number
  lines: SourceLine[]
  /** Lines of older drafts, by number. */
  drafts?: Record<number, SourceLine[]>
} & Pick<ScriptSource, 'lineDeliveries' | 'pronunciations' | 'language'>

/** A stub of the scripts service: its internal route over HTTP, with verification of tokens. */
export async function startScriptsStub(publicKeys: string, port = 0) {
  const app = await createApp({ name: 'scripts', logLevel: 'silent' })
  await app.register(internalTokens, { self: 'scripts', publicKeys })
  const scripts = new Map<string, FakeScript>()
  const roles = new Map<string, Role>()
  let asked = 0
  let accessAsked = 0
  let unchanged = 0
  let onRead: (scriptId: string) => Promise<void> = atOnce

  implement(app, readScripts, async ({ body: { ids, person, casting, lines: page, lineId, draft } }) => {
    if (person && ids.length === 1 && lineId === undefined) accessAsked += 1
    else asked += 1
    if (page) await onRead(ids[0]!)
    const found = ids.flatMap((scriptId) => {
      const script = scripts.get(scriptId)
      if (!script) return []
      const { ownerId, castingVersion } = script
      const isOwner = ownerId === person?.uid
      const role = isOwner ? 'owner' : roles.get(`${scriptId} ${person?.guest?.linkId ?? person?.uid}`)
      if (person && !role) return []
      const isKnown = casting?.known === castingVersion
      if (isKnown) unchanged += 1
      const lines = page && script.lines.slice(page.from, page.from + page.count)
      const next = page && page.from + page.count
      const lineIndex = script.lines.findIndex(({ _id }) => _id === lineId)
      const linesOfDraft = draft === undefined ? script.lines : script.drafts?.[draft]
      const line = linesOfDraft?.find(({ _id }) => _id === lineId)
      return {
        scriptId,
        ownerId,
        castingVersion,
        ...(person && role && { role }),
        ...(casting &&
          !isKnown && {
            casting: script.casting,
            pronunciations: script.pronunciations ?? [],
            // In a French script numbers are not put in English words: tests tell lines apart by them.
            language: script.language ?? 'fr',
          }),
        ...(lines && { lines }),
        ...(next !== undefined && next < script.lines.length && { next }),
        ...(line && { line }),
        ...(line && lineIndex >= 0 && { lineIndex }),
        ...(line && script.lineDeliveries && { lineDeliveries: script.lineDeliveries }),
      }
    })
    return { data: { scripts: found } }
  })
  await app.listen({ port, host: '127.0.0.1' })
  return {
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    /** Scripts by id; tests change them like users. */
    scripts,
    /** Number of requests except for roles, and of those with an unchanged casting. */
    asked: () => asked,
    unchanged: () => unchanged,
    /** Number of requests for roles. */
    accessAsked: () => accessAsked,
    /** Sets or removes the role of a user, or of the guests of a link. */
    share: (scriptId: string, who: string, role?: Role) => {
      if (role) roles.set(`${scriptId} ${who}`, role)
      else roles.delete(`${scriptId} ${who}`)
    },
    /** The next reads of lines wait for this promise, and fail with it. */
    onRead: (wait: (scriptId: string) => Promise<void>) => {
      onRead = wait
    },
    close: () => app.close(),
  }
}
const atOnce = () => Promise.resolve()

/** A script of `count` action lines with distinct texts, in one voice. */
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

/** The same script in another voice, as after saving a casting. */
export const recast = (script: FakeScript, voiceId: string): FakeScript => ({
  ...script,
  casting: { characterAssignments: {}, narrationVoiceId: voiceId },
  castingVersion: script.castingVersion + 1,
})
