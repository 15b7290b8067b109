import { expect, test } from 'vitest'
import { checkMail } from './mail-config.ts'

test.each([
  [{ SMTP_URL: 'smtps://ada:secret@mail.example' }, /^MAIL_FROM: is required with SMTP_URL$/],
  [{ MAIL_FROM: 'read@andscene.example' }, /^SMTP_URL: is required with MAIL_FROM$/],
  [{ SMTP_URL: 'mail.example:secret', MAIL_FROM: 'read@andscene.example' }, /^SMTP_URL: must be like smtps:/],
  [
    { SMTP_URL: 'https://mail.example', MAIL_FROM: 'read@andscene.example' },
    /^SMTP_URL: must be like smtps:/,
  ],
  [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'And Scene' }, /^MAIL_FROM: must be like/],
  [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.example\nBcc: c@d.example' }, /^MAIL_FROM: must be/],
])('decision 0047: refuses invalid mail settings without repeating the password: %j', (env, sentence) => {
  expect(() => checkMail(env)).toThrow(sentence)
  expect(() => checkMail(env)).toThrow(/^(?!.*secret)/)
})

test.each(['read@andscene.example', 'And Scene <read@andscene.example>', '<read@andscene.example>'])(
  'decision 0047: mails may be from %s',
  (from) => {
    expect(() => checkMail({ SMTP_URL: 'smtp://mail.example', MAIL_FROM: from })).not.toThrow()
  },
)
