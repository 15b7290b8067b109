import { Type, type Static } from '../schema/schema.ts'
import { Success } from '../schema/envelope.ts'
import * as limits from '../limits.ts'
import { InvitedRole, LinkRole, Role } from './roles.ts'
import { DraftNumber, ScriptId, ScriptListItem, ScriptParams } from '../script.ts'

/** Sharing of a script: invited users, and links for guests without an account (decision 0047). */

const Moment = Type.String({ format: 'date-time' })
const shareId = (title: string) =>
  Type.String({ title, minLength: 1, maxLength: limits.ID_LIMIT, pattern: '^[A-Za-z0-9_-]+$' })

/** Fraction of the lines up to the furthest one heard, 0 to 1. */
const Heard = Type.Number({ minimum: 0, maximum: 1 })
/** The page of that line, from 1. Absent for scripts that an older release stored. */
const HeardPage = Type.Optional(Type.Integer({ minimum: 1 }))

export const Collaborator = Type.Object({
  _id: Type.String(),
  /** The invited address, in lower case. */
  email: Type.String(),
  role: InvitedRole,
  invitedAt: Moment,
  /** When it expires; absent for older invitations, which do not expire. */
  expiresAt: Type.Optional(Moment),
  /** Absent until it is bound to an account. */
  joinedAt: Type.Optional(Moment),
  lastHeardAt: Type.Optional(Moment),
  heard: Type.Optional(Heard),
  heardPage: HeardPage,
  /** `none`: no mail is sent, so the inviter shares the link. */
  mail: Type.Enum(['pending', 'sent', 'none']),
})
export type Collaborator = Static<typeof Collaborator>

export const Guest = Type.Object({
  /** Absent until the guest enters one. */
  name: Type.Optional(Type.String()),
  openedAt: Moment,
  lastHeardAt: Type.Optional(Moment),
  heard: Heard,
  heardPage: HeardPage,
})
export type Guest = Static<typeof Guest>

export const ShareLink = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  role: LinkRole,
  createdAt: Moment,
  expiresAt: Moment,
  revokedAt: Type.Optional(Moment),
  hasPassphrase: Type.Boolean(),
  /** Its guests are led to the changes since this draft, and may open it. */
  changesSince: Type.Optional(DraftNumber),
  opens: Type.Integer({ minimum: 0 }),
  lastOpenedAt: Type.Optional(Moment),
  /** At most GUESTS_SHOWN: guests who listened, the last listener first, then the others, the latest first. */
  guests: Type.Array(Guest),
  /** All guests of the link, and those of them who have listened. Absent in responses of an older release. */
  guestCount: Type.Optional(Type.Integer({ minimum: 0 })),
  listenerCount: Type.Optional(Type.Integer({ minimum: 0 })),
})
export type ShareLink = Static<typeof ShareLink>

export const SharingResponse = Success(
  Type.Object({ collaborators: Type.Array(Collaborator), links: Type.Array(ShareLink) }),
)
export type Sharing = Static<typeof SharingResponse>['data']

export const CollaboratorParams = Type.Object({
  ...ScriptParams.properties,
  collaboratorId: shareId('The id of the collaborator'),
})
export const LinkParams = Type.Object({ ...ScriptParams.properties, linkId: shareId('The id of the link') })

export const InviteBody = Type.Object({
  email: Type.String({
    title: 'The e-mail address',
    minLength: 3,
    maxLength: limits.EMAIL_LIMIT,
    pattern: limits.EMAIL_FORM,
  }),
  role: InvitedRole,
})
export const CollaboratorResponse = Success(Type.Object({ collaborator: Collaborator }))
export const ChangeCollaboratorBody = Type.Object({ role: InvitedRole })

const linkName = Type.String({
  title: 'The name of the link',
  minLength: 1,
  maxLength: limits.LINK_NAME_LIMIT,
})
/** Validity from now on. */
const days = Type.Integer({
  title: 'The number of days',
  minimum: limits.LINK_DAYS.least,
  maximum: limits.LINK_DAYS.most,
})
export const CreateLinkBody = Type.Object({
  name: linkName,
  role: LinkRole,
  days: { ...days, default: limits.LINK_DAYS.usual },
  passphrase: Type.Optional(
    Type.String({
      title: 'The passphrase',
      minLength: limits.PASSPHRASE_LEAST,
      maxLength: limits.PASSPHRASE_LIMIT,
    }),
  ),
  changesSince: Type.Optional(DraftNumber),
})
/** `token` is returned only once: only its SHA-256 is stored. */
export const CreateLinkResponse = Success(Type.Object({ link: ShareLink, token: Type.String() }))
export const ChangeLinkBody = Type.Object({
  name: Type.Optional(linkName),
  role: Type.Optional(LinkRole),
  days: Type.Optional(days),
})
export const LinkResponse = Success(Type.Object({ link: ShareLink }))

export const SHARE_EVENT_KINDS = [
  'invited',
  'joined',
  'left',
  'link-created',
  'opened',
  'changed',
  'revoked',
] as const
export const ShareEvent = Type.Object({
  at: Moment,
  kind: Type.Enum([...SHARE_EVENT_KINDS]),
  /** Who did it: a name, an address, or the name of a guest. */
  actor: Type.String(),
  /** The address or the link affected. */
  subject: Type.String(),
  role: Type.Optional(InvitedRole),
})
export type ShareEvent = Static<typeof ShareEvent>
/** Newest first, at most SHARE_EVENTS_KEPT. */
export const ShareEventsResponse = Success(Type.Object({ events: Type.Array(ShareEvent) }))

export const SharedScript = Type.Object({
  ...ScriptListItem.properties,
  role: InvitedRole,
  sharedBy: Type.String(),
  sharedAt: Moment,
})
export type SharedScript = Static<typeof SharedScript>
/** Latest invitation first, at most SHARED_SCRIPTS_LIMIT. */
export const SharedScriptsResponse = Success(Type.Object({ scripts: Type.Array(SharedScript) }))

/** 256 bits, base64url. */
export const LINK_TOKEN_FORM = '^[A-Za-z0-9_-]{43}$'
/** In the same format; any other key is unknown. */
const GuestKey = Type.String({ title: 'The key of the guest', maxLength: 200 })
export const OpenLinkBody = Type.Object({
  token: Type.String({ title: 'The token of the link', maxLength: 200 }),
  passphrase: Type.Optional(Type.String({ title: 'The passphrase', maxLength: limits.PASSPHRASE_LIMIT })),
  /** Key of the browser's earlier guest; ignored if it belongs to another link. */
  guestKey: Type.Optional(GuestKey),
})
export const OpenLinkResponse = Success(
  Type.Object({
    /** Bearer token for later requests; valid for this script only. */
    guestToken: Type.String(),
    scriptId: ScriptId,
    role: LinkRole,
    /** Name of the link: watermark of the guest's page. */
    linkName: Type.String(),
    title: Type.String(),
    expiresAt: Moment,
    /** For a new guest: a client that sends it again is the same guest (decision 0065). */
    guestKey: Type.Optional(GuestKey),
    guestName: Type.Optional(Type.String()),
  }),
)
export type OpenedLink = Static<typeof OpenLinkResponse>['data']
export const GuestNameBody = Type.Object({
  name: Type.String({ title: 'Your name', minLength: 1, maxLength: limits.GUEST_NAME_LIMIT }),
})
export const GuestResponse = Success(
  Type.Object({ guest: Type.Object({ name: Type.Optional(Type.String()) }) }),
)

export const ClaimGuestBody = Type.Object({ guestKey: GuestKey })
export const ClaimGuestResponse = Success(Type.Object({ role: Role }))
