type KeyBinding<Command> = { key: string; shift?: boolean; label: string; command: Command; does: string }
const bindingsOf = <Command extends string>(bindings: readonly KeyBinding<Command>[]) => bindings

/** The reader's keys, as handled and as listed in the help dialog. */
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
  { key: 'c', label: 'C', command: 'next-change', does: 'Show the changes, then the next change' },
  { key: 'c', shift: true, label: 'Shift C', command: 'previous-change', does: 'Previous change' },
  { key: 'e', label: 'E', command: 'hear-change', does: 'Compare a changed line by ear: before, then now' },
  { key: 'd', label: 'D', command: 'direct', does: 'Direct the line you hear, or the current line' },
  { key: 'p', label: 'P', command: 'pronounce', does: 'Pronounce a word of the line' },
  { key: '?', label: '?', command: 'help', does: 'Show these keys' },
])
export type KeyCommand = (typeof KEY_BINDINGS)[number]['command']
/** Available only to users who may write notes. */
export const isOfNotes = (command: KeyCommand): boolean => command.endsWith('note')
/** Available only for scripts of which the user may open several drafts. */
export const isOfChanges = (command: KeyCommand): boolean => command.endsWith('change')
/** Available only to users who may cast. */
export const isOfCasting = (command: KeyCommand): boolean => command === 'direct' || command === 'pronounce'

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

const isLetter = (key: string) => /^\p{L}$/u.test(key)
/** Keys that require Shift on some keyboard layouts only. */
const isSign = (key: string) => key.length === 1 && key !== ' ' && !isLetter(key)
/** Ignores caps lock. On a layout without Latin letters, such as Cyrillic, a key counts as the letter of its place. */
const sameKey = ({ key, code }: Pick<KeyPress, 'key' | 'code'>) => {
  const [, place] = /^[^\p{ASCII}\p{Script=Latin}]+$/u.test(key) ? (/^Key([A-Z])$/.exec(code) ?? []) : []
  const letter = place ?? key
  return isLetter(letter) ? letter.toLowerCase() : letter
}

/** Returns the command of a key press, or undefined. */
export function commandOf(press: KeyPress): KeyCommand | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey) return undefined
  const pressed = sameKey(press)
  return KEY_BINDINGS.find(
    ({ key, shift = false }) => key === pressed && (isSign(key) || shift === press.shiftKey),
  )?.command
}

const TYPING = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]'
/** Elements that handle keys themselves: an open dialog or menu, or a focused control. */
const OWN_KEYS = '[role="dialog"], [role="menu"], [role="listbox"], [role="radiogroup"], dialog'
/** Elements that only act when pressed. */
const BUTTON = 'button, a[href], [role="button"]'
const PRESSABLE =
  'button, a[href], summary, [role="button"], [role="switch"], [role="checkbox"], [role="tab"]'

/** Returns whether the focused element uses space itself, for text or as a press. */
export const isPressedOrTyped = (target: EventTarget | null) =>
  target instanceof Element && target.closest(`${TYPING}, ${PRESSABLE}`) !== null

/** A modal dialog is open: a click next to it removes the focus, but the page must not receive keys. */
export const isBehindDialog = () =>
  [...document.querySelectorAll('[aria-modal="true"]')].some((dialog) => dialog.checkVisibility?.() ?? true)

/** Buttons pressed by pointer since the last Tab. */
let pressedByPointer = new WeakSet<Element>()
/** The element that the user focused with Tab, while it has the focus. */
let tabbedTo: Element | null = null
let isTabbing = false

/** Tracks how an element got the focus: space on a button pressed by pointer controls the player. */
export function watchFocusOrigin(): () => void {
  const watching = new AbortController()
  const options = { capture: true, signal: watching.signal }
  addEventListener('pointerdown', onPointerDown, options)
  addEventListener('keydown', onKeyDown, options)
  addEventListener('keyup', onKeyUp, options)
  addEventListener('focusin', onFocusIn, options)
  return () => {
    watching.abort()
    pressedByPointer = new WeakSet()
    tabbedTo = null
    isTabbing = false
  }
}
function onPointerDown({ target }: Event) {
  const button = target instanceof Element ? target.closest(PRESSABLE) : null
  if (button) pressedByPointer.add(button)
  tabbedTo = null
  isTabbing = false
}
function onKeyDown({ key }: KeyboardEvent) {
  isTabbing = key === 'Tab'
  if (isTabbing) pressedByPointer = new WeakSet()
}
/** A Tab that moved no focus must not affect later focus changes by code. */
function onKeyUp() {
  isTabbing = false
}
function onFocusIn({ target }: Event) {
  // The window is focused again: the element keeps its focus and origin.
  if (target === tabbedTo) return
  tabbedTo = isTabbing && target instanceof Element ? target : null
  isTabbing = false
}

/** Marks a button that replaces another as pressed by pointer if that one was. */
export function takeOverPointer(from: Element, to: Element): void {
  if (pressedByPointer.has(from)) pressedByPointer.add(to)
}

/** Returns whether the user focused the element with Tab; code also moves the focus, mostly to lines. */
export const isReachedByTab = (element: Element) => tabbedTo === element

/** Returns whether a key belongs to the focused element or a dialog instead of the player. */
export function isTaken(target: EventTarget | null, command: KeyCommand): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest(TYPING) || target.closest(OWN_KEYS) || isBehindDialog()) return true
  const pressable = command === 'toggle' ? target.closest(PRESSABLE) : null
  return pressable !== null && !(pressable.matches(BUTTON) && pressedByPointer.has(pressable))
}
