import { COLLABORATORS_LIMIT, LINKS_LIMIT } from '@andscene/contracts/limits'
import { FORMER_COLLABORATOR } from '@andscene/contracts/notes'
import type { DocumentDb } from '@andscene/service-kit/stores/documents'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { beforeCall, dyingAfterCall } from '../../testing/around-call.ts'
import { embeddedStores } from '../../testing/fresh-stores.ts'
import { script } from '../../testing/new-script.ts'
import { collaborator, guest, link, second, shareEvent } from '../../testing/new-share.ts'
import { openStores, shareStore, type Stores } from '../open-stores.ts'

/** Simulates other requests between two steps of one write, because there are no transactions. */

const BOB = 'bob@example.com'

let place: Parameters<typeof openStores>[0]
let stores: Stores
let db: DocumentDb
beforeEach(async () => {
  ;({ place, db, stores } = await embeddedStores())
  await stores.scripts.insert(script('a'))
})
/** The store, with `meanwhile` called before this write. */
const sharesBefore = (
  collection: string,
  method: 'insertOne' | 'updateOne',
  meanwhile: () => Promise<void>,
) => shareStore(beforeCall(db, collection, method, meanwhile))

const deleteScript = async () => {
  await stores.scripts.remove('a', 'r')
  for (const command of await stores.commands.due(new Date(), 9)) await stores.commands.acknowledge(command)
}

describe('product §10: data that is written while its script is deleted does not stay', () => {
  const writes: [string, (shares: Stores['shares']) => Promise<unknown>][] = [
    ['collaborators', (shares) => shares.invite(collaborator('c'))],
    ['share_links', (shares) => shares.addLink(link('m'))],
    ['share_guests', (shares) => shares.addGuest(guest('g'))],
    ['share_events', (shares) => shares.addEvent(shareEvent(1))],
  ]
  test.each(writes)('%s', async (collection, write) => {
    await stores.shares.addLink(link('l'))
    expect(await write(sharesBefore(collection, 'insertOne', deleteScript))).toBeFalsy()
    const counts = writes.map(([name]) => db.collection(name).countDocuments())
    expect(await Promise.all(counts)).toEqual([0, 0, 0, 0])
  })
})

test('product §10: an account that is erased while an invitation is bound to it gets nothing', async () => {
  await stores.shares.invite(collaborator('bob'))
  await stores.shares.addEvent(shareEvent(1, { kind: 'invited', subject: BOB, subjectId: 'bob' }))
  const erase = async () => {
    await stores.accounts.close({ uid: 'bob', requestId: 'r' }, second(1))
    await stores.shares.removeOf('bob')
  }
  const binding = sharesBefore('collaborators', 'updateOne', erase).bind(BOB, 'bob', second(2))
  await expect(binding).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(await stores.shares.collaboratorOf('a', 'bob')).toBeUndefined()
  expect((await stores.shares.events('a'))[0]?.subjectUid).toBeUndefined()
})

test('product §10: shares and progress are removed with their script, before tts has removed its audio', async () => {
  await stores.shares.invite(collaborator('bob'))
  await stores.shares.addLink(link('l'))
  await stores.progress.save('ada', 'a', { lastPlayedLineIndex: 1, lastUpdated: second(1) })
  await stores.scripts.remove('a', 'r')
  for (const name of ['collaborators', 'share_links', 'progress'])
    expect(await db.collection(name).countDocuments()).toBe(0)
})

test.each([
  ['by its address', (shares: Stores['shares']) => shares.bind(BOB, 'bob', second(2))],
  [
    'by its key',
    async (shares: Stores['shares']) => {
      await stores.shares.setKey('bob', 'key', second(9), 'link')
      return shares.bindByKey('key', 'bob', second(2))
    },
  ],
])(
  'product §10: an invitation that a killed process has bound %s is removed with its account',
  async (_how, bind) => {
    await stores.shares.join({ ...collaborator('bob', { id: 'earlier' }), uid: 'bob', linkId: 'l' })
    await stores.shares.removeCollaborator('a', 'earlier', second(1))
    await stores.shares.invite(collaborator('bob'))
    await stores.shares.addEvent(shareEvent(1, { kind: 'invited', subject: BOB, subjectId: 'bob' }))
    await expect(bind(shareStore(dyingAfterCall(db, 'collaborators', 'updateOne')))).rejects.toThrow('died')
    expect(await stores.shares.collaboratorOf('a', 'bob')).toBeDefined()
    expect(await db.collection('removed_collaborators').countDocuments()).toBe(0)
    await stores.shares.removeOf('bob')
    expect(await stores.shares.collaborators('a')).toEqual([])
    expect(JSON.stringify(await stores.shares.events('a'))).not.toContain(BOB)
  },
)

test('product §10: an event is anonymized with its user also if they join while it is stored', async () => {
  await stores.shares.invite(collaborator('bob'))
  const join = async () => {
    await stores.shares.bind(BOB, 'bob', second(2))
  }
  await sharesBefore('share_events', 'insertOne', join).addEvent(
    shareEvent(1, { kind: 'invited', actor: 'Ada', subject: BOB, subjectId: 'bob' }),
  )
  await stores.shares.removeOf('bob')
  expect((await stores.shares.events('a'))[0]).toMatchObject({ actor: 'Ada', subject: FORMER_COLLABORATOR })
})

test('a removed guest is stored once when two tabs send a name concurrently, with the later name', async () => {
  await stores.shares.addLink(link('l'))
  const first = async () => {
    await stores.shares.keepGuest(guest('g', { name: 'Gus' }))
  }
  const last = sharesBefore('share_guests', 'insertOne', first).keepGuest(guest('g', { name: 'Gustav' }))
  expect(await last).toBe(true)
  expect(await stores.shares.guests('a', 9)).toMatchObject([{ id: 'g', name: 'Gustav' }])
})

test('decision 0065: of two accounts that join concurrently as the same guest, in two processes, one joins', async () => {
  const [bob, eve] = ['bob', 'eve'].map((uid) => ({ ...collaborator(uid), id: 'c', uid, linkId: 'l' }))
  const first = async () => {
    expect(await stores.shares.join(bob!)).toBe('joined')
  }
  expect(await sharesBefore('collaborators', 'insertOne', first).join(eve!)).toBe('claimed')
  expect(await stores.shares.collaborators('a')).toMatchObject([{ id: 'c', uid: 'bob' }])
})

test('product §11: limits hold for two processes together', async () => {
  const other = await openStores(place)
  onTestFinished(() => other.close())
  const of = (n: number) => (n % 2 === 0 ? stores : other).shares
  const invited = Array.from({ length: COLLABORATORS_LIMIT + 20 }, (_, n) =>
    of(n).invite(collaborator(`c${n}`)),
  )
  const kept = (await Promise.all(invited)).flatMap((one) => one ?? [])
  expect(kept.length).toBeLessThanOrEqual(COLLABORATORS_LIMIT)
  expect(await other.shares.collaborators('a')).toEqual(kept.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
  const made = Array.from({ length: LINKS_LIMIT + 20 }, (_, n) => of(n).addLink(link(`l${n}`)))
  const links = (await Promise.all(made)).filter(Boolean)
  expect(links.length).toBeLessThanOrEqual(LINKS_LIMIT)
  expect(await other.shares.links('a')).toHaveLength(links.length)
})
