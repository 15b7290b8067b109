import { defineRoute } from '../define-route.ts'
import { ClearCacheBody, ClearCacheResponse, ClearLineCacheBody } from '../voices/voice.ts'

export const clearLineCache = defineRoute({
  id: 'clearLineCache',
  method: 'POST',
  path: '/api/caching/clear-line-cache',
  service: 'tts',
  access: 'user',
  right: 'share',
  summary: 'Delete the clips of a line',
  body: ClearLineCacheBody,
  response: ClearCacheResponse,
  errors: ['NOT_FOUND'],
  limits: { timeoutMs: 10_000 },
})

export const clearCache = defineRoute({
  id: 'clearCache',
  method: 'POST',
  path: '/api/caching/clear-cache',
  service: 'tts',
  access: 'user',
  right: 'share',
  summary: 'Delete all clips of a script',
  body: ClearCacheBody,
  response: ClearCacheResponse,
  errors: ['NOT_FOUND'],
  limits: { timeoutMs: 15_000 },
})
