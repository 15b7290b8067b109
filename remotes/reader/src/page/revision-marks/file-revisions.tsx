import { useEffect } from 'react'
import { useOpenScript } from '../open-script.ts'
import { loadRevisions, useRevisionParts } from './late-revisions.ts'

/** Loads and shows the revision marks of a script that has some; without them it is read as it is (product §2). */
export function FileRevisions() {
  const { revisionSets: sets } = useOpenScript().script
  const parts = useRevisionParts()
  const hasSets = sets !== undefined
  useEffect(() => {
    if (hasSets) void loadRevisions().catch(() => undefined)
  }, [hasSets])
  return parts && sets ? <parts.SetColors sets={sets} /> : null
}
