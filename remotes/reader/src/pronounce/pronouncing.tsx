import { useEffect, useSyncExternalStore } from 'react'
import { late, later } from '../late/late.tsx'
import { useMay, useOpenScript } from '../page/open-script.ts'
import { closePronounce, pronounceStore } from './pronounce-store.ts'

const SelectionButton = later((loaded) => loaded.SelectionButton)
const PronounceDialog = late((loaded) => loaded.PronounceDialog)

/** The button next to selected words, and its dialog. */
export function Pronouncing() {
  const page = useOpenScript()
  const mayCast = useMay('cast')
  const { words } = useSyncExternalStore(pronounceStore.subscribe, pronounceStore.getSnapshot)
  useEffect(() => closePronounce, [])
  return (
    <>
      {mayCast && words === null && <SelectionButton />}
      <PronounceDialog
        open={words !== null}
        onClose={closePronounce}
        page={page}
        mayCast={mayCast}
        words={words}
      />
    </>
  )
}
