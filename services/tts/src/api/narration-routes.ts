import { listClips, listTextClips } from '@andscene/contracts/routes/internal'
import { listNarrations, readNarration } from '@andscene/contracts/routes/speech'
import type { App } from '@andscene/service-kit/create-app'
import { notFound } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import { sharesOf } from '@andscene/service-kit/shares'
import type { ScriptClips } from '../clips/script-clips.ts'
import type { StoredClip } from '../storage/audio-index.ts'
import { leaving } from './leaving.ts'
import { NarrationStatus } from './narration-status.ts'
import { NarrationSummaries } from './narration-summaries.ts'
import type { ApiParts } from './parts.ts'

/** How far a script's narration is, for who may hear it and for the scripts service. */
export function narrationRoutes(app: App, parts: ApiParts): void {
  const { index, access, scriptClips, allowance, notes } = parts
  const status = new NarrationStatus(index, parts.backlog)
  const summaries = new NarrationSummaries({ ...parts, status })

  implement(app, readNarration, async ({ params, person, ip, id: requestId }, reply) => {
    const signal = leaving(reply)
    const head = await scriptClips.head(params.id, requestId)
    if (!head) throw notFound('Script')
    await access.requireOf(head, person, 'listen', requestId)
    const shares = sharesOf(person, ip)
    const script = await scriptClips.of(head, { requestId, signal, shares })
    if (!script) throw notFound('Script')
    const counts = await status.of(script)
    if (counts.waiting > 0 && needsPreparing(parts, script)) parts.preparation.announce()
    const isPaused = counts.waiting > 0 && (await allowance.isUsedUp(head.ownerId))
    const pausedUntil = new Date(allowance.renewedAt).toISOString()
    return { data: { ...counts, ...(isPaused && { pausedUntil }) } }
  })

  implement(app, listNarrations, async ({ person, query, ip, id: requestId, log }, reply) => {
    const asking = { requestId, log, signal: leaving(reply), shares: sharesOf(person, ip) }
    return { data: { narrations: await summaries.of(person, query.scripts.split(','), asking) } }
  })

  implement(app, listClips, async ({ params, query: { after, count } }) => {
    const clips = await index.ofScript(params.id, count === undefined ? undefined : { after, limit: count })
    const next = clips.length === count ? clips.at(-1)?.path : undefined
    return { data: { clips: clips.map(toRow), ...(next !== undefined && { next }) } }
  })

  implement(app, listTextClips, async ({ params, body }) => {
    const [clips, complete] = await Promise.all([
      index.ofTexts(params.id, body.textHashes),
      // While the queue is away no position can be told either.
      notes.isComplete(params.id).catch(() => true),
    ])
    return { data: { clips: clips.map(toRow), complete } }
  })
}

/** Whether some of its lines have a voice whose provider takes a while to load. */
function needsPreparing({ catalogue }: ApiParts, { casting }: ScriptClips): boolean {
  const { characterAssignments, narrationVoiceId = '', sceneHeadingVoiceId = '' } = casting
  const preparing = catalogue.providers.list.filter(({ prepare }) => prepare !== undefined)
  return [...Object.values(characterAssignments), narrationVoiceId, sceneHeadingVoiceId].some((voiceId) =>
    preparing.some(({ name }) => voiceId.startsWith(`${name}:`)),
  )
}

const toRow = ({ scriptId: _own, ...row }: StoredClip) => row
