import { useState } from 'react'

/** The value while `open`, and the last one of it while what shows it fades away. */
export function useKept<T>(open: boolean, value: T): T {
  const [kept, setKept] = useState(value)
  if (open && !Object.is(kept, value)) setKept(value)
  return open ? value : kept
}
