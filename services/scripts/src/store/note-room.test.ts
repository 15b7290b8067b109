import { expect, test } from 'vitest'
import { NOTE_ROOM, requireRoom } from './note-room.ts'

test('decision 0070: a script that others filled under an earlier release still takes notes of its owner', () => {
  const filled = { all: NOTE_ROOM.all, owner: 0, guests: NOTE_ROOM.all, link: 0, own: 0 }
  const add = (authorId: string, owner: number) => () =>
    requireRoom({ authorId, ownerId: 'ada' }, { ...filled, owner, all: filled.all + owner }, NOTE_ROOM)
  expect(add('ada', 0)).not.toThrow()
  expect(add('ada', NOTE_ROOM.all - NOTE_ROOM.others)).toThrow('no note more of all')
  expect(add('eve', 0)).toThrow('no note more of others')
})
