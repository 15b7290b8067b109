type KeyBinding<Command> = { key: string; shift?: boolean; label: string; command: Command; does: string }
const bindingsOf = <Command extends string>(bindings: readonly KeyBinding<Command>[]) => bindings

/** The reader's keys, as they are listed to the person and as they act. */
export const KEY_BINDINGS = bindingsOf([
  { key: ' ', label: 'Space', command: 'toggle', does: 'Play or pause' },
  { key: '.', label: '.', command: 'stop', does: 'Stop, back to the start of the line' },
  { key: 'ArrowDown', label: '↓', command: 'next-line', does: 'Next line' },
  { key: 'ArrowUp', label: '↑', command: 'previous-line', does: 'Previous line' },
  { key: 'ArrowDown', shift: true, label: 'Shift ↓', command: 'next-scene', does: 'Next scene' },
  { key: 'ArrowUp', shift: true, label: 'Shift ↑', command: 'previous-scene', does: 'Previous scene' },
  { key: 'ArrowRight', label: '→', command: 'next-page', does: 'Next page' },
  { key: 'ArrowLeft', label: '←', command: 'previous-page', does: 'Previous page' },
  { key: 'j', label: 'J', command: 'back-10', does: 'Back 10 seconds' },
  { key: 'ArrowLeft', shift: true, label: 'Shift ←', command: 'back-10', does: 'Back 10 seconds' },
  { key: 'l', label: 'L', command: 'forward-10', does: 'Forward 10 seconds' },
  { key: 'ArrowRight', shift: true, label: 'Shift →', command: 'forward-10', does: 'Forward 10 seconds' },
  { key: 'Home', label: 'Home', command: 'first-line', does: 'First line' },
  { key: 'End', label: 'End', command: 'last-line', does: 'Last line' },
  { key: '+', label: '+', command: 'faster', does: 'Faster' },
  { key: '-', label: '−', command: 'slower', does: 'Slower' },
  { key: '/', label: '/', command: 'find', does: 'Find text' },
  { key: 'b', label: 'B', command: 'back', does: 'Back to the line that is read, or to before a jump' },
  { key: 'n', label: 'N', command: 'note', does: 'Note on the line you hear, or the current line' },
  { key: 'n', shift: true, label: 'Shift N', command: 'next-note', does: 'Next note' },
  { key: 'p', shift: true, label: 'Shift P', command: 'previous-note', does: 'Previous note' },
  { key: '?', label: '?', command: 'help', does: 'Show these keys' },
])
export type KeyCommand = (typeof KEY_BINDINGS)[number]['command']
/** Only for who may write notes. */
export const isOfNotes = (command: KeyCommand): boolean => command.endsWith('note')

type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

const isLetter = (key: string) => /^\p{L}$/u.test(key)
/** Keys that are written with Shift on some keyboards and without on others. */
const isSign = (key: string) => key.length === 1 && key !== ' ' && !isLetter(key)
/** Whether capitals are locked says nothing. */
const sameKey = (key: string) => (isLetter(key) ? key.toLowerCase() : key)

/** The command of a key press, if it is one of ours. */
export function commandOf(press: KeyPress): KeyCommand | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey) return undefined
  return KEY_BINDINGS.find(
    ({ key, shift = false }) => key === sameKey(press.key) && (isSign(key) || shift === press.shiftKey),
  )?.command
}

const TYPING = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]'
/** What handles keys of its own: an open dialog or menu, or a control that has the focus. */
const OWN_KEYS = '[role="dialog"], [role="menu"], [role="listbox"], [role="radiogroup"], dialog'
/** What only acts when it is pressed. */
const BUTTON = 'button, a[href], [role="button"]'
const PRESSABLE =
  'button, a[href], summary, [role="button"], [role="switch"], [role="checkbox"], [role="tab"]'

/** Whether what has the focus takes space itself: to write it, or to be pressed. */
export const isPressedOrTyped = (target: EventTarget | null) =>
  target instanceof Element && target.closest(`${TYPING}, ${PRESSABLE}`) !== null

/** A dialog above the page: a click next to it takes the focus away, and still the page is not to be reached. */
export const isBehindDialog = () =>
  [...document.querySelectorAll('[aria-modal="true"]')].some((dialog) => dialog.checkVisibility?.() ?? true)

/** Buttons that the pointer has pressed since the focus was last moved by Tab. */
let pointed = new WeakSet<Element>()
/** What the person moved the focus to by Tab, while it is there. */
let tabbedTo: Element | null = null
let isTabbing = false

/** Remembers how the focus came to its place: space on a button that the pointer has pressed means the player. */
export function watchFocusOrigin(): () => void {
  const watching = new AbortController()
  const options = { capture: true, signal: watching.signal }
  addEventListener('pointerdown', point, options)
  addEventListener('keydown', tab, options)
  addEventListener('keyup', release, options)
  addEventListener('focusin', arrive, options)
  return () => {
    watching.abort()
    pointed = new WeakSet()
    tabbedTo = null
    isTabbing = false
  }
}
function point({ target }: Event) {
  const button = target instanceof Element ? target.closest(PRESSABLE) : null
  if (button) pointed.add(button)
  tabbedTo = null
  isTabbing = false
}
function tab({ key }: KeyboardEvent) {
  isTabbing = key === 'Tab'
  if (isTabbing) pointed = new WeakSet()
}
/** A Tab that moved the focus nowhere has no part in where the page moves it later. */
function release() {
  isTabbing = false
}
function arrive({ target }: Event) {
  // The window has got the focus back: it is where it was, and as it came there.
  if (target === tabbedTo) return
  tabbedTo = isTabbing && target instanceof Element ? target : null
  isTabbing = false
}

/** A button that takes the place of another is pressed by the pointer when that one was. */
export function takeOverPointer(from: Element, to: Element): void {
  if (pointed.has(from)) pointed.add(to)
}

/** Whether the person has moved the focus to it by Tab; the page itself moves it, too, to lines above all. */
export const isReachedByTab = (element: Element) => tabbedTo === element

/** Whether a key belongs to what has the focus, or to a dialog, rather than to the player. */
export function isTaken(target: EventTarget | null, command: KeyCommand): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest(TYPING) || target.closest(OWN_KEYS) || isBehindDialog()) return true
  const pressable = command === 'toggle' ? target.closest(PRESSABLE) : null
  return pressable !== null && !(pressable.matches(BUTTON) && pointed.has(pressable))
}
