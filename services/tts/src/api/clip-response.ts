import { CLIP_CONTENT_TYPE, CLIP_HEADERS } from '@andscene/contracts/voices/clip'
import type { FastifyReply, FastifyRequest } from 'fastify'
import parseRange from 'range-parser'
import { parseClipPath } from '../clips/clip-path.ts'
import type { ClipHead } from '../speech/provider.ts'
import type { AudioIndex, StoredClip } from '../storage/audio-index.ts'
import type { AudioObjects } from '../storage/audio-objects.ts'

type ReadClip = { clip: StoredClip; bytes: Uint8Array }

/** Minimum interval between updates of a preview's last use (ms). */
const USE_NOTED_MS = 3_600_000

/** Reads the stored clip at a path. Removes a row whose object is lost, so that the clip is made again. */
export async function readClip(
  { index, objects }: { index: AudioIndex; objects: AudioObjects },
  path: string,
): Promise<ReadClip | undefined> {
  const clip = await index.find(path)
  if (!clip) return undefined
  const bytes = await objects.read(path)
  if (!bytes) {
    await index.remove([path])
    return undefined
  }
  if (clip.scriptId === undefined) await noteUse(index, path, Date.now())
  return { clip, bytes }
}

/** Previews that were played recently are kept longest. A failed update is ignored. */
async function noteUse(index: AudioIndex, path: string, now: number): Promise<void> {
  await index.usePreview(path, now, now - USE_NOTED_MS).catch(() => undefined)
}

export const sendClip = (reply: FastifyReply, { clip, bytes }: ReadClip, fromCache: boolean): FastifyReply =>
  fresh(describe(reply, clip).header('etag', etagOf(clip)), fromCache).send(asBuffer(bytes))

export const sendHead = (
  reply: FastifyReply,
  path: string,
  { mp3, durationMs, wholeMs }: ClipHead,
): FastifyReply =>
  fresh(describe(reply, { path, durationMs: wholeMs }), false)
    .header(CLIP_HEADERS.head, String(durationMs))
    .send(asBuffer(mp3))

/** Responds with ETag and one range. Clips of other users' scripts are not cached, as access may be revoked. */
export function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  { clip, bytes }: ReadClip,
  { isOwn }: { isOwn: boolean },
): FastifyReply {
  describe(reply, clip).header('etag', etagOf(clip)).header('accept-ranges', 'bytes')
  if (isOwn)
    reply
      .header('cache-control', 'private, max-age=31536000, immutable')
      .header('last-modified', new Date(clip.lastUpdated).toUTCString())
  else reply.header('cache-control', 'no-store').removeHeader('etag')
  if (isOwn && matches(request.headers['if-none-match'], etagOf(clip)))
    return reply.code(304).removeHeader('content-type').send()

  const { range } = request.headers
  const ifRange = request.headers['if-range']
  const ranges =
    range === undefined || (ifRange !== undefined && !(isOwn && ifRange === etagOf(clip)))
      ? MALFORMED
      : parseRange(bytes.byteLength, range)
  if (ranges === UNSATISFIABLE)
    return reply
      .code(416)
      .header('content-range', `bytes */${bytes.byteLength}`)
      .removeHeader('content-type')
      .send()
  const [only, ...others] = ranges === MALFORMED || ranges.type !== 'bytes' ? [] : ranges
  // HTTP allows the whole file in response to a request for several ranges.
  if (!only || others.length > 0) return reply.send(asBuffer(bytes))
  return reply
    .code(206)
    .header('content-range', `bytes ${only.start}-${only.end}/${bytes.byteLength}`)
    .send(asBuffer(bytes.subarray(only.start, only.end + 1)))
}

const UNSATISFIABLE = -1
const MALFORMED = -2

const describe = (reply: FastifyReply, { path, durationMs }: Pick<StoredClip, 'path' | 'durationMs'>) =>
  reply
    .type(CLIP_CONTENT_TYPE)
    // A shared cache must not give one user's audio to another.
    .header('vary', 'authorization')
    .header(CLIP_HEADERS.path, path)
    .header(CLIP_HEADERS.duration, String(durationMs))

const fresh = (reply: FastifyReply, fromCache: boolean) =>
  reply
    .header(CLIP_HEADERS.fromCache, String(fromCache))
    .header(CLIP_HEADERS.source, fromCache ? 'storage' : 'generated')
    .header('cache-control', 'no-store')

/** The path identifies the audio; time and length distinguish a clip that was made again. */
const etagOf = ({ path, bytes, lastUpdated }: StoredClip) =>
  `"${parseClipPath(path)?.key.slice(0, 32)}-${bytes.toString(36)}-${Date.parse(lastUpdated).toString(36)}"`

const matches = (header: string | undefined, etag: string) =>
  header === '*' || (header?.split(',').some((each) => each.trim().replace(/^W\//, '') === etag) ?? false)

const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
