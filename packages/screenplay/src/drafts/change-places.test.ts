import { describe, expect, test } from 'vitest'
import { changePlaces } from './change-places.ts'
import { carriedIds } from './carried-lines.ts'
import { changesBetween } from './changes-between.ts'
import { matchDrafts } from './match-drafts.ts'
import { readDraft } from './testing/read-draft.ts'

const OLD = `INT. HUT - DAY
The stove smokes again tonight.
@ADA
(without looking up)
Close the door before the cat gets out.

@BEN
It is closed, and the cat is dead.

No one laughs at that.
EXT. PIER - NIGHT
Waves break over the old planks.
@ADA
We should have stayed in the hut.

A gull lands on the railing.`

/** Each place as `start-end kinds`, with the cut lines. */
const placesOf = (next: string, old = OLD) => {
  const before = readDraft(old).map((line, index) => ({ ...line, _id: `l${index + 1}` }))
  const lines = readDraft(next)
  const ids = carriedIds(before, matchDrafts(before, lines), 2)
  const after = lines.map((line, index) => ({ ...line, _id: ids[index]! }))
  return changePlaces(changesBetween(before, after), before, after).map(({ start, end, kinds, cut }) =>
    [`${start}-${end}`, ...kinds, ...cut].join(' '),
  )
}

test('no change has no place', () => {
  expect(placesOf(OLD)).toEqual([])
})

test('changed lines of one speech are one place', () => {
  expect(
    placesOf(
      OLD.replace('(without looking up)', '(without ever looking up)').replace(
        'before the cat gets out',
        'before the dog gets out',
      ),
    ),
  ).toEqual(['3-5 reworded'])
})

test('a new speech is one place, and so is each new line of action', () => {
  expect(
    placesOf(
      OLD.replace('No one laughs', '@ADA\n(coldly)\nThen who is scratching?\n\nA scratch.\nNo one laughs'),
    ),
  ).toEqual(['7-10 new', '10-11 new'])
})

test('a cut speech is one place, where it stood', () => {
  expect(placesOf(OLD.replace('@BEN\nIt is closed, and the cat is dead.\n', ''))).toEqual(['5-5 cut 5 6'])
})

test('a speech in other words is one place with the words that were cut', () => {
  expect(placesOf(OLD.replace('It is closed, and the cat is dead.', 'Which door would that be?'))).toEqual([
    '6-7 cut new 6',
  ])
})

test('a speech that another character speaks is one place', () => {
  expect(
    placesOf(
      OLD.replace('@BEN', '@CLEO').replace(
        'No one laughs',
        '@BEN\nI never said that at all.\n\nNo one laughs',
      ),
    ),
  ).toEqual(['5-6 cut new 5', '7-9 new'])
})

test('a moved scene is one place, with what was reworded in it', () => {
  const [, hut = '', pier = ''] = /^(.*?)\n(EXT.*)$/s.exec(OLD) ?? []
  expect(placesOf(`${pier.replace('the old planks', 'the rotten planks')}\n${hut}`)).toEqual([
    '0-5 moved reworded',
  ])
})

test('reworded speeches next to each other are places of their own', () => {
  expect(
    placesOf(OLD.replace('Close the door', 'Shut the door').replace('It is closed', 'It was closed')),
  ).toEqual(['4-5 reworded', '6-7 reworded'])
})

test('cues of a renamed character are no places, nor part of one', () => {
  const renamed = OLD.replaceAll('@ADA', '@IDA')
  expect(placesOf(renamed)).toEqual([])
  expect(placesOf(renamed.replace('We should have stayed', 'We should never have left'))).toEqual([
    '11-12 reworded',
  ])
})

test('what was cut from a moved scene is part of its place', () => {
  const [, hut = '', pier = ''] = /^(.*?)\n(EXT.*)$/s.exec(OLD) ?? []
  expect(placesOf(`${pier.replace('Waves break over the old planks.\n', '')}\n${hut}`)).toEqual([
    '0-4 moved cut 9',
  ])
})

describe('a moved scene stays one place', () => {
  const [, hut = '', pier = ''] = /^(.*?)\n(EXT.*)$/s.exec(OLD) ?? []
  const movedPier = (next: string) => placesOf(`${next}\n${hut}`)

  test('with a direction or a line added inside it', () => {
    expect(movedPier(pier.replace('We should', '(beat)\nWe should'))).toEqual(['0-6 moved new'])
    expect(movedPier(pier.replace('@ADA', 'Rain begins.\nIt does not stop.\n@ADA'))).toEqual([
      '0-7 moved new',
    ])
  })

  test('with a line added at its end', () => {
    expect(movedPier(`${pier}\nIt screams.\n@BEN\nWho let the gull in?`)).toEqual(['0-8 moved new'])
  })

  test('with a line cut where another one was added', () => {
    expect(movedPier(pier.replace('Waves break over the old planks.', 'Rain.'))).toEqual([
      '0-5 moved cut new 9',
    ])
  })

  test('with lines next to each other in other words', () => {
    expect(
      movedPier(
        pier
          .replace('over the old planks', 'over the rotten planks')
          .replace('@ADA', '@ADA\n(beat)')
          .replace('stayed in the hut', 'stayed in that hut')
          .replace('lands on the railing', 'lands on the old railing'),
      ),
    ).toEqual(['0-6 moved reworded new'])
  })

  test('while a scene added after it is a place of its own', () => {
    expect(movedPier(`${pier}\nINT. SHED - DAY\nTools hang from hooks.`)).toEqual([
      '0-5 moved',
      '5-6 new',
      '6-7 new',
    ])
  })

  test('while the scene after it that was cut is a place of its own', () => {
    const shed = 'INT. SHED - DAY\nTools hang from hooks.'
    const quay = 'EXT. QUAY - DAY\nBarrels roll down the ramp.\nA crane swings round.\nSomebody whistles.'
    const lodge = 'INT. LODGE - DAY\nAntlers cover every wall.'
    expect(placesOf(`${quay}\n${lodge}`, `${lodge}\n${shed}\n${quay}`)).toEqual(['4-6 moved', '6-6 cut 2 3'])
  })
})
