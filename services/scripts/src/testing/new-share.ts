import type { Collaborator, Guest, ShareEvent, ShareLink } from '../store/share-store.ts'

/** Sharing data of script `a`, as the routes create it. */

export const second = (seconds: number) => new Date(Date.UTC(2026, 2, 1) + seconds * 1_000)

export const collaborator = (id: string, over: Partial<Collaborator> = {}): Collaborator => ({
  id,
  scriptId: 'a',
  email: `${id}@example.com`,
  role: 'listener',
  invitedAt: second(0),
  invitedBy: 'Ada',
  mail: 'pending',
  ...over,
})

export const link = (id: string, over: Partial<ShareLink> = {}): ShareLink => ({
  id,
  scriptId: 'a',
  tokenHash: `hash of ${id}`,
  name: `Link ${id}`,
  role: 'commenter',
  createdAt: second(0),
  expiresAt: second(1_000),
  opens: 0,
  ...over,
})

export const guest = (id: string, over: Partial<Guest> = {}): Guest => ({
  id,
  linkId: 'l',
  scriptId: 'a',
  openedAt: second(0),
  ...over,
})

export const shareEvent = (seconds: number, over: Partial<ShareEvent> = {}): ShareEvent => ({
  scriptId: 'a',
  at: second(seconds),
  kind: 'opened',
  actor: 'Guest',
  subject: 'Link l',
  ...over,
})
