import type { ScriptListResponse } from '@andscene/contracts/script'

/** A small library: the response is about a kilobyte of JSON. */
export const LISTED: ScriptListResponse['data']['scripts'] = Array.from({ length: 5 }, (_, n) => ({
  _id: `script-${n}`,
  title: `The Lighthouse Keeper ${n}`,
  characterCount: 12,
  pages: 100,
  lineCount: 2_000,
  castCount: 13,
  uploadedAt: '2026-01-01T00:00:00.000Z',
}))
