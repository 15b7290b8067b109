import { defineRoute } from '../define-route.ts'
import { ProgressBody, ProgressResponse, ScriptParams } from '../script.ts'

export const readProgress = defineRoute({
  id: 'readProgress',
  method: 'GET',
  path: '/api/scripts/:id/progress',
  service: 'scripts',
  access: 'guest',
  right: 'listen',
  summary: 'Last played line, -1 when none',
  params: ScriptParams,
  response: ProgressResponse,
  errors: ['NOT_FOUND'],
})

export const saveProgress = defineRoute({
  id: 'saveProgress',
  method: 'PUT',
  path: '/api/scripts/:id/progress',
  service: 'scripts',
  access: 'guest',
  right: 'listen',
  summary: 'Save the last played line, -1 clears',
  params: ScriptParams,
  body: ProgressBody,
  response: ProgressResponse,
  errors: ['NOT_FOUND'],
})
