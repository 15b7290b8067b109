import { BYTE_ORDER_MARK, csvRow } from '@andscene/contracts/text/csv'
import type { Line } from '@andscene/contracts/script'
import { heardText } from '@andscene/screenplay/heard-text'
import type { ScriptMap } from '@andscene/screenplay/navigation'
import { pageOfLine } from '@andscene/screenplay/paging'
import { sceneNumber } from '../../page/transport/places/whereabouts.ts'
import { sceneOfThread, type PlacedThread } from '../note-filter.ts'
import type { NoteView } from '../store/threads.ts'

type Source = { lines: readonly Line[]; map: ScriptMap }

/** Notes of one scene. Notes before the first scene and on deleted lines have a group of their own. */
export type ReportScene = { key: string; heading: string; threads: PlacedThread[] }

export const byScene = (all: readonly PlacedThread[], source: Source): ReportScene[] =>
  [...Map.groupBy(all, (placed) => sceneOfThread(placed, source.map))].map(([scene, threads]) => ({
    key: String(scene),
    heading: headingOf(scene, source),
    threads,
  }))

function headingOf(scene: number | undefined, { lines, map }: Source): string {
  if (scene === undefined) return 'On lines that are no longer in the script'
  if (scene < 0) return 'Before the first scene'
  const number = sceneNumber(map, lines, scene)
  const heading = heardText(lines[map.scenes[scene]!]!)
  return number === undefined ? heading : `${number}. ${heading}`
}

const HEADER =
  'Scene,Page,Character,Line,Selected words,Note,Author,Author kind,Written,Category,Colour,Status,Reply to'

/**
 * Returns the notes as CSV, one row each; a reply names the author it replies to. Times in UTC. The file does not name the
 * author, time, category or status of a note inside it.
 */
export function notesCsv(threads: readonly PlacedThread[], { lines, map }: Source): string {
  const rows = threads.flatMap((placed) => {
    const { thread, index, lost } = placed
    const line = lines[index] ?? lost?.line
    const at = sceneOfThread(placed, map)
    const scene = at === undefined ? '' : (sceneNumber(map, lines, at) ?? '')
    const page = index < 0 ? (lost?.where ?? '') : String(pageOfLine(map.pages, index) + 1)
    const place = [scene, page, line?.character ?? '', line?.text ?? '']
    const { note, replies } = thread
    const status = note.resolvedAt === undefined ? 'open' : 'resolved'
    if (note.isInFile) return [csvRow([...place, '', note.text, '', 'in the file', '', '', '', '', ''])]
    const row = (one: NoteView, to: string) =>
      csvRow([
        ...place,
        one.quote ?? '',
        one.deletedAt === undefined ? one.text : '',
        one.author,
        one.authorKind ?? '',
        one.createdAt,
        one.category,
        one.colour,
        one.deletedAt === undefined ? status : 'deleted',
        to,
      ])
    return [row(note, ''), ...replies.map((reply) => row(reply, note.author))]
  })
  return BYTE_ORDER_MARK + csvRow(HEADER.split(',')) + rows.join('')
}
