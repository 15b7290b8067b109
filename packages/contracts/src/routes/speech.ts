import { Type } from '../schema/schema.ts'
import { CLIP_PATH_FORM, CLIP_PATH_LIMIT } from '../voices/clip.ts'
import { CLIENT_CLIP_MS, CLIENT_PREVIEW_MS } from '../deadlines.ts'
import { defineRoute } from '../define-route.ts'
import { ScriptParams } from '../script.ts'
import {
  GenerateBody,
  NarrationResponse,
  NarrationsQuery,
  NarrationsResponse,
  PreviewBody,
} from '../voices/voice.ts'
import { WordTimesQuery, WordTimesResponse } from '../voices/word-time.ts'

const forUsers = { service: 'tts', access: 'user' } as const
const mayListen = { service: 'tts', access: 'guest', right: 'listen' } as const

const ClipParams = Type.Object({
  '*': Type.String({ title: 'The path of the clip', maxLength: CLIP_PATH_LIMIT, pattern: CLIP_PATH_FORM }),
})

export const previewVoice = defineRoute({
  id: 'previewVoice',
  endpoint: 'POST /api/voices/preview',
  ...forUsers,
  summary: 'Get the preview of a voice',
  body: PreviewBody,
  response: { kind: 'clip' },
  errors: ['NOT_FOUND', 'ALLOWANCE_USED_UP', 'SPEECH_FAILED', 'VOICE_LOADING'],
  limits: { timeoutMs: CLIENT_PREVIEW_MS },
})

export const generateClip = defineRoute({
  id: 'generateClip',
  endpoint: 'POST /api/voices/generate',
  ...mayListen,
  summary: 'Get the clip of a text or line; generates it if it is not stored',
  body: GenerateBody,
  response: { kind: 'clip' },
  errors: ['ALLOWANCE_USED_UP', 'SPEECH_FAILED', 'VOICE_LOADING'],
  limits: { timeoutMs: CLIENT_CLIP_MS },
  links: {
    stored: { to: 'readClip', params: { '*': '$response.header.x-audio-path' } },
    words: { to: 'readWordTimes', params: { '*': '$response.header.x-audio-path' } },
  },
})

export const readClip = defineRoute({
  id: 'readClip',
  endpoint: 'GET /api/audio/*',
  ...mayListen,
  summary: 'Get a stored clip (ETag, ranges)',
  params: ClipParams,
  headers: Type.Object({
    range: Type.Optional(Type.String({ title: 'The range' })),
    'if-range': Type.Optional(Type.String({ title: 'The version of the range' })),
    'if-none-match': Type.Optional(Type.String({ title: 'The known version' })),
  }),
  response: { kind: 'clip' },
})

export const readWordTimes = defineRoute({
  id: 'readWordTimes',
  endpoint: 'GET /api/words/*',
  ...mayListen,
  summary: 'Get when each word of a stored clip is heard; no words if that is unknown',
  params: ClipParams,
  query: WordTimesQuery,
  response: WordTimesResponse,
})

export const readNarration = defineRoute({
  id: 'readNarration',
  endpoint: 'GET /api/scripts/:id/narration',
  ...mayListen,
  summary: 'Get the narration progress of a script',
  params: ScriptParams,
  response: NarrationResponse,
})

export const listNarrations = defineRoute({
  id: 'listNarrations',
  endpoint: 'GET /api/narration',
  ...forUsers,
  summary: 'Get the narration progress of several scripts',
  query: NarrationsQuery,
  response: NarrationsResponse,
})
