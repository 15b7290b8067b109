import { defineRoute } from '../define-route.ts'
import { ClearCacheBody, ClearCacheResponse, ClearLineCacheBody } from '../voices/voice.ts'

export const clearLineCache = defineRoute({
  id: 'clearLineCache',
  endpoint: 'POST /api/caching/clear-line-cache',
  service: 'tts',
  access: 'user',
  right: 'share',
  summary: 'Delete the clips of a line',
  body: ClearLineCacheBody,
  response: ClearCacheResponse,
  limits: { timeoutMs: 10_000 },
})

export const clearCache = defineRoute({
  id: 'clearCache',
  endpoint: 'POST /api/caching/clear-cache',
  service: 'tts',
  access: 'user',
  right: 'share',
  summary: 'Delete all clips of a script',
  body: ClearCacheBody,
  response: ClearCacheResponse,
  limits: { timeoutMs: 15_000 },
})
