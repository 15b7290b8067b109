import { figuresOf, type Totals } from '@andscene/screenplay/figures/figures-of'
import { scriptFacts } from '@andscene/screenplay/figures/script-facts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { castingInDraft } from '../../casting/casting-in-draft.ts'
import { useDrafts } from '../../drafts/drafts-context.ts'
import { draftQuery } from '../../drafts/drafts-query.ts'
import { mapOf, useOpenScript } from '../../page/open-script.ts'
import { spokenLine } from '../../page/transport/times/spoken-line.ts'
import type { DraftBefore } from '../totals-list.tsx'
import { useSpeeds } from '../use-figures.ts'

export type DraftTotals = { totals: Totals | undefined; error: Error | null }

/** Returns the totals of a draft with the present cast; its lines are loaded on the first call. */
export function useDraftTotals(number: number | undefined): DraftTotals {
  const { script, casting, isVoice } = useOpenScript()
  const wordsPerMinute = useSpeeds()
  const query = { ...draftQuery(script._id, number ?? 0), enabled: number !== undefined }
  const { data, error } = useQuery(query)
  const lines = data?.content.lines
  const facts = useMemo(() => lines && scriptFacts(lines, mapOf(lines)), [lines])
  const totals = useMemo(() => {
    if (!data || !facts) return undefined
    const cast = { casting: castingInDraft(casting, data), isVoice }
    const spoken = (index: number) => {
      const line = data.content.lines[index]!
      return spokenLine(line, line.audioCache, cast)
    }
    return figuresOf(facts, { spoken, wordsPerMinute }).totals
  }, [data, facts, casting, isVoice, wordsPerMinute])
  return { totals, error }
}

/** Returns the totals of the draft before the one that is shown, once they are known. */
export function useDraftBefore(): DraftBefore | undefined {
  const { drafts, shown } = useDrafts()
  const before = shown && drafts?.drafts.findLast(({ number }) => number < shown.number)
  const { totals } = useDraftTotals(before?.number)
  return before && totals && { name: before.name, totals }
}
