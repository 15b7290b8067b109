import type { Health } from '@andscene/contracts/health'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { queryKeys } from '../api/query-keys.ts'
import { showStateOfHealth, showStateOfVoices } from './share-natural-voices.ts'
import type { VoiceList } from './voices-query.ts'

const coming = (doneBytes: number) => ({ state: 'coming' as const, doneBytes, totalBytes: 100 })
const OLD = 1_000

let client: QueryClient
beforeEach(() => {
  client = new QueryClient()
})

const health = () => client.getQueryData<Health>(queryKeys.health)?.naturalVoices
const voices = () => client.getQueryData<VoiceList>(queryKeys.voices)?.naturalVoices
const stateOf = (key: readonly string[]) => client.getQueryState(key)

function knowBoth() {
  const known: Health = { success: true, status: 'ok', version: '1', services: {}, naturalVoices: coming(1) }
  client.setQueryData(queryKeys.health, known, { updatedAt: OLD })
  const list: VoiceList = { voices: [], naturalVoices: coming(1) }
  client.setQueryData(queryKeys.voices, list, { updatedAt: OLD })
}

test('the health and the list of voices both show the latest state of the natural voices', () => {
  knowBoth()
  showStateOfHealth(client, coming(20))
  expect(voices()).toEqual(coming(20))
  showStateOfVoices(client, coming(40))
  expect(health()).toEqual(coming(40))
  // The age of the cached data does not change.
  for (const key of [queryKeys.health, queryKeys.voices]) expect(stateOf(key)?.dataUpdatedAt).toBe(OLD)
  expect(stateOf(queryKeys.voices)?.isInvalidated).toBe(false)
})

test('invalidates the list of voices when the health reports that the natural voices are ready', () => {
  knowBoth()
  showStateOfHealth(client, { state: 'ready' })
  expect(voices()).toEqual({ state: 'ready' })
  expect(stateOf(queryKeys.voices)?.isInvalidated).toBe(true)
})

test('adds no state to queries that were never fetched', () => {
  showStateOfHealth(client, { state: 'ready' })
  showStateOfVoices(client, { state: 'ready' })
  expect([health(), voices()]).toEqual([undefined, undefined])
})
