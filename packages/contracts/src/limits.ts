/** Limits and timings shared by several packages (product §5, §7, §9). In milliseconds unless noted. */

/** A script file must be smaller than this (product §5: under 10 MB; exactly this size is refused). */
export const UPLOAD_LIMIT_BYTES = 10 * 1024 ** 2
/** The error text (product §8) in the browser and on the server. */
export const FILE_TOO_LARGE = 'File size must be less than 10MB'
export const UPLOAD_FIELD = 'script'
export const UPLOAD_EXTENSION = '.fdx'

/** Idempotency-Key: printable characters, so that it can be logged. */
export const IDEMPOTENCY_KEY_FORM = '^[!-~]{1,200}$'

/** Maximum length of a text in one speech request, in characters. */
export const SPEECH_TEXT_LIMIT = 5_000
/** Maximum length of the head of a clip, which is sent before the rest is ready. */
export const HEAD_LIMIT_MS = 3_600_000
/** Maximum length of a script title, in characters. */
export const TITLE_LIMIT = 200
/** Maximum length of a character name in a casting, in characters. */
export const CHARACTER_NAME_LIMIT = 200
/** Maximum length of a voice id, in characters. */
export const VOICE_ID_LIMIT = 200
/** Maximum length of the id of a script, line, note or link, in characters. */
export const ID_LIMIT = 64
/** Maximum length of a user id of the identity service. */
export const PERSON_ID_LIMIT = 128
/** Maximum number of script characters that a casting assigns. */
export const CASTING_LIMIT = 2_000
/** Maximum number of pronunciations of a script, and of changes in one request. */
export const PRONUNCIATIONS_LIMIT = 500
/** Maximum length of a word with a pronunciation, and of the pronunciation, in characters. */
export const PRONUNCIATION_LIMIT = { word: 80, says: 120 } as const
/** Maximum number of takes of a directed line. */
export const TAKES_LIMIT = 5
/** Maximum number of directed lines of a script. */
export const DIRECTIONS_LIMIT = 5_000
/** Maximum size of all directions of a script, in bytes, in one document with its lines: two recordings of each of 3,000 lines. */
export const DIRECTIONS_LIMIT_BYTES = 4 * 1024 ** 2

/** Default number of lines in one check-cache call (product §7). */
export const CACHE_WINDOW_DEFAULT = 10
/** Maximum number of lines in one check-cache call (product §7). */
export const CACHE_WINDOW_LIMIT = 200

/** Default number of scripts in one response of the library. */
export const LIST_PAGE_DEFAULT = 500
/** Maximum number of scripts in one response of the library. */
export const LIST_PAGE_LIMIT = 500

/** Maximum number of scripts per request for narration progress. */
export const NARRATIONS_LIMIT = 50

/** The value of lastPlayedLineIndex before any line was played (product §3). */
export const NO_LINE = -1
/** Maximum age of a last played line that is sent later; older ones are stored with this age. */
export const PROGRESS_AGE_LIMIT_MS = 366 * 24 * 3_600_000

/** Lifetime of an internal token between gateway and services, in seconds (architecture §5). */
export const INTERNAL_TOKEN_SECONDS = 60

/** Maximum age of a sign-in for irreversible actions, in seconds (product §6). */
export const RECENT_SIGN_IN_SECONDS = 5 * 60

/** Lines moved to the front of the queue when the listener jumps (architecture §7). */
export const JUMP_WINDOW = 50

/** Maximum length of an e-mail address (RFC 3696, erratum 1690). */
export const EMAIL_LIMIT = 254
/** Catches typing errors only; whether the address exists is only known after sending mail. */
export const EMAIL_FORM = '^\\s*[^\\s@]+@[^\\s@]+\\.[^\\s@]+\\s*$'
/** Maximum number of collaborators of a script, including invited ones. */
export const COLLABORATORS_LIMIT = 100
/** Maximum number of collaborators who joined by a link: the rest is reserved for the owner's invitations. */
export const LINK_COLLABORATORS_LIMIT = 50
/** Maximum number of active share links of a script. */
export const LINKS_LIMIT = 50
/** Validity of an invitation, in days. */
export const INVITATION_DAYS = 30
/** This many declines within this many days stop further mails of the inviter. */
export const DECLINES_LIMIT = { count: 3, days: 30 } as const
/** Number of revoked and expired share links that the list keeps. */
export const ENDED_LINKS_KEPT = 100
/** Maximum length of a share link's name, in characters. */
export const LINK_NAME_LIMIT = 80
/** Validity of a share link, in days. */
export const LINK_DAYS = { least: 1, most: 365, usual: 30 } as const
/** Minimum length of a share link's passphrase, in characters. */
export const PASSPHRASE_LEAST = 4
/** Maximum length of a share link's passphrase, in characters. */
export const PASSPHRASE_LIMIT = 100
/** Maximum length of the name that a guest or a user sets, in characters. */
export const GUEST_NAME_LIMIT = 60
/** Maximum number of stored guests of a share link. */
export const GUESTS_LIMIT = 1_000
/** Maximum number of guests in the list of a share link. */
export const GUESTS_SHOWN = 50
/** Maximum number of a script's sharing events; the oldest are deleted first. */
export const SHARE_EVENTS_KEPT = 1_000
/** Maximum number of other users' scripts in a library. */
export const SHARED_SCRIPTS_LIMIT = 500

/** Maximum number of drafts of a script. */
export const DRAFTS_LIMIT = 50
/** Drafts are numbered up to this, also deleted ones. */
export const DRAFT_NUMBER_LIMIT = 100_000
/** Maximum length of a draft's name, in characters. */
export const DRAFT_NAME_LIMIT = 80
/** Maximum number of characters that one draft renames. */
export const RENAMED_LIMIT = 50
/** Share of lines in common below which a file is taken for another script. */
export const DRAFT_COMMON_LEAST = 0.2

/** Maximum length of a note, in characters. */
export const NOTE_TEXT_LIMIT = 2_000
/** Maximum number of notes of a script, including replies. */
export const NOTES_LIMIT = 5_000
/** Maximum number of notes of one guest in a script (decision 0070). */
export const GUEST_NOTES_LIMIT = 200
/** Maximum number of notes of all guests of one share link in a script (decision 0070). */
export const LINK_NOTES_LIMIT = 1_000
/** Maximum number of notes of all guests in a script (decision 0070). */
export const GUESTS_NOTES_LIMIT = 3_000
/** Maximum number of notes of everyone but the owner in a script: the rest is reserved for the owner. */
export const OTHERS_NOTES_LIMIT = 4_000
/** Maximum time within a line that a note can refer to; longer than any clip. */
export const NOTE_TIME_LIMIT_MS = 3_600_000
/** Maximum number of people whom one note can mention. */
export const NOTE_MENTIONS_LIMIT = 20
/** Maximum number of notes that a user has seen before older ones; of further ones the oldest count as new again. */
export const SEEN_NOTES_LIMIT = 200
/** New notes of a script are counted up to this number. */
export const NEW_NOTES_LIMIT = 100
/** Versions of a script's notes are smaller, so that two of them fit into one exact JSON number. */
export const NOTE_VERSION_LIMIT = 67_108_864
/** How long an action that a visitor started before signing in is stored. Milliseconds. */
export const SIGN_IN_LIFE_MS = 3_600_000
/** Maximum number of notes in one response. */
export const NOTES_PAGE = 1_000
