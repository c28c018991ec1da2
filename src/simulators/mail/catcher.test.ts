import { afterEach, expect, test } from 'vitest'
import { type Mailer, smtpMailer } from '#server/providers/mail/mailer.ts'
import { type Catcher, catcherPage, startCatcher } from './catcher.ts'

const opened: (Catcher | Mailer)[] = []
afterEach(async () => {
  for (const server of opened.splice(0).toReversed()) await server.close()
})

async function start(from = 'Enlace <no-responder@enlace.test>'): Promise<{ catcher: Catcher; mailer: Mailer }> {
  const catcher = await startCatcher(0)
  const mailer = smtpMailer(catcher.smtpUrl, from)
  opened.push(catcher, mailer)
  return { catcher, mailer }
}

const email = {
  id: 'a1',
  to: 'ana@correo.test',
  subject: 'Tu código',
  text: 'Código: 123456\n',
  html: '<p>Código</p>',
}

test('an e-mail arrives by SMTP unchanged, with the company as sender and the same message id when it is sent again', async () => {
  const { catcher, mailer } = await start()
  await mailer.send({ ...email, senderName: 'Pacífico Redes "S.A.S."' })
  await mailer.send(email)
  const [second, first] = catcher.list()
  expect(first).toMatchObject({
    to: ['ana@correo.test'],
    from: 'Pacífico Redes "S.A.S." <no-responder@enlace.test>',
    subject: 'Tu código',
    messageId: '<a1@enlace.test>',
  })
  expect(first?.text.trim()).toBe('Código: 123456')
  expect(first?.html).toContain('<p>Código</p>')
  expect(second).toMatchObject({ from: 'Enlace <no-responder@enlace.test>', messageId: '<a1@enlace.test>' })
})

test('special characters in an address or a subject do not add a recipient or a header', async () => {
  const { catcher, mailer } = await start()
  await mailer.send({ ...email, subject: 'Hola\r\nBcc: otro@correo.test', to: 'ana@correo.test' })
  const result = await mailer.send({ ...email, to: 'ana@correo.test, otro@correo.test' }).catch((error: Error) => error)
  expect(catcher.list().flatMap((mail) => mail.to)).not.toContain('otro@correo.test')
  expect(catcher.list()[0]?.subject).not.toContain('\n')
  expect(result === undefined || result instanceof Error).toBe(true)
})

test('a server that does not answer is an error for the queue to try again', async () => {
  const { catcher, mailer } = await start()
  await catcher.close()
  await expect(mailer.send(email)).rejects.toThrow()
})

test('the last two hundred are kept, the newest first', async () => {
  const { catcher, mailer } = await start()
  for (let n = 1; n <= 203; n += 1) await mailer.send({ ...email, subject: `n.º ${n}` })
  expect(catcher.list()).toHaveLength(200)
  expect([catcher.list()[0]?.subject, catcher.list()[199]?.subject]).toEqual(['n.º 203', 'n.º 4'])
})

test('the page escapes the texts, and their URLs are links', async () => {
  const { catcher, mailer } = await start()
  const text = 'Entra: http://localhost:3000/reset-password/otp/ana%40correo.test?a=1&b="x"\n<script>alert(1)</script>'
  await mailer.send({ ...email, subject: '<img src=x onerror=alert(1)>', text })
  const page = catcherPage(catcher.list())
  expect(page).not.toMatch(/<script|<img|<style|style=|onerror=alert\(1\)>/)
  expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(page).toContain(
    '<a href="http://localhost:3000/reset-password/otp/ana%40correo.test?a=1&amp;b=&quot;x&quot;" rel="noopener noreferrer">',
  )
  expect(catcherPage([])).toContain('Todavía no hay correos.')
})
