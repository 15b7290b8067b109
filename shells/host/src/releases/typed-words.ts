/** Fields with text that users would lose. Searches and numbers do not count. */
const WRITTEN =
  'textarea, input:not([type=search], [inputmode=search], [role=combobox], [role=spinbutton], [role=searchbox])'
const TEXTS = new Set(['text', 'email', 'password', 'tel', 'url', 'textarea'])
/** Polling, because a field that is cleared by code or removed fires no event. Milliseconds. */
const LOOK_MS = 1_000

type Field = HTMLInputElement | HTMLTextAreaElement

const isWritten = (target: EventTarget | null): target is Field =>
  target instanceof HTMLElement && target.matches(WRITTEN) && TEXTS.has((target as Field).type)

const isSeen = (field: Field): boolean => field.checkVisibility?.() ?? true

/**
 * Holds while any field of the page has text that was typed: forms, dialogs, notes. Returns a function that stops it.
 */
export function watchTyping(hold: () => () => void): () => void {
  const fields = new Set<Field>()
  let release: (() => void) | undefined
  let timer: ReturnType<typeof setInterval> | undefined

  const look = () => {
    for (const field of fields) if (!field.isConnected || field.value === '') fields.delete(field)
    if (fields.size === 0) {
      clearInterval(timer)
      timer = undefined
    } else timer ??= setInterval(look, LOOK_MS)
    if ([...fields].some(isSeen)) release ??= hold()
    else {
      release?.()
      release = undefined
    }
  }
  const typed = ({ target }: Event) => {
    if (isWritten(target)) fields.add(target)
    if (fields.size > 0) look()
  }
  addEventListener('input', typed, true)
  return () => {
    removeEventListener('input', typed, true)
    fields.clear()
    look()
  }
}
