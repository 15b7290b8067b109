import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { Scheduler, type Rank, type SchedulerOptions, type Step, type Steps } from './scheduler.ts'

/** Resolves after the scheduler has run. */
async function settle(): Promise<void> {
  for (let count = 0; count < 2; count++) await turn()
}

const awaited = (priority: number): Rank => ({ priority, patient: false })
const planned = (priority: number): Rank => ({ priority, patient: true })

/** Tasks whose steps end when the test resolves them; `log` lists each step as it begins. */
function works(options: SchedulerOptions = {}) {
  const log: string[] = []
  let idle = 0
  const scheduler = new Scheduler({ onIdle: () => idle++, ...options })
  const gates = new Map<string, () => void>()
  async function* stepsOf(name: string, steps: number, left: Step): Steps {
    for (let step = 1; step <= steps; step++) {
      log.push(`${name}${step}`)
      await new Promise<void>((resolve) => gates.set(name, resolve))
      if (step < steps) yield left
    }
  }
  return {
    scheduler,
    log,
    timesIdle: () => idle,
    add: (name: string, priority: number, { steps = 3, left = 'holds' as Step } = {}) =>
      scheduler.add(awaited(priority), stepsOf(name, steps, left)),
    async finishStep(name: string) {
      await settle()
      gates.get(name)!()
      await settle()
    },
  }
}

describe('the order of tasks in the engine (architecture §7)', () => {
  test('runs the lowest number first, equal ones in order of arrival', async () => {
    const { add, log, finishStep } = works()
    const tasks = [
      add('a', 5, { steps: 1 }),
      add('late', 9, { steps: 1 }),
      add('b', 5, { steps: 1 }),
      add('soon', 5.5, { steps: 1 }),
    ]
    for (const name of ['a', 'b', 'soon', 'late']) await finishStep(name)
    await Promise.all(tasks.map(({ ended }) => ended))
    expect(log).toEqual(['a1', 'b1', 'soon1', 'late1'])
  })

  test('a task whose rank changes moves at the next step, and the one it passed resumes', async () => {
    const { add, log, finishStep } = works()
    const first = add('first', 3, { steps: 3 })
    const ahead = add('ahead', 50, { steps: 2 })
    ahead.rank(awaited(1))
    await finishStep('first')
    ahead.rank(planned(60))
    await finishStep('ahead')
    first.rank(planned(70))
    await finishStep('first')
    await finishStep('ahead')
    await finishStep('first')
    await Promise.all([first.ended, ahead.ended])
    expect(log).toEqual(['first1', 'ahead1', 'first2', 'ahead2', 'first3'])
  })

  test('equal tasks that hold no memory take turns, however long one of them is', async () => {
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    onTestFinished(() => void vi.restoreAllMocks())
    let now = 0
    const { add, log, finishStep } = works()
    add('a', 5, { left: 'free', steps: 9 })
    add('b', 5, { left: 'free', steps: 2 })
    const takeStep = async (name: string) => {
      await settle()
      now += 400
      await finishStep(name)
    }
    for (const name of ['a', 'a', 'b', 'b', 'a']) await takeStep(name)
    expect(log.slice(0, 6)).toEqual(['a1', 'a2', 'b1', 'b2', 'a3', 'a4'])
  })

  test('at most eight tasks that hold memory are passed at a time; one that holds none always is', async () => {
    const { add, log, finishStep } = works()
    const names = [...'ihgfedcba']
    for (const [n, name] of names.entries()) {
      add(name, 40 - n, { steps: 2 })
      if (n > 0) await finishStep(names[n - 1]!)
    }
    add('now', 1, { steps: 1 })
    await finishStep('a')
    expect(log).toEqual([...names.map((name) => `${name}1`), 'a2'])
    for (const name of ['a', 'now', ...'bcdefghi']) await finishStep(name)
    expect(log.slice(10)).toEqual(['now1', ...[...'bcdefghi'].map((name) => `${name}2`)])

    const second = works()
    second.add('b', 20, { left: 'free' })
    await second.finishStep('b')
    second.add('a', 10, { steps: 1 })
    await second.finishStep('b')
    expect(second.log).toEqual(['b1', 'b2', 'a1'])
  })

  test('a canceled task makes no further step, whether it runs, waits or was passed', async () => {
    const { add, log, finishStep, timesIdle } = works()
    const running = add('running', 5)
    const waiting = add('waiting', 6)
    waiting.cancel(new Error('left'))
    running.cancel(new Error('left too'))
    await expect(waiting.ended).rejects.toThrow('left')
    await expect(running.ended).rejects.toThrow('left too')
    await settle()
    expect(timesIdle()).toBe(0)
    const next = add('next', 9)
    await finishStep('running')
    expect(log).toEqual(['running1', 'next1'])
    const urgent = add('urgent', 1, { steps: 1 })
    await finishStep('next')
    next.cancel(new Error('gone'))
    await expect(next.ended).rejects.toThrow('gone')
    await finishStep('urgent')
    await urgent.ended
    expect(log).toEqual(['running1', 'next1', 'urgent1'])
    expect(timesIdle()).toBe(1)
  })

  test('a task that is canceled while its step blocks the event loop makes no further step', async () => {
    const { scheduler, add, log, finishStep } = works()
    const held = scheduler.add(
      awaited(5),
      (async function* (): Steps {
        log.push('held1')
        setImmediate(() => held.cancel(new Error('left')))
        yield 'holds'
        log.push('held2')
      })(),
    )
    await expect(held.ended).rejects.toThrow('left')
    add('next', 9, { steps: 1 })
    await finishStep('next')
    expect(log).toEqual(['held1', 'next1'])
  })

  test('a task that arrives as the last one ends does not run in parallel with the next', async () => {
    const { add, log, finishStep } = works()
    const first = add('first', 5, { steps: 1 })
    const ahead = first.ended.then(() => add('ahead', 9))
    await finishStep('first')
    await ahead
    add('now', 1, { steps: 1 })
    await finishStep('ahead')
    expect(log).toEqual(['first1', 'ahead1', 'now1'])
    await finishStep('now')
    await finishStep('ahead')
    expect(log).toEqual(['first1', 'ahead1', 'now1', 'ahead2', 'ahead3'])
  })

  test('a held task makes no step until `look` is called, and none when it is canceled meanwhile', async () => {
    let heldFrom = 10
    const { scheduler, add, log, finishStep, timesIdle } = works({
      isHeld: (priority) => priority >= heldFrom,
    })
    const held = add('held', 50, { steps: 1 })
    const left = add('left', 40)
    scheduler.look()
    await settle()
    expect(log).toEqual([])
    // More urgent tasks and those that became so run in their order.
    add('now', 1, { steps: 1 })
    await settle()
    expect(log).toEqual(['now1'])
    await finishStep('now')
    left.cancel(new Error('gone'))
    await expect(left.ended).rejects.toThrow('gone')
    held.rank(awaited(10))
    await settle()
    expect(log).toEqual(['now1'])
    expect(scheduler.isIdle).toBe(false)
    heldFrom = 11
    scheduler.look()
    await settle()
    expect(log).toEqual(['now1', 'held1'])
    await finishStep('held')
    await held.ended
    expect(timesIdle()).toBe(1)
  })

  test('its urgency ignores low-priority tasks until a client waits for them, and reports changes', async () => {
    const seen: number[] = []
    const { scheduler, add, finishStep } = works({ onChange: () => seen.push(scheduler.urgency) })
    const ahead = scheduler.add(planned(50), (async function* (): Steps {})())
    await ahead.ended
    const running = add('running', 7, { steps: 1 })
    const waiting = scheduler.add(planned(3), (async function* (): Steps {})())
    waiting.rank(awaited(2))
    waiting.cancel(new Error('left'))
    await expect(waiting.ended).rejects.toThrow('left')
    await finishStep('running')
    await running.ended
    expect(seen.filter((urgency, at) => urgency !== seen[at - 1])).toEqual([Infinity, 7, 2, 7, Infinity])
  })

  test('a step that fails ends only its own task', async () => {
    const { scheduler, add, finishStep } = works()
    const bad = scheduler.add(
      awaited(1),
      (async function* (): Steps {
        yield 'free'
        throw new Error('broken')
      })(),
    )
    const good = add('good', 2, { steps: 1 })
    await expect(bad.ended).rejects.toThrow('broken')
    await finishStep('good')
    await good.ended
  })
})
