import { defineRoute } from '../define-route.ts'
import { ProgressBody, ProgressResponse } from '../progress.ts'
import { ScriptParams } from '../script.ts'

export const readProgress = defineRoute({
  id: 'readProgress',
  endpoint: 'GET /api/scripts/:id/progress',
  service: 'scripts',
  access: 'guest',
  right: 'listen',
  summary: 'Get the last played line; -1 if none',
  params: ScriptParams,
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
