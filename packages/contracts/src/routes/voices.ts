import { defineRoute } from '../define-route.ts'
import { UnknownWordsBody, UnknownWordsResponse } from '../voices/pronunciation.ts'
import { DefaultVoiceBody, DefaultVoiceResponse, VoicesResponse } from '../voices/voice.ts'

export const listVoices = defineRoute({
  id: 'listVoices',
  endpoint: 'GET /api/voices',
  service: 'tts',
  access: 'guest',
  summary: 'List all voices',
  response: VoicesResponse,
  limits: { timeoutMs: 15_000 },
})

export const readDefaultVoice = defineRoute({
  id: 'readDefaultVoice',
  endpoint: 'GET /api/voices/default',
  service: 'tts',
  access: 'user',
  summary: "Get the user's default voice",
  response: DefaultVoiceResponse,
})

export const saveDefaultVoice = defineRoute({
  id: 'saveDefaultVoice',
  endpoint: 'POST /api/voices/default',
  service: 'tts',
  access: 'user',
  summary: "Set or clear the user's default voice",
  body: DefaultVoiceBody,
  response: DefaultVoiceResponse,
  errors: ['NOT_FOUND'],
})

export const findUnknownWords = defineRoute({
  id: 'findUnknownWords',
  endpoint: 'POST /api/voices/unknown-words',
  service: 'tts',
  access: 'user',
  summary: 'Find words that the natural voices do not have in their dictionary',
  body: UnknownWordsBody,
  response: UnknownWordsResponse,
})
