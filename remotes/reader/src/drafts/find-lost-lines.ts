import type { Draft } from '@andscene/contracts/drafts'
import type { Line } from '@andscene/contracts/script'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useOpenScript } from '../page/open-script.ts'
import { draftsKey } from '../page/script-query.ts'
import { useDrafts } from './drafts-context.ts'
import { draftQuery } from './drafts-query.ts'
import { lostLines, NO_LOST_LINES, type LostLine } from './lost-lines.ts'

/** Drafts that are searched for the lines of notes. */
const MOST_DRAFTS = 10

type Search = {
  ids: readonly string[]
  lines: readonly Line[]
  shown: Draft
  drafts: readonly Draft[]
  linesOf: (draft: number) => Promise<readonly Line[]>
}

/** Finds lines in the newest other draft that has them, older drafts first. */
export async function findLostLines({
  ids,
  lines,
  shown,
  drafts,
  linesOf,
}: Search): Promise<Map<string, LostLine>> {
  const older = drafts.filter(({ number }) => number < shown.number).toReversed()
  const newer = drafts.filter(({ number }) => number > shown.number)
  const present = new Map(lines.map(({ _id }, index) => [_id, index]))
  const wanted = new Set(ids)
  const found = new Map<string, LostLine>()
  let next = shown
  for (const draft of [...older, ...newer].slice(0, MOST_DRAFTS)) {
    if (wanted.size === 0) break
    const old = await linesOf(draft.number)
    const where = draft.number < shown.number ? `Cut in ${next.name}` : `In ${draft.name}`
    let after = -1
    for (const line of old) {
      after = present.get(line._id) ?? after
      if (wanted.delete(line._id)) found.set(line._id, { line, after, where })
    }
    next = draft
  }
  return found
}

/** Looks in other drafts for the lines of these ids that the open one does not have. */
export function useFindLostLines(ids: readonly string[]): void {
  const { script, lines } = useOpenScript()
  const { drafts, shown } = useDrafts()
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: [...draftsKey(script._id), 'lost', shown?.number, drafts?.drafts.length, ids],
    queryFn: () =>
      findLostLines({
        ids,
        lines,
        shown: shown!,
        drafts: drafts!.drafts,
        linesOf: async (draft) => (await client.ensureQueryData(draftQuery(script._id, draft))).content.lines,
      }),
    enabled: ids.length > 0 && drafts !== undefined && shown !== undefined,
    staleTime: Infinity,
  })
  const found = useMemo(() => data ?? NO_LOST_LINES, [data])
  useEffect(() => {
    lostLines.show(found)
    return () => lostLines.show(NO_LOST_LINES)
  }, [found])
}
