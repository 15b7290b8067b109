import { defineRoute } from '../define-route.ts'
import { Done } from '../schema/envelope.ts'
import { ScriptParams } from '../script.ts'
import {
  DirectionBody,
  DirectionParams,
  DirectionQuery,
  DirectionResponse,
  DirectionsResponse,
  PresentDirection,
} from '../voices/direction.ts'

/** Fits five takes with recordings of 30 s, and fields of a newer release. */
const DIRECTION_BODY_BYTES = 128 * 1024

const mayCast = { service: 'scripts', access: 'user', right: 'cast' } as const

export const listDirections = defineRoute({
  id: 'listDirections',
  endpoint: 'GET /api/scripts/:id/directions',
  ...mayCast,
  summary: 'List the directed lines of a script',
  params: ScriptParams,
  response: DirectionsResponse,
})

export const saveDirection = defineRoute({
  id: 'saveDirection',
  endpoint: 'PUT /api/scripts/:id/directions/:lineId',
  ...mayCast,
  summary: 'Direct a line: up to five takes, and the one that is spoken',
  params: DirectionParams,
  body: DirectionBody,
  response: DirectionResponse,
  errors: ['CONFLICT'],
  present: PresentDirection,
  limits: { bodyBytes: DIRECTION_BODY_BYTES },
})

export const deleteDirection = defineRoute({
  id: 'deleteDirection',
  endpoint: 'DELETE /api/scripts/:id/directions/:lineId',
  ...mayCast,
  summary: 'Remove the direction of a line, with its takes',
  params: DirectionParams,
  query: DirectionQuery,
  response: Done,
  errors: ['CONFLICT'],
  present: PresentDirection,
})
