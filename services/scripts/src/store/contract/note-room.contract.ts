import { expect, test } from 'vitest'
import { freshProcesses, type Databases } from '../../testing/fresh-stores.ts'
import { byEve, note } from '../../testing/new-note.ts'
import type { NotesFull, NoteRoom } from '../note-room.ts'
import type { NewNote } from '../note-store.ts'

const ROOM: NoteRoom = { all: 14, others: 11, guests: 8, link: 5, guest: 3 }
const NOW = new Date(Date.UTC(2026, 0, 1))

const guest = (name: string, linkId = 'l') => ({ authorId: `guest-${name}`, author: name, linkId })
/** An account that has its role by a link. */
const byLink = (authorId: string, linkId = 'l') => ({ authorId, author: 'Grace', linkId })
type Author = Partial<Pick<NewNote, 'authorId' | 'author' | 'linkId'>>

/** Tests how many notes each author may add to a script, also concurrently (decision 0070). */
export function noteRoomContract({ openTwice }: Databases): void {
  const two = freshProcesses(() => openTwice({ room: ROOM, history: 1_000 }), ['a', 'b'])
  const store = two[0].notes
  let added = 0

  /**
   * Adds many notes concurrently through two processes; returns the number of accepted ones and the limit of the
   * others.
   */
  const write = async (times: number, author: Author, over: Partial<NewNote> = {}) => {
    const results = await Promise.allSettled(
      Array.from({ length: times }, (_, n) =>
        two[n % 2]!.notes.add(note(`n${(added += 1)}`, { ...author, ...over })),
      ),
    )
    const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason as NotesFull] : []))
    return [times - refused.length, ...new Set(refused.map(({ of }) => of))]
  }

  test('a guest has a limit on each script', async () => {
    expect(await write(7, guest('gus'))).toEqual([3, 'guest'])
    expect(await write(1, guest('gus'), { scriptId: 'b' })).toEqual([1])
  })

  test('a guest who opens the link again still uses the limit of the link, also after the earlier guest was removed', async () => {
    expect(await write(3, guest('gus'))).toEqual([3])
    expect(await write(3, guest('gus-again'))).toEqual([2, 'link'])
    expect(await write(1, guest('gus-once-more'))).toEqual([0, 'link'])
    expect(await write(1, guest('gil', 'other'))).toEqual([1])
  })

  test('an account with a role by a link has the limit of a guest, and its notes count toward the link and all guests', async () => {
    expect(await write(7, byLink('grace'))).toEqual([3, 'guest'])
    expect(await write(3, guest('gus'))).toEqual([2, 'link'])
    expect(await write(3, byLink('gem', 'l2'))).toEqual([3])
    expect(await write(1, guest('gil', 'l3'))).toEqual([0, 'guests'])
  })

  test('claimed notes count toward their link as before, unless the account is a member', async () => {
    const writeAndClaim = async (who: string, uid: string, cameByLink: boolean) => {
      const written = await write(3, guest(who))
      await store.handOver('a', `guest-${who}`, { uid, name: uid, cameByLink })
      return written
    }
    expect(await writeAndClaim('gus', 'eve', false)).toEqual([3])
    expect(await writeAndClaim('gil', 'grace', true)).toEqual([3])
    expect(await write(3, guest('gem'))).toEqual([2, 'link'])
  })

  test('guests cannot use the room of collaborators, and neither can use the room of the owner', async () => {
    for (const linkId of ['l1', 'l2', 'l3'])
      for (const who of ['gus', 'gil']) await write(2, guest(`${who}-${linkId}`, linkId))
    expect(await store.all('a')).toHaveLength(ROOM.guests)
    expect(await write(1, guest('gem', 'l4'))).toEqual([0, 'guests'])
    expect(await write(9, byEve)).toEqual([ROOM.others - ROOM.guests, 'others'])
    expect(await write(9, {})).toEqual([ROOM.all - ROOM.others, 'all'])
  })

  test('the owner may use all of the room, and then no author can add a note', async () => {
    expect(await write(16, {})).toEqual([ROOM.all, 'all'])
    const [sentBefore] = await store.all('a')
    expect(await store.add(note(sentBefore!.id))).toEqual(sentBefore)
    expect(await write(1, byEve)).toEqual([0, 'all'])
    expect(await write(1, guest('gus'))).toEqual([0, 'all'])
  })

  test('deleted notes free their room; answers count as notes', async () => {
    await store.add(note('root'))
    expect(await write(3, guest('gus'), { replyTo: 'root' })).toEqual([3])
    expect(await write(1, guest('gus'), { replyTo: 'root' })).toEqual([0, 'guest'])
    await store.remove('a', `n${added - 1}`, NOW)
    expect(await write(2, guest('gus'))).toEqual([1, 'guest'])
  })
}
