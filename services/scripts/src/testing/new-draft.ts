import type { NewDraft } from '../store/drafts/draft-store.ts'

/** Lines of dialogue with these ids, as JSON. */
export const linesOf = (...ids: string[]): string =>
  JSON.stringify(
    ids.map((_id) => ({ _id, type: 'Dialogue', character: 'BOB', text: `Text of ${_id}`, act: 1 })),
  )

/** Draft 2 of a script of one draft, by ada, or with another `number` a later one. */
export const draft = (number = 2, over: Partial<NewDraft> = {}): NewDraft => ({
  basis: number - 1,
  number,
  name: `Draft ${number}`,
  uploadedAt: new Date('2026-02-03T04:05:06.789Z'),
  by: { uid: 'ada', name: 'Ada' },
  pages: number,
  pageStarts: [0, 1],
  lineCount: 2,
  characters: ['MRS. $LANE', 'BOB'],
  lines: linesOf('l1', `d${number}-2`),
  upload: { key: undefined, fileHash: `hash of ${number}` },
  file: new Uint8Array([0x1f, 0x8b, 0, number]),
  renamed: [],
  requestId: `r${number}`,
  ...over,
})
