import { Type, type Static } from './schema/schema.ts'
import { Success } from './schema/envelope.ts'
import { GUEST_NAME_LIMIT } from './limits.ts'

/** What others see of a user, and what the user is mailed. */
export const Profile = Type.Object({
  /** The name that the user has set. */
  name: Type.Optional(Type.String()),
  /** The name that others see if none is set: that of the account, or the first part of its address. */
  defaultName: Type.String(),
  /** Whether new notes by others are mailed, at most once a day. */
  dailyNotes: Type.Boolean(),
  /** False if this platform has no mail server. */
  sendsMail: Type.Boolean(),
})
export type Profile = Static<typeof Profile>
export const ProfileResponse = Success(Type.Object({ profile: Profile }))

/** A partial update: absent fields keep their value. An empty name restores the default. */
export const ProfileChange = Type.Object({
  name: Type.Optional(Type.String({ title: 'Your name', maxLength: GUEST_NAME_LIMIT })),
  dailyNotes: Type.Optional(Type.Boolean({ title: 'Whether new notes are mailed' })),
})
export type ProfileChange = Static<typeof ProfileChange>

/** Page of the link in a mail; the key is in the fragment. */
export const UNSUBSCRIBE_PATH = '/unsubscribe'
/** In the query, because mail programs send only the URL of the header (RFC 8058). The key permits nothing else. */
export const UnsubscribeQuery = Type.Object({
  key: Type.String({ title: 'The key of the link', minLength: 1, maxLength: 200 }),
})
