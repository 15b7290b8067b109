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

/** How much of a script's limit each author may use, also with concurrent additions (decision 0070). */
export function noteRoomContract({ openTwice }: Databases): void {
  const two = freshProcesses(() => openTwice({ room: ROOM, history: 1_000 }), ['a', 'b'])
  const store = two[0].notes
  let added = 0

  /** Adds many concurrently through two processes: how many were accepted, and which limit refused the others. */
  const write = async (times: number, author: Author, over: Partial<NewNote> = {}) => {
    const results = await Promise.allSettled(
      Array.from({ length: times }, (_, n) =>
        two[n % 2]!.notes.add(note(`n${(added += 1)}`, { ...author, ...over })),
      ),
    )
    const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason as NotesFull] : []))
    return [times - refused.length, ...new Set(refused.map(({ of }) => of))]
  }

  test('a guest has so many, on each script', async () => {
    expect(await write(7, guest('gus'))).toEqual([3, 'guest'])
    expect(await write(1, guest('gus'), { scriptId: 'b' })).toEqual([1])
  })

  test('a guest who opens the link again shares the room of the link, also after what it was before is forgotten', async () => {
    expect(await write(3, guest('gus'))).toEqual([3])
    expect(await write(3, guest('gus-again'))).toEqual([2, 'link'])
    expect(await write(1, guest('gus-once-more'))).toEqual([0, 'link'])
    expect(await write(1, guest('gil', 'other'))).toEqual([1])
  })

  test('an account that came by a link has the room of a guest, and its notes count to the link and to guests', async () => {
    expect(await write(7, byLink('grace'))).toEqual([3, 'guest'])
    expect(await write(3, guest('gus'))).toEqual([2, 'link'])
    expect(await write(3, byLink('gem', 'l2'))).toEqual([3])
    expect(await write(1, guest('gil', 'l3'))).toEqual([0, 'guests'])
  })

  test('notes that an account takes over count to their link as before, those of a member do not', async () => {
    const writeAndClaim = async (who: string, uid: string, cameByLink: boolean) => {
      const written = await write(3, guest(who))
      await store.handOver('a', `guest-${who}`, { uid, name: uid, cameByLink })
      return written
    }
    expect(await writeAndClaim('gus', 'eve', false)).toEqual([3])
    expect(await writeAndClaim('gil', 'grace', true)).toEqual([3])
    expect(await write(3, guest('gem'))).toEqual([2, 'link'])
  })

  test('guests leave room for collaborators, and both leave room for the owner', async () => {
    for (const linkId of ['l1', 'l2', 'l3'])
      for (const who of ['gus', 'gil']) await write(2, guest(`${who}-${linkId}`, linkId))
    expect(await store.all('a')).toHaveLength(ROOM.guests)
    expect(await write(1, guest('gem', 'l4'))).toEqual([0, 'guests'])
    expect(await write(9, byEve)).toEqual([ROOM.others - ROOM.guests, 'others'])
    expect(await write(9, {})).toEqual([ROOM.all - ROOM.others, 'all'])
  })

  test("the owner's own notes may take all, and then no author adds one", async () => {
    expect(await write(16, {})).toEqual([ROOM.all, 'all'])
    const [sentBefore] = await store.all('a')
    expect(await store.add(note(sentBefore!.id))).toEqual(sentBefore)
    expect(await write(1, byEve)).toEqual([0, 'all'])
    expect(await write(1, guest('gus'))).toEqual([0, 'all'])
  })

  test('what is deleted makes room again; answers count as notes', async () => {
    await store.add(note('root'))
    expect(await write(3, guest('gus'), { replyTo: 'root' })).toEqual([3])
    expect(await write(1, guest('gus'), { replyTo: 'root' })).toEqual([0, 'guest'])
    await store.remove('a', `n${added - 1}`, NOW)
    expect(await write(2, guest('gus'))).toEqual([1, 'guest'])
  })
}
