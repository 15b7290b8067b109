import { useSnackbar } from '@andscene/web-kit/snackbar'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { OpenScript } from '../page/open-script.ts'
import { useDrafts } from './drafts-context.ts'
import { draftQuery } from './drafts-query.ts'

/** Keyboard commands that move between changes, or show them first; undefined for a script with one draft. */
export function useChangeKeys(open: OpenScript) {
  const { hasSeveral, comparison, changeParts, change, since } = useDrafts()
  const snackbar = useSnackbar()
  // Loaded with the comparison.
  const { data: old } = useQuery({ ...draftQuery(open.script._id, since?.number ?? 0), enabled: false })
  return useMemo(() => {
    if (!hasSeveral) return undefined
    const move = (direction: 'next' | 'previous') => () => {
      if (comparison && changeParts) changeParts.moveToChange(open, comparison, direction)
      else change({ areChangesShown: true })
    }
    const hear = () => {
      if (!comparison || !changeParts || !old) return change({ areChangesShown: true })
      if (!changeParts.compareLine({ open, old, comparison })) snackbar.error('This line has not changed.')
    }
    return { 'next-change': move('next'), 'previous-change': move('previous'), 'hear-change': hear }
  }, [hasSeveral, comparison, changeParts, change, open, old, snackbar])
}
