/** Limits and timings that more than one part must agree on (product §5, §7, §9). Milliseconds unless named otherwise. */

/** A script file must be smaller than this (product §5: under 10 MB; exactly this is refused). */
export const UPLOAD_LIMIT_BYTES = 10 * 1024 ** 2
/** The sentence of the refusal (product §8), in the browser and on the server. */
export const FILE_TOO_LARGE = 'File size must be less than 10MB'
export const UPLOAD_FIELD = 'script'
export const UPLOAD_EXTENSION = '.fdx'

/** An Idempotency-Key: printable, so that it can be logged. */
export const IDEMPOTENCY_KEY_FORM = '^[!-~]{1,200}$'

/** Longest text one speech request may carry, in characters. */
export const SPEECH_TEXT_LIMIT = 5_000
/** Longest beginning of a clip that is sent before the rest is ready. */
export const HEAD_LIMIT_MS = 3_600_000
/** Longest title of a script, in characters. */
export const TITLE_LIMIT = 200
/** Longest name of a character in a casting, in characters. */
export const CHARACTER_NAME_LIMIT = 200
/** Longest id of a voice, in characters. */
export const VOICE_ID_LIMIT = 200
/** Longest id of a script, line, note or link, in characters. */
export const ID_LIMIT = 64
/** Ids that the identity service gives to people. */
export const PERSON_ID_LIMIT = 128
/** Characters one casting may name. */
export const CASTING_LIMIT = 2_000

/** Lines that one check-cache call covers by default (product §7). */
export const CACHE_WINDOW_DEFAULT = 10
/** Most lines that one check-cache call covers (product §7). */
export const CACHE_WINDOW_LIMIT = 200

/** Scripts in one response of the library, unless the caller asks for fewer. */
export const LIST_PAGE_DEFAULT = 500
/** Most scripts in one response of the library. */
export const LIST_PAGE_LIMIT = 500

/** Scripts whose narration progress one request returns. */
export const NARRATIONS_LIMIT = 50

/** The value of lastPlayedLineIndex before any line was played (product §3). */
export const NO_LINE = -1

/** Life of an internal token between gateway and services, in seconds (architecture §5). */
export const INTERNAL_TOKEN_SECONDS = 60

/** Age of a sign-in, in seconds, that actions which cannot be undone accept at most (product §6). */
export const RECENT_SIGN_IN_SECONDS = 5 * 60

/** Lines moved to the front of the queue when the listener jumps (architecture §7). */
export const JUMP_WINDOW = 50

/** Longest address that mail can be sent to (RFC 3696, erratum 1690). */
export const EMAIL_LIMIT = 254
/** Finds typing errors only: whether the address exists, only a mail to it shows. */
export const EMAIL_FORM = '^\\s*[^\\s@]+@[^\\s@]+\\.[^\\s@]+\\s*$'
/** People who may be invited to a script at a time. */
export const COLLABORATORS_LIMIT = 100
/** Those of them who joined by a link: the rest is reserved for people whom the owner invites. */
export const LINK_COLLABORATORS_LIMIT = 50
/** Share links of a script that may be active at a time. */
export const LINKS_LIMIT = 50
/** How long an invitation can be accepted, in days. */
export const INVITATION_DAYS = 30
/** So many declines within so many days stop the mails of one inviter. */
export const DECLINES_LIMIT = { count: 3, days: 30 } as const
/** Revoked and expired share links that the list keeps. */
export const ENDED_LINKS_KEPT = 100
/** Longest name of a share link, in characters. */
export const LINK_NAME_LIMIT = 80
/** Life of a share link, in days. */
export const LINK_DAYS = { least: 1, most: 365, usual: 30 } as const
/** Shortest passphrase of a share link, in characters. */
export const PASSPHRASE_LEAST = 4
/** Longest passphrase of a share link, in characters. */
export const PASSPHRASE_LIMIT = 100
/** Longest name that a guest gives, in characters. */
export const GUEST_NAME_LIMIT = 60
/** Guests that a share link keeps. */
export const GUESTS_LIMIT = 1_000
/** Guests of a share link that its list shows. */
export const GUESTS_SHOWN = 50
/** Entries of a script's list of sharing events; the oldest are deleted first. */
export const SHARE_EVENTS_KEPT = 1_000
/** Scripts of others that one library lists. */
export const SHARED_SCRIPTS_LIMIT = 500

/** Longest text of a note, in characters. */
export const NOTE_TEXT_LIMIT = 2_000
/** Most notes of a script, replies included. */
export const NOTES_LIMIT = 5_000
/** Most notes of one guest in a script (decision 0070). */
export const GUEST_NOTES_LIMIT = 200
/** Most notes of all guests of one share link in a script (decision 0070). */
export const LINK_NOTES_LIMIT = 1_000
/** Most notes of all guests in a script (decision 0070). */
export const GUESTS_NOTES_LIMIT = 3_000
/** Most notes of all people but the owner in a script: the rest is reserved for the owner. */
export const OTHERS_NOTES_LIMIT = 4_000
/** Largest time within a line that a note can name; longer than any clip. */
export const NOTE_TIME_LIMIT_MS = 3_600_000
/** How long the action that a visitor began before signing in is kept. Milliseconds. */
export const SIGN_IN_LIFE_MS = 3_600_000
/** Notes in one response. */
export const NOTES_PAGE = 1_000
