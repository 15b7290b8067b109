/** Fields whose text users would lose. Search and number fields are excluded. */
const TEXT_FIELDS =
  'textarea, input:not([type=search], [inputmode=search], [role=combobox], [role=spinbutton], [role=searchbox])'
const TEXTS = new Set(['text', 'email', 'password', 'tel', 'url', 'textarea'])
/** Polling interval: a field that code clears or removes fires no event. Milliseconds. */
const POLL_MS = 1_000

type Field = HTMLInputElement | HTMLTextAreaElement

const isTextField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLElement && target.matches(TEXT_FIELDS) && TEXTS.has((target as Field).type)

const isSeen = (field: Field): boolean => field.checkVisibility?.() ?? true

/** Holds while any visible field contains typed text: forms, dialogs, notes. Returns a function that stops it. */
export function watchTyping(hold: () => () => void): () => void {
  const fields = new Set<Field>()
  let release: (() => void) | undefined
  let timer: ReturnType<typeof setInterval> | undefined

  const look = () => {
    for (const field of fields) if (!field.isConnected || field.value === '') fields.delete(field)
    if (fields.size === 0) {
      clearInterval(timer)
      timer = undefined
    } else timer ??= setInterval(look, POLL_MS)
    if ([...fields].some(isSeen)) release ??= hold()
    else {
      release?.()
      release = undefined
    }
  }
  const typed = ({ target }: Event) => {
    if (isTextField(target)) fields.add(target)
    if (fields.size > 0) look()
  }
  addEventListener('input', typed, true)
  return () => {
    removeEventListener('input', typed, true)
    fields.clear()
    look()
  }
}
