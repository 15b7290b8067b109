import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { byEve, note } from '../../testing/new-note.ts'
import { script } from '../../testing/new-script.ts'
import { NOTE_ROOM, type NotesFull, type NoteRoom } from '../note-room.ts'
import type { NewNote, NoteLimits, NoteStore } from '../note-store.ts'
import type { Stores } from '../open-stores.ts'

const ROOM: NoteRoom = { all: 14, others: 11, guests: 8, link: 5, guest: 3 }
const NOW = new Date(Date.UTC(2026, 0, 1))

const guest = (name: string, linkId = 'l') => ({ authorId: `guest-${name}`, author: name, linkId })
/** An account that has its role by a link. */
const byLink = (authorId: string, linkId = 'l') => ({ authorId, author: 'Grace', linkId })
type Author = Partial<Pick<NewNote, 'authorId' | 'author' | 'linkId'>>

/** How much of a script's limit each author may use, also with concurrent additions (decision 0070). */
export function noteRoomContract(
  name: string,
  openTwo: (limits: NoteLimits) => Promise<[Stores, Stores]>,
): void {
  describe(`room for notes of a NoteStore on ${name}`, () => {
    let two: [Stores, Stores]
    let store: NoteStore
    let added = 0
    beforeEach(async () => {
      two = await openTwo({ room: ROOM, history: 1_000 })
      store = two[0].notes
      for (const id of ['a', 'b']) await two[0].scripts.insert(script(id))
    })
    afterEach(() => Promise.all(two.map((one) => one.close())))

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

    test('product §12: of 5,000 notes a guest has 200, a link 1,000, guests 3,000, all but the owner 4,000', () => {
      expect(NOTE_ROOM).toEqual({ all: 5_000, others: 4_000, guests: 3_000, link: 1_000, guest: 200 })
    })

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
  })
}
