import { REMOTE_NAME } from '@andscene/releases/release'
import type { RemoteState } from '@andscene/releases/remote-state'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHash, randomBytes } from 'node:crypto'

/** Keys of the versions that this browser previews: `<remote>.<key>`, separated by `~`. */
const PREVIEW_COOKIE = 'andscene_preview'
/** A random number that assigns a browser to a rollout group, set while a rollout is active. */
const SEAT_COOKIE = 'andscene_seat'
const SEAT = /^[0-9a-f]{16}$/
const KEY = /^[\w-]{16,64}$/
const PREVIEW_SECONDS = 7 * 24 * 3600
const SEAT_SECONDS = 90 * 24 * 3600
/** Per browser: the cookie is sent with every request. */
const MOST_PREVIEWS = 8

export type Visitor = { previews: ReadonlyMap<string, string>; seat: string | undefined }

export function visitorOf(request: FastifyRequest): Visitor {
  const seat = request.cookies[SEAT_COOKIE]
  const previews = (request.cookies[PREVIEW_COOKIE] ?? '')
    .split('~')
    .map((pair) => pair.split('.'))
    .filter(([name, key]) => REMOTE_NAME.test(name ?? '') && KEY.test(key ?? ''))
    .slice(0, MOST_PREVIEWS) as [string, string][]
  return { previews: new Map(previews), seat: seat && SEAT.test(seat) ? seat : undefined }
}

export type Choice = { version: string; why: 'present' | 'canary' | 'preview' }

/** Returns the version of a remote for a visitor; undefined when none is current. */
export function choose(name: string, state: RemoteState, visitor: Visitor, now: Date): Choice | undefined {
  const key = visitor.previews.get(name)
  const preview = state.previews.find((one) => one.key === key && one.until > now.toISOString())
  if (preview) return { version: preview.version, why: 'preview' }
  const { canary, present } = state
  if (canary && visitor.seat !== undefined && placeOf(name, canary.version, visitor.seat) < canary.share)
    return { version: canary.version, why: 'canary' }
  return present === undefined ? undefined : { version: present, why: 'present' }
}

/**
 * Position of a browser from 0 to 99 for one release, the same on every edge. Browsers of the first ten percent stay in
 * the first twenty, and each release orders browsers differently.
 */
export const placeOf = (name: string, version: string, seat: string): number =>
  createHash('sha256').update(`${name} ${version} ${seat}`).digest().readUInt32BE() % 100

/** Assigns a browser to a rollout group when a rollout is active. */
export function assignRolloutGroup(reply: FastifyReply, visitor: Visitor, secure: boolean): Visitor {
  if (visitor.seat !== undefined) return visitor
  const seat = randomBytes(8).toString('hex')
  void reply.setCookie(SEAT_COOKIE, seat, { ...FOR_US_ALONE, secure, maxAge: SEAT_SECONDS })
  return { ...visitor, seat }
}

export function keepPreviews(reply: FastifyReply, previews: Visitor['previews'], secure: boolean): void {
  if (previews.size === 0) void reply.clearCookie(PREVIEW_COOKIE, { ...FOR_US_ALONE, secure })
  else
    void reply.setCookie(
      PREVIEW_COOKIE,
      [...previews]
        .map(([name, key]) => `${name}.${key}`)
        .slice(-MOST_PREVIEWS)
        .join('~'),
      { ...FOR_US_ALONE, secure, maxAge: PREVIEW_SECONDS },
    )
}

const FOR_US_ALONE = { path: '/', httpOnly: true, sameSite: 'lax' } as const
