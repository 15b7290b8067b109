import type { Script } from '@andscene/contracts/script'
import { useCallback, useMemo, useState } from 'react'

export type LoadedDraft = {
  /** The script with the lines that the page shows. */
  shown: Script
  /** The script with the lines of a draft that became the present one since; undefined if `shown` is that. */
  next: Script | undefined
  goOver: () => void
}

/** An older backend has one draft. */
const numberOf = ({ draft }: Script) => draft?.number ?? 1

/** Keeps the draft that was loaded when another one becomes the present one, until the user goes over. */
export function useLoadedDraft(script: Script): LoadedDraft {
  const [loaded, setLoaded] = useState(script)
  const isOther = numberOf(script) !== numberOf(loaded)
  if (!isOther && loaded !== script) setLoaded(script)
  const { role, title } = script
  const kept = useMemo<Script>(() => ({ ...loaded, ...(role && { role }), title }), [loaded, role, title])
  const goOver = useCallback(() => setLoaded(script), [script])
  return { shown: isOther ? kept : script, next: isOther ? script : undefined, goOver }
}
