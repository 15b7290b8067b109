import { CLIP_PATH_FORM } from '@andscene/contracts/voices/clip'
import { speechKey, type Speech } from '@andscene/screenplay/line-speech'
import { hash } from 'node:crypto'

const sha256 = (text: string) => hash('sha256', text)

/** SHA-256 of a spoken text; finds the same text in other voices (product §4). */
export const textHash = sha256

export type ClipSource = {
  provider: string
  engineVersion: string
  voiceId: string
  language: string
  /** Text after normalization for speech. */
  text: string
  /** Set for a line in another language than its script. */
  foreign?: { language: string; castVoiceId: string } | undefined
  /** The voices that speak together with `voiceId`, and the versions of their engines. */
  together?: readonly string[] | undefined
  /** The voice that speaks parts of the text, with the version of its engine. */
  byNarrator?: Speech['byNarrator']
} & Pick<Speech, 'delivery' | 'sounds' | 'pauses'>

/** Clip key (architecture §7): the same key always sounds the same. Playback rate is not part of it. */
export const clipKey = ({ provider, engineVersion, voiceId, language, text, ...rest }: ClipSource) => {
  const { foreign, delivery, sounds, together, byNarrator, pauses } = rest
  const isPlain = !delivery && !sounds && !together && !byNarrator && !pauses
  return sha256(
    JSON.stringify([
      provider,
      engineVersion,
      voiceId,
      language,
      text,
      ...(foreign ? [foreign.language, foreign.castVoiceId] : []),
      // Keys of plain speech stay as they were in older releases.
      ...(isPlain
        ? []
        : [
            [
              ...speechKey({ delivery, sounds }),
              together ?? null,
              ...(byNarrator ? [byNarrator.voiceId, byNarrator.at] : []),
              ...(pauses ? [{ pauses }] : []),
            ],
          ]),
    ]),
  )
}

/** The owner of a clip: a script, or the user who requested a preview. */
export type ClipOwner = { scriptId: string } | { uid: string }

/**
 * Object path of a clip: in the folder of its script, or of the previews of its user. The next folder is named after the
 * assigned voice.
 */
export function clipPath(source: ClipSource, owner: ClipOwner): string {
  const folder = 'scriptId' in owner ? scriptFolder(owner.scriptId) : previewFolder(owner.uid)
  return `${folder}${encodeName(source.foreign?.castVoiceId ?? source.voiceId)}/${clipKey(source)}.mp3`
}

/** Script ids contain only safe characters (contracts `ScriptId`). */
export const scriptFolder = (scriptId: string) => `scripts/${scriptId}/`
/** Each user has a folder, so that paths do not reveal what other users have listened to. */
export const previewFolder = (uid: string) => `previews/${sha256(uid).slice(0, 32)}/`

const FORM = new RegExp(CLIP_PATH_FORM)

/** Parses a clip path; returns undefined for other paths. Without a script, it is a preview. */
export function parseClipPath(path: string): { scriptId: string | undefined; key: string } | undefined {
  if (!FORM.test(path)) return undefined
  const [folder, owner, , file = ''] = path.split('/')
  return { key: file.replace('.mp3', ''), scriptId: folder === 'scripts' ? owner : undefined }
}

const CLIP_ENDING = /\.mp3$/
const WORDS_ENDING = '.words'

/** Object path of a clip's timing file, which is next to it. */
export const wordsPath = (clip: string) => clip.replace(CLIP_ENDING, WORDS_ENDING)
export const isWordsPath = (path: string) => path.endsWith(WORDS_ENDING)
/** The path of the clip that an object, the clip itself or its timing file, belongs to. */
export const clipOf = (path: string) =>
  isWordsPath(path) ? `${path.slice(0, -WORDS_ENDING.length)}.mp3` : path

/** Longest readable part of an encoded name; file systems allow 255 bytes. */
const NAME_LIMIT = 120

/** Encodes a provider's name as a safe path segment: `=xx` per byte of other characters; a long one ends in a hash. */
export function encodeName(name: string): string {
  const encoded = name.replaceAll(/[^A-Za-z0-9-]/gu, (character) =>
    [...Buffer.from(character, 'utf8')].map((byte) => `=${byte.toString(16).padStart(2, '0')}`).join(''),
  )
  return encoded.length <= NAME_LIMIT
    ? encoded
    : `${encoded.slice(0, NAME_LIMIT)}_${sha256(name).slice(0, 16)}`
}
