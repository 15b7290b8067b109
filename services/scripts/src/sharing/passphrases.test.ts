import { beforeEach, describe, expect, test } from 'vitest'
import { fileHarness } from '../testing/harness.ts'
import { manualClock } from '../testing/manual-clock.ts'
import type { Person } from '../testing/person.ts'
import { SHORT_SCRIPT } from '../testing/samples.ts'
import { exchange, linked, newOwner } from '../testing/sharing.ts'
import { openSpool } from '../upload/spool.ts'
import { Passphrases } from './passphrases.ts'

const harness = await fileHarness()
const many = <T>(count: number, make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)))
const count = (statuses: number[], status: number) => statuses.filter((one) => one === status).length
const known = (id: string) => ({ id, ownerId: 'ada', passphraseHash: 'c2FsdA.aGFzaA' })

const attempt = async (token: string) => (await exchange(harness, token, 'wrong one')).status

describe('decision 0064: checking passphrases', () => {
  let ada: Person
  let script: string
  let people: number
  beforeEach(async () => {
    ;({ n: people, ada, script } = await newOwner(harness))
  })
  const secret = () => linked(ada, script, { passphrase: 'open sesame' })

  test('does not delay file access or an upload while 24 attempts wait', async () => {
    const { token } = await secret()
    let ended = 0
    const attempts = many(24, () => attempt(token).finally(() => (ended += 1)))
    // When the first one has ended, all have arrived.
    await expect.poll(() => ended, { interval: 1, timeout: 10_000 }).toBeGreaterThan(0)
    const atFirst = ended
    const spool = await openSpool(harness.environment.DATA_DIR)
    await spool.write(Buffer.from(SHORT_SCRIPT))
    await spool.read()
    await spool.close()
    // Five operations need a thread: queued behind hashes, each would take as long as several attempts.
    expect(ended - atFirst).toBeLessThan(10)
    expect((await ada.upload(SHORT_SCRIPT, { key: `late-${people}` })).status).toBe(200)
    expect(count(await attempts, 404)).toBe(24)
  })

  test('responds with 503 and Retry-After when the queue is full, for known and unknown links', async () => {
    const links = await many(3, async (n) => {
      const owner = harness.as(`owner-${people}-${n}`)
      const own = await owner.newScript()
      return linked(owner, own, { passphrase: 'open sesame' })
    })
    const responses = await many(90, (n) => exchange(harness, links[n % 3]!.token, 'wrong one'))
    const refused = responses.filter(({ status }) => status === 503)
    expect(refused.length).toBeGreaterThan(0)
    expect(
      count(
        responses.map(({ status }) => status),
        404,
      ),
    ).toBe(90 - refused.length)
    for (const { headers } of refused) expect(headers.get('retry-after')).toBe('1')
    const { token } = links[0]!
    expect((await exchange(harness, token, 'open sesame')).status).toBe(200)
  })

  test('rejects attempts without a passphrase immediately, without hashing', async () => {
    const { token } = await secret()
    const statuses = await many(200, async () => (await exchange(harness, token)).status)
    expect(count(statuses, 404)).toBe(200)
  })
})

describe('decision 0064: an attempt on an unknown link', () => {
  test('takes as long as the last real one, but uses no thread and no slot', async () => {
    const clock = manualClock()
    const passphrases = new Passphrases(clock)
    // The first one hashes, because the duration is not known yet.
    await passphrases.pretend()
    expect(clock.next()).toBeUndefined()
    let ended = 0
    const pretended = many(200, () => passphrases.pretend().finally(() => (ended += 1)))
    await passphrases.isRight(known('l'), 'open sesame')
    expect(ended).toBe(0)
    expect(clock.next()).toBeGreaterThan(0)
    clock.advance(60_000)
    await pretended
  })

  test('counts toward the limit per minute like one on an open link', async () => {
    const clock = manualClock()
    const instant = { hashPassphrase: async () => '', isPassphrase: async () => false }
    const passphrases = new Passphrases(clock, instant)
    const refusal = { code: 'TOO_MANY_REQUESTS', retryAfter: 60 }
    await many(40, () => passphrases.isRight(known('l'), 'x').catch(() => undefined))
    await expect(passphrases.isRight(known('l'), 'x')).rejects.toMatchObject(refusal)
    await expect(passphrases.pretend('l')).rejects.toMatchObject(refusal)
    clock.advance(60_000)
    expect(await passphrases.isRight(known('l'), 'x')).toBe(false)
  })

  test('attempts on three links of an owner do not exhaust the limits of the other links and of new passphrases', async () => {
    const instant = { hashPassphrase: async () => '', isPassphrase: async () => true }
    const passphrases = new Passphrases(manualClock(), instant)
    for (const link of ['l', 'm', 'n'])
      await many(60, () => passphrases.isRight(known(link), 'x').catch(() => undefined))
    await many(40, () => passphrases.isRight(known('o'), 'x'))
    for (let n = 0; n < 60; n += 1) await passphrases.hash('ada', 'open sesame')
    const refusal = { code: 'TOO_MANY_REQUESTS' }
    await expect(passphrases.hash('ada', 'open sesame')).rejects.toMatchObject(refusal)
    await many(40, () => passphrases.isRight(known('p'), 'x'))
    await expect(passphrases.isRight(known('q'), 'x')).rejects.toMatchObject(refusal)
  })
})
