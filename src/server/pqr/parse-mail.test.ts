import { expect, test } from 'vitest'
import { parseMail } from './parse-mail.ts'

const mailTo = (name: string, value: string): Buffer =>
  Buffer.from(`From: Ana <ana@correo.test>\r\n${name}: ${value}\r\nTo: pqr+a@respuestas.test\r\n\r\nHola`)

// With a cost that grows with the square of the length the reading takes minutes, and the test ends by its time.
test.each(['X-Original-To', 'X-Forwarded-To', 'Delivered-To'])(
  'API-02 %s de doscientos mil caracteres se lee en el tiempo de cualquier otro',
  async (name) => {
    const { to } = await parseMail(mailTo(name, 'a'.repeat(200_000)))
    expect(to).toEqual(['pqr+a@respuestas.test'])
  },
)

test('the recipients are the addresses of each header, with and without a name', async () => {
  const { from, to } = await parseMail(mailTo('Delivered-To', '"Uno, Dos" <uno@respuestas.test>, dos@respuestas.test;'))
  expect([from, to]).toEqual([
    'ana@correo.test',
    ['uno@respuestas.test', 'dos@respuestas.test', 'pqr+a@respuestas.test'],
  ])
})
