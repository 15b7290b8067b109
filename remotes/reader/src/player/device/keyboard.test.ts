import { fireEvent } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { commandOf, isReachedByTab, isTaken, KEY_BINDINGS, watchFocusOrigin } from './keyboard.ts'

const press = (key: string, rest: Partial<KeyboardEvent> = {}) =>
  commandOf({ key, code: '', shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...rest })

const element = (id: string) => document.querySelector<HTMLElement>(`#${id}`)!
const taken = (id: string, command: 'toggle' | 'next-line') => isTaken(element(id), command)

const SHIFT = { shiftKey: true }

const KEYS: [key: string, command: string, rest?: Partial<KeyboardEvent>][] = [
  [' ', 'toggle'],
  ['.', 'stop'],
  ['ArrowDown', 'next-line'],
  ['ArrowUp', 'previous-line'],
  ['ArrowRight', 'next-page'],
  ['ArrowLeft', 'previous-page'],
  ['Home', 'first-line'],
  ['End', 'last-line'],
  ['j', 'back-10'],
  ['l', 'forward-10'],
  ['+', 'faster'],
  ['-', 'slower'],
  ['/', 'find'],
  ['b', 'back'],
  ['n', 'note'],
  ['c', 'next-change'],
  ['e', 'hear-change'],
  ['d', 'direct'],
  ['p', 'pronounce'],
  ['?', 'help', SHIFT],
  ['ArrowDown', 'next-scene', SHIFT],
  ['ArrowUp', 'previous-scene', SHIFT],
  ['ArrowLeft', 'back-10', SHIFT],
  ['ArrowRight', 'forward-10', SHIFT],
  ['c', 'previous-change', SHIFT],
  ['n', 'next-note', SHIFT],
  ['p', 'previous-note', SHIFT],
]
test('product §2, §4, §12 each key has one command, also with caps lock', () => {
  expect(KEYS.map(([key, , rest]) => press(key, rest))).toEqual(KEYS.map(([, command]) => command))
  expect(KEY_BINDINGS).toHaveLength(KEYS.length)
  expect([press('N'), press('N', SHIFT), press('J')]).toEqual(['note', 'next-note', 'back-10'])
  // Browser shortcuts are ignored.
  const others = [
    press('j', { ctrlKey: true }),
    press('ArrowLeft', { altKey: true }),
    press('p', { ctrlKey: true }),
    press('a'),
  ]
  expect(new Set(others)).toEqual(new Set([undefined]))
})

const LAYOUTS: [key: string, code: string, command: string | undefined, rest?: Partial<KeyboardEvent>][] = [
  ['т', 'KeyN', 'note'],
  ['Т', 'KeyN', 'next-note', SHIFT],
  ['о', 'KeyJ', 'back-10'],
  ['ν', 'KeyN', 'note'],
  ['ך', 'KeyL', 'forward-10'],
  ['ि', 'KeyF', undefined],
  ['.', 'Slash', 'stop'],
  ['/', 'KeyQ', 'find'],
  ['?', 'Digit7', 'help', SHIFT],
  // Dvorak: the letter counts, not its place.
  ['n', 'KeyL', 'note'],
  ['é', 'KeyE', undefined],
]
test.each(LAYOUTS)(
  'product §2 on any keyboard layout, %s on the key %s is %s',
  (key, code, command, rest = {}) => {
    expect(press(key, { code, ...rest })).toBe(command)
  },
)

describe('focused element', () => {
  beforeEach(() => {
    document.body.innerHTML =
      '<input id="field"><button id="button">x</button><div role="dialog"><p id="inside"></p></div><p id="text"></p>'
  })

  test('a field or dialog keeps all keys, a button keeps space, which presses it', () => {
    expect(taken('field', 'next-line')).toBe(true)
    expect(taken('inside', 'toggle')).toBe(true)
    expect(taken('button', 'toggle')).toBe(true)
    expect(taken('button', 'next-line')).toBe(false)
    expect(taken('text', 'toggle')).toBe(false)
  })

  test('an open dialog keeps all keys of the page behind it, also without focus inside', () => {
    document.body.insertAdjacentHTML('beforeend', '<div role="dialog" aria-modal="true"></div>')
    expect(taken('text', 'toggle')).toBe(true)
    expect(taken('button', 'next-line')).toBe(true)
  })
})

describe('origin of the focus', () => {
  beforeEach(() => {
    document.body.innerHTML =
      '<button id="one"><svg></svg></button><button id="two">x</button><p id="line" tabindex="0" role="button"></p><div id="bar" role="slider" tabindex="0"></div>'
    onTestFinished(watchFocusOrigin())
  })

  test("space plays after a pointer press on a button, also if the button's content changes", () => {
    fireEvent.pointerDown(element('one').firstElementChild!)
    element('one').replaceChildren('Pause')
    expect(taken('one', 'toggle')).toBe(false)
  })

  test('space presses a button that code has focused', () => {
    fireEvent.pointerDown(element('one'))
    element('two').focus()
    expect(taken('two', 'toggle')).toBe(true)
  })

  test('after Tab, space presses buttons again', () => {
    fireEvent.pointerDown(element('one'))
    fireEvent.keyDown(element('one'), { key: 'Tab' })
    expect(taken('one', 'toggle')).toBe(true)
  })

  test('only Tab marks a line as reached by keyboard, not focus by code', () => {
    element('line').focus()
    expect(isReachedByTab(element('line'))).toBe(false)
    element('one').focus()
    fireEvent.keyDown(element('one'), { key: 'Tab' })
    element('line').focus()
    expect(isReachedByTab(element('line'))).toBe(true)
    fireEvent.pointerDown(element('line'))
    expect(isReachedByTab(element('line'))).toBe(false)
  })

  test('a line stays reached by Tab when the window is focused again', () => {
    fireEvent.keyDown(element('one'), { key: 'Tab' })
    element('line').focus()
    fireEvent.keyUp(element('line'), { key: 'Tab' })
    fireEvent.focusIn(element('line'))
    expect(isReachedByTab(element('line'))).toBe(true)
  })

  test('forgets a Tab on keyup if it moved no focus', () => {
    fireEvent.keyDown(element('one'), { key: 'Tab' })
    fireEvent.keyUp(element('one'), { key: 'Tab' })
    element('line').focus()
    expect(isReachedByTab(element('line'))).toBe(false)
  })

  test('a slider of the page leaves the player its keys', () => {
    expect(taken('bar', 'toggle')).toBe(false)
    expect(taken('bar', 'next-line')).toBe(false)
  })
})
