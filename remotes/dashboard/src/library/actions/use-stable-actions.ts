import type { ScriptListItem } from '@andscene/contracts/script'
import { startTransition, useLayoutEffect, useRef, useState } from 'react'

type Act = (script: ScriptListItem) => void

/**
 * The same functions in every render, so that cards do not render again. They run in a transition, because a dialog takes a
 * while to open and the press should show first.
 */
export function useStableActions<Name extends string>(actions: Record<Name, Act>): Record<Name, Act> {
  const latest = useRef(actions)
  useLayoutEffect(() => {
    latest.current = actions
  })
  const [stable] = useState(() => {
    const names = Object.keys(actions) as Name[]
    const entries = names.map((name): [Name, Act] => [
      name,
      (script) => startTransition(() => latest.current[name](script)),
    ])
    return Object.fromEntries(entries) as Record<Name, Act>
  })
  return stable
}
