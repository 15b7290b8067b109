import { afterEach, expect, test } from 'vitest'
import { focusLineIfLost } from './focus-line.ts'

const ROW = '<div data-line-index="6"><div role="button" tabindex="0">Yes.</div></div>'

afterEach(() => document.body.replaceChildren())

const line = () => document.querySelector('[role=button]')

test('a focus that is nowhere goes to the line', () => {
  document.body.innerHTML = ROW
  focusLineIfLost(6)
  expect(document.activeElement).toBe(line())
})

test('a focus that is somewhere stays there', () => {
  document.body.innerHTML = `${ROW}<button>Play</button>`
  document.querySelector('button')?.focus()
  focusLineIfLost(6)
  expect(document.activeElement?.textContent).toBe('Play')
})

test('a line on another page is left alone', () => {
  document.body.innerHTML = ROW
  focusLineIfLost(7)
  expect(document.activeElement).toBe(document.body)
})
