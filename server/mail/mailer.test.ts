import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMailer, type Mailer } from './mailer'
import { openSmtpServer, type SmtpServer } from './testing'

let server: SmtpServer
let mailer: Mailer
beforeAll(async () => {
  server = await openSmtpServer()
  mailer = createMailer({ url: server.url, from: 'Market <news@market.example>', timeoutMs: 300 })
})
afterAll(() => server.close())
beforeEach(() => {
  server.accepted.length = 0
  server.manners = []
})

const mail = {
  id: 'mail_1',
  to: 'ada@example.org',
  subject: 'Bought: your offer on “Rice, or beans?”',
  text: 'A line.\n\nAnother one.',
  unsubscribeUrl: 'https://market.example/settings#notices',
}

describe('a mail', () => {
  it('arrives as plain text with an id of its own and the way to switch it off', async () => {
    expect(await mailer.send(mail)).toEqual({ ok: true })
    expect(server.accepted.map(({ to }) => to)).toEqual(['ada@example.org'])
    const text = server.accepted[0]?.text ?? ''
    expect(text).toContain('Message-ID: <mail_1@market.example>')
    expect(text).toContain('List-Unsubscribe: <https://market.example/settings#notices>')
    expect(text).toContain('Auto-Submitted: auto-generated')
    expect(text).toContain('From: Market <news@market.example>')
    expect(text).toContain('Another one.')
  })

  it('cannot be steered by what it says: line breaks and commas stay inside their header', async () => {
    const hostile = { ...mail, subject: 'Hi\r\nBcc: eve@example.org', to: 'ada@example.org' }
    expect(await mailer.send(hostile)).toEqual({ ok: true })
    expect(server.accepted.map(({ to }) => to)).toEqual(['ada@example.org'])
    expect(server.accepted[0]?.text).not.toMatch(/^Bcc:/m)
  })

  it.each([
    ['refuses', false, /^EENVELOPE 550$/],
    ['busy', true, /451$/],
    ['drops', true, /^ECONNECTION$|^ESOCKET$/],
    ['silent', true, /^ETIMEDOUT$/],
  ] as const)('that the server %s is said by a code alone', async (manner, isTransient, failure) => {
    server.manners = [manner]
    const outcome = await mailer.send(mail)
    expect(outcome).toEqual({ ok: false, isTransient, failure: expect.stringMatching(failure) })
    expect(server.accepted).toEqual([])
  })

  it('is tried later when nobody listens', async () => {
    const nobody = createMailer({ url: 'smtp://127.0.0.1:1', from: 'a@b.example', timeoutMs: 300 })
    expect(await nobody.send(mail)).toMatchObject({ ok: false, isTransient: true })
  })
})
