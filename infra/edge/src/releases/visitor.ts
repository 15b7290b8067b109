import { REMOTE_NAME } from '@andscene/releases/release'
import type { RemoteState } from '@andscene/releases/remote-state'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHash, randomBytes } from 'node:crypto'

/** The keys of the versions that this browser has opened by a link: `<remote>.<key>`, with `~` between them. */
const PREVIEW_COOKIE = 'andscene_preview'
/** A random number by which a browser belongs to a share of all, as long as some version is for a share. */
const SEAT_COOKIE = 'andscene_seat'
const SEAT = /^[0-9a-f]{16}$/
const KEY = /^[\w-]{16,64}$/
const PREVIEW_SECONDS = 7 * 24 * 3600
const SEAT_SECONDS = 90 * 24 * 3600
/** Of one browser at a time: the cookie goes with every request. */
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

/** The version of a remote that a visitor gets; undefined when there is none for everybody. */
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
 * The place of a browser among a hundred for one release: stable on every edge; a browser among the first
 * ten of them is among twenty, and no browser is always the first to get what is new.
 */
export const placeOf = (name: string, version: string, seat: string): number =>
  createHash('sha256').update(`${name} ${version} ${seat}`).digest().readUInt32BE() % 100

/** Gives a browser its place, once there is something that only a share gets. */
export function seatVisitor(reply: FastifyReply, visitor: Visitor, secure: boolean): Visitor {
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
