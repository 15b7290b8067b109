import type { Person } from '@andscene/contracts/internal'
import { beforeEach, describe, expect, test } from 'vitest'
import { apiHarness, guestOf, lineOf } from '../testing/api-harness.ts'
import { scriptOf } from '../testing/scripts-stub.ts'

const on = apiHarness()
beforeEach(() => {
  on.script('s1', 60)
  for (const link of ['l1', 'l2', 'l3']) on.harness.scripts.share('s1', link, 'listener')
})

let opened = 0
/** A new guest, as each opening of a link creates one. */
const open = (link = 'l1'): Person => guestOf('s1', link, `guest-${(opened += 1)}`)
const from = (n: number) => `203.0.113.${n}`
/** Requests the clip of a line; no worker makes it. */
const ask = (line: number, who: Person | string, address?: string, scriptId = 's1') =>
  on.app.inject({
    method: 'POST',
    url: '/api/voices/generate',
    payload: lineOf(line, { scriptId }),
    headers: on.harness.person(who, address),
  })
const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n))
/** Line number and rank of the awaited clips. */
const awaited = async () =>
  (await on.harness.lineAudio.queue.getPrioritized(0, -1))
    .filter(({ priority }) => priority <= 6)
    .map(({ data, priority }) => [data.lineIndex, priority])
const areAwaited = (count: number) => expect.poll(async () => (await awaited()).length).toBe(count)
const refused = async (asked: ReturnType<typeof ask>) => (await asked).statusCode === 429

describe('decision 0063: awaited clips of guests', () => {
  test('are limited to six per address, across links and openings', async () => {
    const six = times(6, (n) => ask(n, open(), from(1)))
    await areAwaited(6)
    for (const link of ['l1', 'l2', 'l3']) expect(await refused(ask(7, open(link), from(1)))).toBe(true)
    // The same clip does not count again, and other addresses have their own limit.
    six.push(ask(0, open('l2'), from(1)), ask(8, open(), from(2)))
    await areAwaited(7)
    await on.withWorker()
    for (const response of await Promise.all(six)) expect(response.statusCode).toBe(200)
    expect((await ask(9, open(), from(1))).statusCode).toBe(200)
  })

  test('are limited to 24 for all guests of one owner, and do not reduce the limits of the owner and others', async () => {
    const guests = times(24, (n) => ask(n, open(`l${1 + (n % 3)}`), from(n)))
    await areAwaited(24)
    expect(await refused(ask(30, open(), from(30)))).toBe(true)
    const others = times(6, (n) => ask(40 + n, 'owner'))
    on.script('s2', scriptOf(1, 'test:one', 'eve'))
    on.harness.scripts.share('s2', 'l9', 'listener')
    const eves: Person = { uid: 'guest-of-eve', guest: { linkId: 'l9', scriptId: 's2', ownerId: 'eve' } }
    others.push(ask(0, eves, from(40), 's2'))
    await areAwaited(31)
    await on.withWorker()
    for (const response of await Promise.all([...guests, ...others])) expect(response.statusCode).toBe(200)
  })
})
