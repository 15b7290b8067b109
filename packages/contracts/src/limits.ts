/** Limits and timings that more than one part must agree on (product §5, §7, §9). Milliseconds unless named otherwise. */

/** A script file must be smaller than this (product §5: under 10 MB; exactly this is refused). */
export const UPLOAD_LIMIT_BYTES = 10 * 1024 ** 2
/** What its refusal says (product §8), before it is sent and wherever on the way. */
export const FILE_TOO_LARGE = 'File size must be less than 10MB'
export const UPLOAD_FIELD = 'script'
export const UPLOAD_EXTENSION = '.fdx'

/** An Idempotency-Key: printable, so that it can be logged. */
export const IDEMPOTENCY_KEY_FORM = '^[!-~]{1,200}$'

/** Longest text one speech request may carry, in characters. */
export const SPEECH_TEXT_LIMIT = 5_000
/** No head of a clip is longer: an hour. */
export const HEAD_LIMIT_MS = 3_600_000
export const TITLE_LIMIT = 200
export const CHARACTER_NAME_LIMIT = 200
export const VOICE_ID_LIMIT = 200
export const ID_LIMIT = 64
/** Ids that the identity service gives to people. */
export const PERSON_ID_LIMIT = 128
/** Characters one casting may name. */
export const CASTING_LIMIT = 2_000

/** Lines one check-cache call covers: default and most (product §7). */
export const CACHE_WINDOW_DEFAULT = 10
export const CACHE_WINDOW_LIMIT = 200

export const LIST_PAGE_DEFAULT = 500
export const LIST_PAGE_LIMIT = 500

/** Scripts of which one request tells how much is ready. */
export const NARRATIONS_LIMIT = 50

/** The value of lastPlayedLineIndex that says "none" (product §3). */
export const NO_LINE = -1

/** Life of an internal token between gateway and services, in seconds (architecture §5). */
export const INTERNAL_TOKEN_SECONDS = 60

/** What cannot be undone needs a sign-in of this age at most, in seconds (product §6). */
export const RECENT_SIGN_IN_SECONDS = 5 * 60

/** Lines moved to the front of the queue when the listener jumps (architecture §7). */
export const JUMP_WINDOW = 50

/** Longest address that mail can be sent to (RFC 3696, erratum 1690). */
export const EMAIL_LIMIT = 254
/** Enough of a form that a slip is seen: whether the address is there, only mail to it tells. */
export const EMAIL_FORM = '^\\s*[^\\s@]+@[^\\s@]+\\.[^\\s@]+\\s*$'
/** People who may be invited to a script, and links that may be open to it at a time. */
export const COLLABORATORS_LIMIT = 100
/** Of them, those who came by a link: the rest is for whom the owner invites. */
export const LINK_COLLABORATORS_LIMIT = 50
export const LINKS_LIMIT = 50
/** How long an invitation can be accepted, in days. */
export const INVITATION_DAYS = 30
/** Of one person's invitations, so many declined within so many days end their mails. */
export const DECLINES_LIMIT = { count: 3, days: 30 } as const
/** Of links that are revoked or over, those that the list keeps. */
export const ENDED_LINKS_KEPT = 100
export const LINK_NAME_LIMIT = 80
/** How long a link may work, in days. */
export const LINK_DAYS = { least: 1, most: 365, usual: 30 } as const
export const PASSPHRASE_LEAST = 4
export const PASSPHRASE_LIMIT = 100
export const GUEST_NAME_LIMIT = 60
/** Guests that a link keeps, and of those how many its list shows. */
export const GUESTS_LIMIT = 1_000
export const GUESTS_SHOWN = 50
/** Entries of a script's audit list; the oldest go first. */
export const SHARE_EVENTS_KEPT = 1_000
export const SHARED_SCRIPTS_LIMIT = 500

/** Characters of a note, and notes of a script, replies included. */
export const NOTE_TEXT_LIMIT = 2_000
export const NOTES_LIMIT = 5_000
/** Of them, those of one guest, of all guests of one link, and of all guests together (decision 0070). */
export const GUEST_NOTES_LIMIT = 200
export const LINK_NOTES_LIMIT = 1_000
export const GUESTS_NOTES_LIMIT = 3_000
/** Those of everybody but the owner: the rest is the owner's. */
export const OTHERS_NOTES_LIMIT = 4_000
/** Of the time in a line that a note names. No clip is that long. */
export const NOTE_TIME_LIMIT_MS = 3_600_000
/** What a person wanted to do before they signed in is kept as long as this. Milliseconds. */
export const SIGN_IN_LIFE_MS = 3_600_000
/** Notes in one response. */
export const NOTES_PAGE = 1_000
