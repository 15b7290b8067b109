import { checkCache } from '@andscene/contracts/routes/scripts'
import type { Casting } from '@andscene/contracts/script'
import type { App } from '@andscene/service-kit/create-app'
import { invalid, notFound } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import type { Context } from '../context.ts'
import { inDraft } from '../drafts/in-draft.ts'
import type { ScriptField } from '../store/script-store.ts'
import { withAudioCache } from './audio-cache.ts'
import type { LinesSource, ScriptLines } from './script-lines.ts'

const FIELDS = [
  'casting',
  'castingVersion',
  'pronunciations',
  'language',
  'lineCount',
  'draft',
] as const satisfies ScriptField[]

/**
 * Responds with the cache state of a window of lines, and sends the listener's position to the pipeline (product §7
 * check-cache). A few lines of a long script cost no more than those of a short one.
 */
export function checkCacheRoute(app: App, context: Context): void {
  const { stores, access, visible, readLines, readDirections, clipIndex, queues } = context
  implement(app, checkCache, async (request) => {
    const { id: requestId, log } = request
    const present = await access.script(checkCache, request, FIELDS)
    const { id, role } = present
    const { startLineIndex, linesToCheck, readsDirections } = request.body
    const number = await visible.numberOf(request.person, present, request.body.draft)
    const script = await inDraft(stores, present, number)
    const { casting, lineCount } = script
    if (startLineIndex >= lineCount) throw invalid(`Invalid line index: ${startLineIndex}`)
    const end = Math.min(startLineIndex + linesToCheck, lineCount)
    const [lines, directed] = await Promise.all([
      readLines(id, role, number),
      readDirections(id, script.castingVersion),
    ])
    if (!lines) throw notFound('Draft')
    const source = { ...script, directed, readsDirections }
    const stored = await clipIndex.ofTexts(id, textHashes(lines, source, startLineIndex, end), {
      requestId,
      log,
    })
    // The clips of older drafts are made when they are played.
    if (stored && !stored.complete && isCast(casting) && number === present.draft.number)
      // The response does not wait for it: if it fails, the next request sends the position again.
      queues.narration
        .add({ scriptId: id, fromLineIndex: startLineIndex, reason: 'position', requestId })
        .catch((error: unknown) => log.warn({ err: error }, 'position not told'))
    const updatedLines = withAudioCache(lines, source, stored?.clips ?? new Map(), startLineIndex, end)
    return { data: { updatedLines } }
  })
}

function textHashes(lines: ScriptLines, source: LinesSource, from: number, to: number): Set<string> {
  const hashes = new Set<string>()
  for (let index = from; index < to; index += 1) {
    const hash = lines.textHash(index, source)
    if (hash !== undefined) hashes.add(hash)
  }
  return hashes
}

const isCast = ({ characterAssignments, narrationVoiceId, sceneHeadingVoiceId }: Casting): boolean =>
  narrationVoiceId !== undefined ||
  sceneHeadingVoiceId !== undefined ||
  Object.keys(characterAssignments).length > 0
