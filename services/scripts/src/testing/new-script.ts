import type { CastingSave } from '../store/casting-save.ts'
import type { NewScript } from '../store/script-store.ts'

/** A script of ada's as the parser returns it. */
export const script = (id: string, over: Partial<NewScript> = {}): NewScript => ({
  id,
  ownerId: 'ada',
  title: `Title of ${id}`,
  uploadedAt: new Date('2026-01-02T03:04:05.678Z'),
  pages: 1,
  pageStarts: [0],
  lineCount: 2,
  characters: ['MRS. $LANE', 'BOB'],
  lines: '[{"_id":"l1","type":"Action","text":"Rain. 雨 😀","act":1}]',
  upload: { key: undefined, fileHash: 'hash' },
  file: new Uint8Array([0x1f, 0x8b, 0, 0xff]),
  ...over,
})

export const casting = (voiceId: string) => ({ characterAssignments: { 'MRS. $LANE': voiceId } })

/** A save of a whole casting by ada. */
export const castingSave = (
  wanted: CastingSave['casting'],
  requestId = 'r',
  over: Partial<CastingSave> = {},
): CastingSave => ({
  casting: wanted,
  by: { uid: 'ada', name: 'Ada' },
  at: new Date('2026-03-04T05:06:07.089Z'),
  requestId,
  ...over,
})
