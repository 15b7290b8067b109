import type { ListedScript } from '../script-store.ts'
import { toProgress, type ProgressRow } from './progress.ts'

/** What a list shows of a script that is joined with somebody's progress in it. */
export const LISTED = `scripts.id AS _id, title, character_count AS characterCount, pages, line_count AS lineCount,
  uploaded_at AS uploadedAt, cast_count AS castCount, line_index AS line, page, updated_at AS moment`

export type ListRow = Omit<ListedScript, 'lastPlayed'> & (ProgressRow | Record<keyof ProgressRow, null>)

export const toListed = ({ line, page, moment, ...item }: ListRow): ListedScript =>
  line === null ? item : { ...item, lastPlayed: toProgress({ line, page, moment }) }
