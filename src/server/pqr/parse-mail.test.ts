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

test.each([
  ['ana@correo.test, otro@correo.test', null],
  ['Equipo: ana@correo.test, otro@correo.test;', null],
  ['Ana <ana@correo.test>, <ana@correo.test>', null],
  ['=?utf-8?q?Ruiz=2C_Ana?= <ANA@correo.test>', 'ana@correo.test'],
  ['"Ruiz, Ana" <ana@correo.test>', 'ana@correo.test'],
])('PQR-03 el remitente de un correo es uno solo: %s', async (value, expected) => {
  const { from } = await parseMail(Buffer.from(`From: ${value}\r\nTo: pqr+a@respuestas.test\r\n\r\nHola`))
  expect(from).toBe(expected)
})

test('PQR-03 de un correo que solo tiene HTML se lee el comienzo de su cuerpo, también después de estilos largos', async () => {
  const head = `<html><head><style>${'a{b:c}'.repeat(20_000)}</style></head>`
  const body = `<body><p>Gracias, ya tengo internet</p>${'<a href='.repeat(50_000)}</body></html>`
  const raw = `From: ana@correo.test\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${head}${body}`
  expect((await parseMail(Buffer.from(raw))).text).toContain('Gracias, ya tengo internet')
})
