import { confirmProblem, newPasswordProblem } from '@andscene/web-kit/password-rules'
import { describe, expect, test } from 'vitest'
import { emailProblem, requiredPasswordProblem, usernameProblem } from './field.tsx'

test.each([
  [usernameProblem, '  ', 'Username is required'],
  [usernameProblem, 'a', undefined],
  [requiredPasswordProblem, '', 'Password is required'],
  [requiredPasswordProblem, ' ', undefined],
])('product §5 $0.name of %j: %s', (problemOf, value, problem) => expect(problemOf(value)).toBe(problem))

describe('product §5 e-mail', () => {
  test.each([
    '',
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'a b@example.com',
    'ada@@example.com',
    'ada@example..com',
    '\u212aate@example.com',
  ])('rejects %j', (email) => expect(emailProblem(email)).toBe('Invalid email format'))
  test.each(['ada@example.com', ' ada@example.com ', 'a.b+c@mail.example.co.uk', 'ö@exämple.de'])(
    'accepts %j',
    (email) => expect(emailProblem(email)).toBeUndefined(),
  )
})

describe('product §5 password: 8 to 15 characters with upper, lower, digit and special', () => {
  test.each([
    ['', 'Password is required'],
    ['Abc1!xy', 'Password must be at least 8 characters'],
    ['Abc1!xyzAbc1!xyz', 'Password must be no more than 15 characters'],
  ])('%j: %s', (password, problem) => expect(newPasswordProblem(password)).toBe(problem))

  test.each(['abcdef1!', 'ABCDEF1!', 'Abcdefg!', 'Abcdefg1', 'Abcdef 1'])(
    '%j lacks a kind of character',
    (password) =>
      expect(newPasswordProblem(password)).toBe(
        'Password must include at least one uppercase letter, one lowercase letter, one number, and one special character',
      ),
  )

  test.each(['Abcdef1!', 'Abc1!xyzAbc1!xy', 'pä5#Word'])('accepts %j', (password) =>
    expect(newPasswordProblem(password)).toBeUndefined(),
  )
})

test('product §5 confirmation is required and must match', () => {
  expect(confirmProblem('Abcdef1!', '')).toBe('Please confirm your password')
  expect(confirmProblem('Abcdef1!', 'Abcdef1?')).toBe('Passwords do not match')
  expect(confirmProblem('Abcdef1!', 'Abcdef1!')).toBeUndefined()
})
