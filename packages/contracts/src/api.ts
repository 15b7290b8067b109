import { Type, type TSchema } from 'typebox'
import { Done } from './envelope.ts'
import type { ServiceName } from './internal.ts'
import { UPLOAD_LIMIT_BYTES } from './limits.ts'
import { Health } from './health.ts'
import { Preferences, PreferencesResponse } from './preferences.ts'
import * as script from './script.ts'
import { SubscribeResponse, SubscribeBody } from './subscription.ts'
import * as voice from './voice.ts'

/** A public route. The gateway forwards exactly these and documents exactly these (architecture §5). */
export type ApiRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Fastify path pattern. */
  path: string
  summary: string
  service: ServiceName | 'gateway'
  access: 'visitor' | 'user'
  params?: TSchema
  query?: TSchema
  body?: TSchema | 'script-upload'
  answer: TSchema | 'clip'
  /** Most bytes of a request body. */
  bodyLimit: number
}

/** Room for the multipart framing around a script file (product §7). */
const UPLOAD_BODY_LIMIT = UPLOAD_LIMIT_BYTES + 64 * 1024
/** Room for the longest text to speak, each of its characters escaped (`\u0041`), and what is around it. */
export const JSON_LIMIT_BYTES = 32 * 1024
/** Room for a casting of as many characters as one may name. */
const CASTING_BODY_LIMIT = 1024 ** 2

const user = (
  service: ServiceName,
  method: ApiRoute['method'],
  path: string,
  rest: Omit<ApiRoute, 'service' | 'method' | 'path' | 'access' | 'bodyLimit'> & { bodyLimit?: number },
): ApiRoute => ({
  service,
  method,
  path,
  access: 'user',
  bodyLimit: rest.body === 'script-upload' ? UPLOAD_BODY_LIMIT : JSON_LIMIT_BYTES,
  ...rest,
})
const params = script.ScriptParams

/** product §7 and the additions of product §7. */
export const API_ROUTES: readonly ApiRoute[] = [
  {
    method: 'GET',
    path: '/api/health',
    summary: 'State of the platform',
    service: 'gateway',
    access: 'visitor',
    answer: Health,
    bodyLimit: JSON_LIMIT_BYTES,
  },

  user('scripts', 'POST', '/api/scripts/upload', {
    summary: 'Upload a Final Draft script (field `script`; optional Idempotency-Key header)',
    body: 'script-upload',
    answer: script.ScriptResponse,
  }),
  user('scripts', 'GET', '/api/scripts', {
    summary: 'Own scripts, newest first',
    query: script.ScriptListQuery,
    answer: script.ScriptListResponse,
  }),
  user('scripts', 'GET', '/api/scripts/:id', {
    summary: 'One script with its lines',
    params,
    answer: script.ScriptResponse,
  }),
  user('scripts', 'PATCH', '/api/scripts/:id', {
    summary: 'Rename a script',
    params,
    body: script.RenameBody,
    answer: script.ScriptResponse,
  }),
  user('scripts', 'DELETE', '/api/scripts/:id', {
    summary: 'Delete a script and its audio',
    params,
    answer: Done,
  }),
  user('scripts', 'POST', '/api/scripts/:id/assign-voices', {
    summary: 'Replace the casting',
    params,
    body: script.CastingBody,
    bodyLimit: CASTING_BODY_LIMIT,
    answer: script.CastingResponse,
  }),
  user('scripts', 'GET', '/api/scripts/:id/assign-voices', {
    summary: 'The casting',
    params,
    answer: script.CastingResponse,
  }),
  user('scripts', 'POST', '/api/scripts/:id/check-cache', {
    summary: "Cache state of a window of lines; tells the listener's position",
    params,
    body: script.CheckCacheBody,
    answer: script.CheckCacheResponse,
  }),
  user('scripts', 'GET', '/api/scripts/:id/progress', {
    summary: 'Last played line, -1 when none',
    params,
    answer: script.ProgressResponse,
  }),
  user('scripts', 'PUT', '/api/scripts/:id/progress', {
    summary: 'Save the last played line, -1 clears',
    params,
    body: script.ProgressBody,
    answer: script.ProgressResponse,
  }),
  user('scripts', 'GET', '/api/preferences', { summary: 'What is read aloud', answer: PreferencesResponse }),
  user('scripts', 'PUT', '/api/preferences', {
    summary: 'Choose what is read aloud',
    body: Preferences,
    answer: PreferencesResponse,
  }),

  user('tts', 'GET', '/api/scripts/:id/narration', {
    summary: 'How much of a script is ready to be heard',
    params,
    answer: voice.NarrationResponse,
  }),
  user('tts', 'GET', '/api/voices', { summary: 'All voices', answer: voice.VoicesResponse }),
  user('tts', 'GET', '/api/voices/default', {
    summary: 'Own default voice',
    answer: voice.DefaultVoiceResponse,
  }),
  user('tts', 'POST', '/api/voices/default', {
    summary: 'Choose the default voice',
    body: voice.DefaultVoiceBody,
    answer: voice.DefaultVoiceResponse,
  }),
  user('tts', 'POST', '/api/voices/preview', {
    summary: 'Hear a voice',
    body: voice.PreviewBody,
    answer: 'clip',
  }),
  user('tts', 'POST', '/api/voices/generate', {
    summary: 'The clip of a text or of a line, made when it is not stored',
    body: voice.GenerateBody,
    answer: 'clip',
  }),
  user('tts', 'GET', '/api/audio/*', {
    summary: 'A stored clip (ETag, ranges)',
    params: Type.Object({ '*': Type.String() }),
    answer: 'clip',
  }),
  user('tts', 'POST', '/api/caching/clear-line-cache', {
    summary: 'Delete the clips of a line',
    body: voice.ClearLineCacheBody,
    answer: voice.ClearCacheResponse,
  }),
  user('tts', 'POST', '/api/caching/clear-cache', {
    summary: 'Delete all clips of a script',
    body: voice.ClearCacheBody,
    answer: voice.ClearCacheResponse,
  }),

  {
    method: 'POST',
    path: '/api/emails/subscribe',
    summary: 'Join the launch list',
    service: 'subscriptions',
    access: 'visitor',
    body: SubscribeBody,
    answer: SubscribeResponse,
    bodyLimit: 16 * 1024,
  },
]

/** Whether a request carries a script file: such a body may be larger and take longer than any other. */
export const isUpload = (method: string, path: string): boolean =>
  API_ROUTES.some((route) => route.body === 'script-upload' && route.method === method && route.path === path)
