/** The reader's keys, as they are listed to the person and as they act. */
export type KeyCommand =
  | 'toggle'
  | 'stop'
  | 'next-line'
  | 'previous-line'
  | 'next-scene'
  | 'previous-scene'
  | 'next-page'
  | 'previous-page'
  | 'first-line'
  | 'last-line'
  | 'faster'
  | 'slower'
  | 'find'
  | 'back'
  | 'help'

export type KeyBinding = { key: string; shift?: boolean; label: string; command: KeyCommand; does: string }

export const KEY_BINDINGS: readonly KeyBinding[] = [
  { key: ' ', label: 'Space', command: 'toggle', does: 'Play or pause' },
  { key: '.', label: '.', command: 'stop', does: 'Stop, back to the start of the line' },
  { key: 'ArrowDown', label: '↓', command: 'next-line', does: 'Next line' },
  { key: 'ArrowUp', label: '↑', command: 'previous-line', does: 'Previous line' },
  { key: 'ArrowDown', shift: true, label: 'Shift ↓', command: 'next-scene', does: 'Next scene' },
  { key: 'ArrowUp', shift: true, label: 'Shift ↑', command: 'previous-scene', does: 'Previous scene' },
  { key: 'ArrowRight', label: '→', command: 'next-page', does: 'Next page' },
  { key: 'ArrowLeft', label: '←', command: 'previous-page', does: 'Previous page' },
  { key: 'Home', label: 'Home', command: 'first-line', does: 'First line' },
  { key: 'End', label: 'End', command: 'last-line', does: 'Last line' },
  { key: '+', label: '+', command: 'faster', does: 'Faster' },
  { key: '-', label: '−', command: 'slower', does: 'Slower' },
  { key: '/', label: '/', command: 'find', does: 'Find text' },
  { key: 'b', label: 'B', command: 'back', does: 'Back to the line that is read, or to before a jump' },
  { key: '?', label: '?', command: 'help', does: 'Show these keys' },
]

type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Keys that are written with Shift on some keyboards and without on others. */
const isSign = (key: string) => key.length === 1 && key !== ' '

/** The command of a key press, if it is one of ours. */
export function commandOf(press: KeyPress): KeyCommand | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey) return undefined
  return KEY_BINDINGS.find(
    ({ key, shift = false }) => key === press.key && (isSign(key) || shift === press.shiftKey),
  )?.command
}

const TYPING = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]'
/** What handles keys of its own: an open dialog or menu, or a control that has the focus. */
const OWN_KEYS =
  '[role="dialog"], [role="menu"], [role="listbox"], [role="slider"], [role="radiogroup"], dialog'
/** What only acts when it is pressed. */
const BUTTON = 'button, a[href], [role="button"]'
const PRESSABLE =
  'button, a[href], summary, [role="button"], [role="switch"], [role="checkbox"], [role="tab"]'

/** A dialog above the page: a click beside it takes the focus away, and still the page is not to be reached. */
const isBehindDialog = () =>
  [...document.querySelectorAll('[aria-modal="true"]')].some((dialog) => dialog.checkVisibility?.() ?? true)

/** Whether the person last pointed at something, and has not moved the focus by key since. */
let isPointing = false

/**
 * Remembers how the focus came to where it is. A button that was reached by Tab is pressed by space; one that was pressed
 * by the pointer keeps the focus, too, but who presses space then means the player. Returns the end of it.
 */
export function watchFocusOrigin(): () => void {
  const whole = { capture: true }
  addEventListener('pointerdown', point, whole)
  addEventListener('keydown', move, whole)
  return () => {
    isPointing = false
    removeEventListener('pointerdown', point, whole)
    removeEventListener('keydown', move, whole)
  }
}
function point() {
  isPointing = true
}
function move({ key }: KeyboardEvent) {
  if (key === 'Tab') isPointing = false
}

/** Whether space presses what has the focus: the focus has come there by key. */
export const isReachedByKey = () => !isPointing

/** Whether a key belongs to what has the focus, or to a dialog, rather than to the player. */
export function isTaken(target: EventTarget | null, command: KeyCommand): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest(TYPING) || target.closest(OWN_KEYS) || isBehindDialog()) return true
  const pressed = command === 'toggle' ? target.closest(PRESSABLE) : null
  return pressed !== null && (isReachedByKey() || !pressed.matches(BUTTON))
}
