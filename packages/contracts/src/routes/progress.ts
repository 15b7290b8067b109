import { defineRoute } from '../define-route.ts'
import { ProgressBody, ProgressQuery, ProgressResponse } from '../progress.ts'
import { ScriptParams } from '../script.ts'

export const readProgress = defineRoute({
  id: 'readProgress',
  endpoint: 'GET /api/scripts/:id/progress',
  service: 'scripts',
  access: 'guest',
  right: 'listen',
  summary: 'Get the last played line; -1 if none',
  params: ScriptParams,
  query: ProgressQuery,
  response: ProgressResponse,
})

export const saveProgress = defineRoute({
  id: 'saveProgress',
  endpoint: 'PUT /api/scripts/:id/progress',
  service: 'scripts',
  access: 'guest',
  right: 'listen',
  summary: 'Save the last played line; -1 clears it. Returns the stored record, which may be newer',
  params: ScriptParams,
  body: ProgressBody,
  response: ProgressResponse,
})
