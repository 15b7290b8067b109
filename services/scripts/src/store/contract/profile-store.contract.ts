import { expect, test } from 'vitest'
import { freshProcesses, type Databases } from '../../testing/fresh-stores.ts'
import { collaborator } from '../../testing/new-share.ts'
import { script } from '../../testing/new-script.ts'
import { DAY_MS } from '../documents/profiles.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000)
const later = (date: Date) => new Date(date.getTime() + DAY_MS)
const CLOSED = { code: 'UNAUTHENTICATED' }

/** Tests names and daily mails of every ProfileStore (product §2, §12). */
export function profileStoreContract({ openTwice }: Databases): void {
  const both = freshProcesses(openTwice, ['a'])
  const { profiles, preferences, accounts } = both[0]

  test('stores a name per user, next to the preferences, and removes it', async () => {
    expect(await profiles.find('ada')).toEqual({ dailyNotes: false })
    await profiles.change('ada', { name: 'Ada King' }, at(0))
    await preferences.change('ada', { rate: 2 })
    expect(await profiles.find('ada')).toEqual({ name: 'Ada King', dailyNotes: false })
    expect(await preferences.find('ada')).toEqual({ skippedLineTypes: [], rate: 2 })
    expect(await profiles.names(['ada', 'eve', 'ada'])).toEqual(new Map([['ada', 'Ada King']]))
    await profiles.change('ada', {}, at(0))
    await profiles.change('ada', { name: null }, at(0))
    expect(await profiles.find('ada')).toEqual({ dailyNotes: false })
    expect(await profiles.names(['ada'])).toEqual(new Map())
  })

  test('stores the name in all scripts in which the user is a member', async () => {
    await both[0].scripts.insert(script('b', { ownerId: 'eve' }))
    await both[0].shares.invite(collaborator('c', { scriptId: 'b', uid: 'ada' }))
    await profiles.nameMember('ada', 'Ada King')
    expect(await both[0].scripts.find('a', ['ownerName'])).toMatchObject({ ownerName: 'Ada King' })
    expect(await both[0].scripts.find('b', ['ownerName'])).not.toHaveProperty('ownerName')
    expect(await both[0].shares.collaborators('b')).toMatchObject([{ name: 'Ada King' }])
  })

  test('a daily mail is due a day after it was requested, the earliest first', async () => {
    await profiles.change('eve', { dailyNotes: true }, at(5))
    await profiles.change('ada', { dailyNotes: true }, at(1))
    await profiles.change('ada', { dailyNotes: true }, at(9))
    expect(await profiles.due(at(9), 9)).toEqual([])
    const due = await profiles.due(later(at(5)), 9)
    expect(due).toMatchObject([
      { uid: 'ada', since: at(1), dueAt: later(at(1)), key: expect.stringMatching(/^[\w-]{43}$/) },
      { uid: 'eve', since: at(5), dueAt: later(at(5)) },
    ])
    expect(due[0]!.key).not.toBe(due[1]!.key)
    expect(await profiles.due(later(at(5)), 1)).toHaveLength(1)
  })

  test('of several processes that claim a mail, one gets it, and it is due again a day later', async () => {
    await profiles.change('ada', { dailyNotes: true }, at(0))
    const [due] = await profiles.due(later(at(0)), 9)
    const times = { now: later(at(0)), next: later(later(at(0))) }
    const claims = await Promise.all([0, 1, 0, 1].map((n) => both[n]!.profiles.claim(due!, times)))
    expect(claims.filter(Boolean)).toHaveLength(1)
    expect(await profiles.claim(due!, times)).toBe(false)
    expect(await profiles.due(later(at(0)), 9)).toEqual([])
    await profiles.covered('ada', times.next, at(7))
    expect(await profiles.due(times.next, 9)).toMatchObject([{ since: at(7), dueAt: times.next }])
    await profiles.retry('ada', times.next, at(8))
    expect(await profiles.due(at(8), 9)).toMatchObject([{ since: at(7), dueAt: at(8) }])
  })

  test('is stopped by the user or by its key, which stays the same, and is not changed by a mail in transfer', async () => {
    await profiles.change('ada', { dailyNotes: true }, at(0))
    const [due] = await profiles.due(later(at(0)), 9)
    await profiles.stopMail('another key')
    expect(await profiles.find('ada')).toEqual({ dailyNotes: true })
    await profiles.stopMail(due!.key)
    expect(await profiles.find('ada')).toEqual({ dailyNotes: false })
    await profiles.covered('ada', due!.dueAt, at(3))
    await profiles.retry('ada', due!.dueAt, at(3))
    expect(await profiles.find('ada')).toEqual({ dailyNotes: false })
    await profiles.change('ada', { dailyNotes: true }, at(10))
    expect(await profiles.due(later(at(10)), 9)).toMatchObject([{ since: at(10), key: due!.key }])
    await profiles.change('ada', { dailyNotes: false }, at(11))
    expect(await profiles.due(later(at(10)), 9)).toEqual([])
  })

  test('product §10: is deleted with the account, and a closed account stores nothing', async () => {
    await profiles.change('ada', { name: 'Ada King', dailyNotes: true }, at(0))
    await accounts.close({ uid: 'ada', requestId: 'r' }, at(1))
    await preferences.remove('ada')
    await expect(profiles.change('ada', { name: 'Ada', dailyNotes: true }, at(2))).rejects.toMatchObject(
      CLOSED,
    )
    expect(await profiles.find('ada')).toEqual({ dailyNotes: false })
    expect(await profiles.due(later(at(9)), 9)).toEqual([])
  })
}
