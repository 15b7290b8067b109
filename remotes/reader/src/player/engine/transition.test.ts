import { expect, test } from 'vitest'
import { RESUME_WHEN_ONLINE_MS } from '../limits.ts'
import { numbered, readingOf } from '../testing/player-harness.ts'
import type { PlayerEvent, RunEvent } from './events.ts'
import { initialState, type PlayerState } from './state.ts'
import { transition } from './transition.ts'

const after = (state: PlayerState, ...events: PlayerEvent[]) =>
  events.reduce((before, event) => transition(before, event).state, state)
const HEARD = { line: 3, startsAt: 0, offsetMs: 0, durationMs: 1_000, rate: 1 }
const failure = { text: 'No.', away: undefined, isUsedUp: false }
const fault = { kind: 'blocked', text: 'Blocked.' } as const
/** Events of a run that loads and then plays line 3. */
const news = (run: number, line: number): RunEvent[] => [
  { run, type: 'loaded', line, durationMs: 1_000 },
  { run, type: 'failed', line, failure },
  { run, type: 'dropped', line },
  { run, type: 'stalled', line, audibleAt: 0 },
]
const ofARun = (run: number): RunEvent[] => [
  ...news(run, 3),
  { run, type: 'allowed' },
  { run, type: 'refused', fault },
  { run, type: 'fault', fault },
  { run, type: 'audible', heard: HEARD },
  { run, type: 'room' },
  { run, type: 'silent' },
  { run, type: 'prepared', line: 3, rate: 1, audibleAt: 0 },
]

const loading = after(initialState(readingOf(numbered(9)), 1), { type: 'jump', line: 3, at: 0 })
const playing = after(
  loading,
  { run: 1, type: 'allowed', at: 0 },
  { run: 1, type: 'loaded', line: 3, durationMs: 1_000, at: 0 },
  { run: 1, type: 'audible', heard: HEARD, at: 0 },
)
const stopped = after(playing, { type: 'stop', at: 0 })
const held = after(
  loading,
  { run: 1, type: 'allowed', at: 0 },
  { run: 1, type: 'failed', line: 3, failure: { ...failure, away: 'offline' }, at: 0 },
)

test.each<[what: string, state: PlayerState, events: RunEvent[]]>([
  ['of a former run while a line loads', loading, ofARun(0)],
  ['of a former run while a line plays', playing, ofARun(0)],
  ['of the last run while nothing plays', stopped, ofARun(1)],
  ['of a line other than the loading one', loading, news(1, 4)],
])('ignores events %s', (_what, state, events) => {
  for (const event of events) {
    const next = transition(state, { ...event, at: 0 })
    expect([next.state === state, next.effects]).toEqual([true, []])
  }
})

test('ignores timers that are no longer needed', () => {
  const voiceless = initialState(readingOf(numbered(1, { voice: { role: 'narration' } })), 1)
  const cast = after(
    voiceless,
    { type: 'play', at: 0 },
    { type: 'casting-saved', at: 0 },
    { type: 'set-reading', reading: readingOf(numbered(1)), at: 0 },
  )
  expect(after(cast, { type: 'retry-due', at: 500 }).shown.state).toBe('loading')
  for (const ended of [stopped, after(cast, { type: 'stop', at: 0 })])
    for (const type of ['follow-due', 'retry-due', 'reload-due', 'wait-due'] as const)
      expect(after(ended, { type, at: 500 })).toBe(ended)
})

test('a held line that has arrived is shown as held until it is audible, also after an online event', () => {
  const arrived = after(
    held,
    { type: 'reload-due', at: 0 },
    { run: 1, type: 'loaded', line: 3, durationMs: 1_000, at: 0 },
  )
  expect(arrived.shown).toMatchObject({ state: 'paused', error: { kind: 'away' } })
  expect(after(arrived, { type: 'online', at: 0 })).toBe(arrived)
  const sounding = after(arrived, { run: 1, type: 'audible', heard: HEARD, at: 100 })
  expect(sounding.shown).toMatchObject({ state: 'playing', error: null })
})

test('product §4 after 5 minutes a held line no longer resumes, also if no timer ran meanwhile', () => {
  const late = RESUME_WHEN_ONLINE_MS + 1
  const stays = { run: null, shown: { state: 'paused', line: 3 } }
  expect(after(held, { type: 'online', at: late - 1 }).run).not.toBeNull()
  const online = after(held, { type: 'online', at: late })
  expect(online).toMatchObject({ ...stays, shown: { ...stays.shown, error: null } })
  expect(after(held, { type: 'reload-due', at: late })).toMatchObject(stays)
  const loaded = { run: 1, type: 'loaded', line: 3, durationMs: 1_000, at: late } as const
  expect(after(held, { type: 'reload-due', at: 1_000 }, loaded)).toMatchObject(stays)
})

test('decisions do not depend on which clips are known to be stored', () => {
  const [made, unmade] = [false, true].map((each) => readingOf(numbered(3, { unmade: each })))
  const decided = [made, unmade].map((reading) =>
    transition(initialState(reading!, 1), { type: 'play', at: 0 }),
  )
  expect(decided[0]!.effects).toEqual(decided[1]!.effects)
  expect(decided[0]!.state.shown).toEqual(decided[1]!.state.shown)
})
