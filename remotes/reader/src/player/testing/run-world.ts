import type { Effect, PlayerEvent, RunEvent, TimerName } from '../engine/events.ts'
import type { Failure, PlayerState } from '../engine/state.ts'
import { transition } from '../engine/transition.ts'

/** Length of every clip. Milliseconds. */
const CLIP_MS = 1_000
const FAILURES: readonly Failure[] = [
  { text: 'No.', away: undefined, isUsedUp: false },
  { text: 'Network error.', away: 'offline', isUsedUp: false },
  { text: 'Used up.', away: undefined, isUsedUp: true },
]

type Sound = { line: number; wasTold: boolean; hasRoom: boolean; isStalled: boolean }

/**
 * The world around `transition` in a test: it knows which event could come next, as real output, network and timers
 * would have them, and checks that what is asked of it makes sense.
 */
export function createRunWorld(initial: PlayerState) {
  const world = {
    state: initial,
    now: 0,
    effects: [] as readonly Effect[],
    /** What could be heard or is about to be, and of which run. */
    sounding: { run: 0, lines: [] as Sound[] },
    timers: new Set<TimerName>(),
    /** Pending events of runs that have ended. */
    late: [] as RunEvent[],
    possible,
    take,
  }
  let waiting: RunEvent[] = []
  let loaded: number | null = null
  let isAllowed = false

  /** All news that may come now, timers included. */
  function possible(): (RunEvent | { type: TimerName })[] {
    const { run, lines } = world.sounding
    const news: (RunEvent | { type: TimerName })[] = [...waiting]
    // A stalled one is reported again.
    const next = lines.find((one) => !one.wasTold || one.isStalled)
    if (next) {
      const startsAt = world.now
      const rate = world.state.run?.rate ?? 1
      news.push({
        type: 'audible',
        run,
        heard: { line: next.line, startsAt, offsetMs: 0, durationMs: CLIP_MS, rate },
      })
    }
    const heard = lines.findLast((one) => one.wasTold)
    if (heard && !heard.hasRoom && !next)
      news.push({ type: 'stalled', run, line: heard.line, audibleAt: world.now })
    // The time line has room well before the last sound on it has died away.
    if (lines.at(-1)?.hasRoom === false) news.push({ type: 'room', run })
    else if (lines.length > 0 && !next) news.push({ type: 'silent', run })
    for (const type of world.timers) news.push({ type })
    return news
  }

  function forget() {
    world.late.push(...waiting)
    waiting = []
    world.sounding = { run: 0, lines: [] }
    loaded = null
  }

  function put(run: number, line: number) {
    const { sounding } = world
    if (sounding.lines.length > 0 && sounding.run !== run) throw new Error('two runs sound together')
    const before = sounding.lines.at(-1)
    if (before && before.line >= line) throw new Error(`line ${line} is scheduled behind line ${before.line}`)
    world.sounding = {
      run,
      lines: [...sounding.lines, { line, wasTold: false, hasRoom: false, isStalled: false }],
    }
  }

  function perform(effect: Effect) {
    switch (effect.type) {
      case 'silence':
        forget()
        world.timers.clear()
        isAllowed = false
        return
      case 'replace':
        forget()
        isAllowed = true
        if (effect.replay) put(effect.run, world.state.run!.lastLine!)
        return
      case 'claim':
        waiting.push({ type: 'allowed', run: effect.run })
        waiting.push({ type: 'refused', run: effect.run, fault: { kind: 'blocked', text: 'Blocked.' } })
        return
      case 'load': {
        const { run, line } = effect
        waiting = waiting.filter((one) => !('line' in one) || one.type === 'prepared')
        waiting.push({ type: 'loaded', run, line, durationMs: CLIP_MS }, { type: 'dropped', run, line })
        for (const failure of FAILURES) waiting.push({ type: 'failed', run, line, failure })
        return
      }
      case 'schedule':
        if (!isAllowed) throw new Error('scheduled without permission')
        if (loaded !== effect.line) throw new Error(`line ${effect.line} is scheduled and was not loaded`)
        return put(effect.run, effect.line)
      case 'prepare':
        waiting.push({ ...effect, type: 'prepared', audibleAt: world.now })
        return
      case 'timer':
        world.timers.add(effect.name)
        return
      case 'save':
      case 'prefetch':
    }
  }

  /** What has arrived does not arrive again. */
  function consume(event: PlayerEvent) {
    const { lines } = world.sounding
    if (event.type === 'allowed' || event.type === 'refused') {
      isAllowed = event.type === 'allowed'
      waiting = waiting.filter(({ type }) => type !== 'allowed' && type !== 'refused')
    } else if (event.type === 'loaded' || event.type === 'failed' || event.type === 'dropped') {
      if (event.type === 'loaded') loaded = event.line
      waiting = waiting.filter(({ type }) => type !== 'loaded' && type !== 'failed' && type !== 'dropped')
    } else if (event.type === 'stalled') lines.findLast((one) => one.wasTold)!.isStalled = true
    else if (event.type === 'prepared')
      waiting = waiting.filter((one) => one !== event && one.type !== 'prepared')
    else if (event.type === 'audible') {
      const index = lines.findIndex((one) => !one.wasTold || one.isStalled)
      // The lines before it have ended.
      const [line, ...later] = lines.slice(index)
      world.sounding = { ...world.sounding, lines: [{ ...line!, wasTold: true, isStalled: false }, ...later] }
    } else if (event.type === 'room') lines.at(-1)!.hasRoom = true
    else if (event.type === 'silent') world.sounding = { ...world.sounding, lines: [] }
    else if (
      event.type === 'follow-due' ||
      event.type === 'retry-due' ||
      event.type === 'reload-due' ||
      event.type === 'wait-due'
    )
      world.timers.delete(event.type)
  }

  /** Sends an event to the player, and runs its effects. */
  function take(event: PlayerEvent, isLate = false) {
    if (!isLate) consume(event)
    const { state, effects } = transition(world.state, event)
    world.state = state
    world.effects = effects
    for (const effect of effects) perform(effect)
  }

  return world
}
