import { beforeEach, describe, expect, test } from 'vitest'
import { commandOf, isTaken, KEY_BINDINGS } from './keyboard.ts'

const press = (key: string, rest: Partial<KeyboardEvent> = {}) =>
  commandOf({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...rest })

const taken = (id: string, command: 'toggle' | 'next-line') =>
  isTaken(document.querySelector(`#${id}`), command)

describe('keys', () => {
  test('space plays and pauses, arrows step, Home and End go to the ends, ? lists', () => {
    expect(press(' ')).toBe('toggle')
    expect(press('ArrowDown')).toBe('next-line')
    expect(press('ArrowUp', { shiftKey: true })).toBe('previous-scene')
    expect(press('ArrowRight')).toBe('next-page')
    expect(press('Home')).toBe('first-line')
    expect(press('End')).toBe('last-line')
    expect(press('?', { shiftKey: true })).toBe('help')
  })

  test('every listed key acts', () => {
    for (const { key, shift, command } of KEY_BINDINGS) {
      expect(press(key, { shiftKey: shift ?? false })).toBe(command)
    }
  })

  test("the browser's own combinations are left alone", () => {
    expect(press('ArrowLeft', { altKey: true })).toBeUndefined()
    expect(press(' ', { ctrlKey: true })).toBeUndefined()
    expect(press('a')).toBeUndefined()
  })
})

describe('what has the focus', () => {
  beforeEach(() => {
    document.body.innerHTML =
      '<input id="field"><button id="button">x</button><div role="dialog"><p id="inside"></p></div><p id="text"></p>'
  })

  test('a field and a dialog keep all their keys', () => {
    expect(taken('field', 'next-line')).toBe(true)
    expect(taken('inside', 'toggle')).toBe(true)
  })

  test('an open dialog keeps all keys of the page behind it, though nothing in it has the focus', () => {
    document.body.insertAdjacentHTML('beforeend', '<div role="dialog" aria-modal="true"></div>')
    expect(taken('text', 'toggle')).toBe(true)
    expect(taken('button', 'next-line')).toBe(true)
  })

  test('a button keeps space, which presses it, and no more', () => {
    expect(taken('button', 'toggle')).toBe(true)
    expect(taken('button', 'next-line')).toBe(false)
    expect(taken('text', 'toggle')).toBe(false)
  })
})
