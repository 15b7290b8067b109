import { readAudio } from '@andscene/contracts/routes/internal'
import { listNarrations, readNarration } from '@andscene/contracts/routes/speech'
import { scriptOfClipJob } from '@andscene/contracts/queues'
import type { App } from '@andscene/service-kit/create-app'
import { notFound } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import { sharesOf } from '@andscene/service-kit/shares'
import type { ScriptHead } from '../clips/script-clips.ts'
import type { StoredClip } from '../storage/audio-index.ts'
import { narrationCounts, NarrationStatus } from './narration-status.ts'
import { NarrationSummaries } from './narration-summaries.ts'
import type { ApiParts } from '../parts.ts'
import { leaving } from './access-watch.ts'

/** Routes for the progress of narrations, for listeners and for the scripts service. */
export function narrationRoutes(app: App, parts: ApiParts): void {
  const { index, access, scriptClips, notes } = parts
  const counting = { ...parts, status: new NarrationStatus(index, parts.backlog) }
  const summaries = new NarrationSummaries(counting)
  parts.events.on('failed', ({ jobId }) => summaries.forget(scriptOfClipJob(jobId)))
  parts.events.on('removed', ({ jobId }) => summaries.forget(scriptOfClipJob(jobId)))

  implement(app, readNarration, async ({ params, person, ip, id: requestId }, reply) => {
    const signal = leaving(reply)
    await access.require(params.id, person, 'listen', requestId)
    const head = await scriptClips.head(params.id, requestId)
    if (!head) throw notFound('Script')
    const shares = sharesOf(person, ip)
    const counts = await narrationCounts(counting, head, { requestId, signal, shares })
    if (!counts) throw notFound('Script')
    if (counts.waiting > 0 && needsPreparing(parts, head)) parts.preparation.announce()
    return { data: counts }
  })

  implement(app, listNarrations, async ({ person, query, ip, id: requestId, log }, reply) => {
    const asking = { requestId, log, signal: leaving(reply), shares: sharesOf(person, ip) }
    return { data: { narrations: await summaries.of(person, query.scripts.split(','), asking) } }
  })

  implement(
    app,
    readAudio,
    async ({ params: { id }, body: { page, textHashes, counts }, id: requestId }, reply) => {
      if (page) {
        const clips = await index.ofScript(id, { after: page.after, limit: page.count })
        const next = clips.length === page.count ? clips.at(-1)?.path : undefined
        return { data: { clips: clips.map(toRow), ...(next !== undefined && { next }) } }
      }
      if (textHashes) {
        const [clips, complete] = await Promise.all([
          index.ofTexts(id, textHashes),
          // Without Redis, clients could not send positions either, so the script counts as complete.
          notes.isComplete(id).catch(() => true),
        ])
        return { data: { clips: clips.map(toRow), complete } }
      }
      const head = counts && (await scriptClips.head(id, requestId))
      const counted = head && (await narrationCounts(counting, head, { requestId, signal: leaving(reply) }))
      return { data: counted ? { counts: counted } : {} }
    },
  )
}

/** Whether some of its lines have a voice whose provider takes a while to load. */
function needsPreparing({ catalogue }: ApiParts, { casting }: ScriptHead): boolean {
  const { characterAssignments, narrationVoiceId = '', sceneHeadingVoiceId = '' } = casting
  const preparing = catalogue.providers.list.filter(({ prepare }) => prepare !== undefined)
  return [...Object.values(characterAssignments), narrationVoiceId, sceneHeadingVoiceId].some((voiceId) =>
    preparing.some(({ name }) => voiceId.startsWith(`${name}:`)),
  )
}

const toRow = ({ scriptId: _own, ...row }: StoredClip) => row
