/** Where people write what they would lose. What they search for, and numbers of a stepper, they type again. */
const WRITTEN =
  'textarea, input:not([type=search], [inputmode=search], [role=combobox], [role=spinbutton], [role=searchbox])'
const TEXTS = new Set(['text', 'email', 'password', 'tel', 'url', 'textarea'])
/** A field that is emptied by code, or goes away, tells nobody. Milliseconds. */
const LOOK_MS = 1_000

type Field = HTMLInputElement | HTMLTextAreaElement

const isWritten = (target: EventTarget | null): target is Field =>
  target instanceof HTMLElement && target.matches(WRITTEN) && TEXTS.has((target as Field).type)

const isSeen = (field: Field): boolean => field.checkVisibility?.() ?? true

/**
 * Holds while a field of the page, whichever remote's, has words that somebody typed: forms, dialogs, notes. Returns the
 * end of it.
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
